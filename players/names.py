"""Names people can read, type and tell apart. No Django here.

Two names are too similar when their keys are equal: case, accents, separators and look-alike letters of other
alphabets do not count. `Aldo`, `ALDO`, `Áldo`, `Al-do`, `AIdo` (capital I) and `Аldo` (Cyrillic А) share a key.
"""

import re
import unicodedata
from functools import cache
from itertools import pairwise

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data

PLAYER_NAME_LENGTH = (2, 24)
TEAM_NAME_LENGTH = (2, 32)
PLAYER_SEPARATORS = frozenset("-_.'")
TEAM_SEPARATORS = PLAYER_SEPARATORS | frozenset(" &!")
# Accents piled up, or more vowel signs than any alphabet puts on one letter; see mark_of.
STACKED = re.compile("a{3}|[av]{4}")
# Writing systems that use several scripts side by side.
SCRIPTS_THAT_MIX = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
SHARED_SCRIPTS = frozenset({"COMMON", "INHERITED"})
# Letters and marks that show nothing: fillers of Hangul, variation selectors, the grapheme joiner.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
# Strokes beside letters, and what stretches an Arabic word: they carry no name.
ORNAMENTS = re.compile("[\u02b0-\u02ff\u0640]")
VOICED = frozenset("\u3099\u309a")  # what tells は from ば
RESERVED = (
    "bot", "everybody", "former", "guest", "nobody", "organiser", "organizer", "root", "server", "staff", "support",
    "system",
)  # fmt: skip
RESERVED_BEGINNINGS = ("admin", "amministr", "guildhall", "moderad", "moderat", "steward", "former-player")
DIGITS_AS_LETTERS = str.maketrans("34570l", "eastoi")
# Twins that the Unicode table does not pair: Persian and Arabic letters, and a k.
MORE_TWINS = {"ی": "ي", "ى": "ي", "ک": "ك", "ĸ": "k"}


def normalise(raw: str) -> str:
    """The one way to spell a name: composed characters, full-width forms made plain, no space around it."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", raw).replace("’", "'")).strip(" ")


def has_strange_characters(name: str, separators: frozenset[str]) -> bool:
    """Controls, invisible and direction-changing characters, symbols, stacked marks, loose separators."""
    kinds = ["-" if letter in separators else unicodedata.category(letter)[0] for letter in name]
    return (
        any(kind not in "LMN-" for kind in kinds)
        or any(kind == "N" and not letter.isascii() for kind, letter in zip(kinds, name, strict=True))
        or "L" not in kinds
        or INVISIBLE.search(name) is not None
        or kinds[0] in "M-"
        or (name[-1] in PLAYER_SEPARATORS or name[-1] == " ")
        or any(is_loose(first, second) for first, second in pairwise(name) if {first, second} <= separators)
        or STACKED.search("".join(map(mark_of, name))) is not None
    )


def is_loose(first: str, second: str) -> bool:
    """Two separators in a row: a team may write " & ", nobody writes "--"."""
    return first == second or {first, second} <= PLAYER_SEPARATORS


def mixes_scripts(name: str) -> bool:
    """Whether letters of more than one alphabet stand together, as in a forged name."""
    scripts = frozenset(script_of(letter) for letter in name if letter.isalpha()) - SHARED_SCRIPTS
    return len(scripts) > 1 and not any(scripts <= family for family in SCRIPTS_THAT_MIX)


@cache
def look_alike(letter: str) -> str:
    """The one letter that stands for all that look like this one: a plain Latin one if there is one."""
    if letter.isascii():
        return letter
    small_capital = re.fullmatch("LATIN LETTER SMALL CAPITAL ([A-Z])", unicodedata.name(letter, ""))
    if small_capital:
        return small_capital[1].lower()
    if letter in MORE_TWINS:
        return MORE_TWINS[letter]
    twins = {letter, *(entry["c"] for entry in confusables_data.get(letter, ()) if len(entry["c"]) == 1)}
    latin = [twin for twin in twins if twin.isascii() and twin.isalnum()]
    return min(latin or twins)


def without_accents(name: str) -> str:
    """Letters, digits and the signs that belong to an alphabet; accents, ornaments and separators fall away."""
    return "".join(
        letter
        for letter in ORNAMENTS.sub("", unicodedata.normalize("NFKD", name))
        if letter.isalnum() or letter in VOICED or mark_of(letter) == "v"
    )


def mark_of(letter: str) -> str:
    """Whether this is an accent, a vowel sign that belongs to an alphabet, or no mark at all."""
    if unicodedata.category(letter)[0] != "M":
        return "-"
    return "a" if script_of(letter) in SHARED_SCRIPTS else "v"


def name_key(name: str) -> str:
    """What is left of a name when everything that the eye may overlook is gone.

    A capital I passes for an l, but not in a name that is all capitals.
    """
    readable = (name.lower() if name == name.upper() else name).replace("İ", "i")
    latin = "".join(map(look_alike, without_accents(readable))).translate(str.maketrans("0O1I", "ooll"))
    folded = without_accents("".join(map(look_alike, latin.casefold())))
    return folded.replace("rn", "m").replace("vv", "w")


def is_reserved(name: str) -> bool:
    """Names by which somebody could pass for the house, digits read as letters."""
    key = house_key(name)
    return key in RESERVED_KEYS or key.startswith(RESERVED_BEGINNING_KEYS)


def house_key(name: str) -> str:
    return name_key(name).translate(DIGITS_AS_LETTERS)


RESERVED_KEYS = frozenset(map(house_key, RESERVED))
RESERVED_BEGINNING_KEYS = tuple(map(house_key, RESERVED_BEGINNINGS))
