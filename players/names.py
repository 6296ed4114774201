"""Normalises names, judges their characters, and finds those that look alike. No Django here.

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
# Three accents in a row, or four marks of any kind: no alphabet has that. The letters are those of `mark_kind`.
STACKED_MARKS = re.compile("a{3}|[av]{4}")
# Writing systems that use several scripts side by side.
SCRIPTS_THAT_MIX = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
SHARED_SCRIPTS = frozenset({"COMMON", "INHERITED"})
# Letters and marks that are not drawn: fillers of Hangul, variation selectors, the grapheme joiner.
INVISIBLE_CHARACTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Modifier letters, and the Arabic tatweel, which only lengthens a word: ignored when names are compared.
ORNAMENT_CHARACTERS = re.compile("[\u02b0-\u02ff\u0640]")
VOICING_MARKS = frozenset("\u3099\u309a")  # the difference between は and ば
RESERVED_NAMES = (
    "bot", "everybody", "former", "guest", "nobody", "organiser", "organizer", "root", "server", "staff", "support",
    "system",
)  # fmt: skip
RESERVED_PREFIXES = ("admin", "amministr", "guildhall", "moderad", "moderat", "steward", "former-player")
DIGITS_AS_LETTERS = str.maketrans("34570l", "eastoi")
# Pairs that the Unicode table of confusables lacks: Persian and Arabic letters, and a k.
EXTRA_LOOK_ALIKES = {"ی": "ي", "ى": "ي", "ک": "ك", "ĸ": "k"}


def normalise(raw: str) -> str:
    """Return a name in Unicode form NFKC, with straight apostrophes and single spaces, and none around it."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", raw).replace("’", "'")).strip(" ")


def has_strange_characters(name: str, separators: frozenset[str]) -> bool:
    """Return whether a name has controls, invisible or direction-changing characters, symbols, stacked marks,
    or separators in the wrong place."""
    kinds = ["-" if letter in separators else unicodedata.category(letter)[0] for letter in name]
    return (
        any(kind not in "LMN-" for kind in kinds)
        or any(kind == "N" and not letter.isascii() for kind, letter in zip(kinds, name, strict=True))
        or "L" not in kinds
        or INVISIBLE_CHARACTERS.search(name) is not None
        or kinds[0] in "M-"
        or (name[-1] in PLAYER_SEPARATORS or name[-1] == " ")
        or any(
            are_misplaced_separators(first, second) for first, second in pairwise(name) if {first, second} <= separators
        )
        or STACKED_MARKS.search("".join(map(mark_kind, name))) is not None
    )


def are_misplaced_separators(first: str, second: str) -> bool:
    """Return whether two separators must not follow each other: a team may write " & ", nobody "--"."""
    return first == second or {first, second} <= PLAYER_SEPARATORS


def mixes_scripts(name: str) -> bool:
    """Return whether a name mixes letters of several alphabets, as forged names do."""
    scripts = frozenset(script_of(letter) for letter in name if letter.isalpha()) - SHARED_SCRIPTS
    return len(scripts) > 1 and not any(scripts <= family for family in SCRIPTS_THAT_MIX)


@cache
def canonical_look_alike(letter: str) -> str:
    """Return one letter for all that look like this one: a plain Latin letter if there is any."""
    if letter.isascii():
        return letter
    small_capital = re.fullmatch("LATIN LETTER SMALL CAPITAL ([A-Z])", unicodedata.name(letter, ""))
    if small_capital:
        return small_capital[1].lower()
    if letter in EXTRA_LOOK_ALIKES:
        return EXTRA_LOOK_ALIKES[letter]
    look_alikes = {letter, *(entry["c"] for entry in confusables_data.get(letter, ()) if len(entry["c"]) == 1)}
    latin = [other for other in look_alikes if other.isascii() and other.isalnum()]
    return min(latin or look_alikes)


def without_accents(name: str) -> str:
    """Return the letters, digits and vowel signs of a name, without accents, ornaments and separators."""
    return "".join(
        letter
        for letter in ORNAMENT_CHARACTERS.sub("", unicodedata.normalize("NFKD", name))
        if letter.isalnum() or letter in VOICING_MARKS or mark_kind(letter) == "v"
    )


def mark_kind(letter: str) -> str:
    """Return "a" for an accent, "v" for a vowel sign that belongs to an alphabet, "-" for anything else."""
    if unicodedata.category(letter)[0] != "M":
        return "-"
    return "a" if script_of(letter) in SHARED_SCRIPTS else "v"


def name_key(name: str) -> str:
    """Return the key by which names that look alike are equal.

    A capital I looks like an l, but not in a name that is all capitals.
    """
    readable = (name.lower() if name == name.upper() else name).replace("İ", "i")
    latin = "".join(map(canonical_look_alike, without_accents(readable))).translate(str.maketrans("0O1I", "ooll"))
    folded = without_accents("".join(map(canonical_look_alike, latin.casefold())))
    return folded.replace("rn", "m").replace("vv", "w")


def is_reserved(name: str) -> bool:
    """Return whether somebody with this name could pass for the site's staff. Digits are read as letters."""
    key = reserved_key(name)
    return key in RESERVED_KEYS or key.startswith(RESERVED_PREFIX_KEYS)


def reserved_key(name: str) -> str:
    """Return the key for comparing with reserved names, in which digits are read as letters."""
    return name_key(name).translate(DIGITS_AS_LETTERS)


RESERVED_KEYS = frozenset(map(reserved_key, RESERVED_NAMES))
RESERVED_PREFIX_KEYS = tuple(map(reserved_key, RESERVED_PREFIXES))
