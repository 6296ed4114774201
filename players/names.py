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
PLAYER_SEPARATORS = frozenset("-_.")
TEAM_SEPARATORS = PLAYER_SEPARATORS | frozenset(" '’&!")
MARKS_IN_A_ROW = 2
# Writing systems that use several scripts side by side.
SCRIPTS_THAT_MIX = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
SHARED_SCRIPTS = frozenset({"COMMON", "INHERITED"})
RESERVED = (
    "admin", "administrator", "guildhall", "guild-hall", "moderator", "root", "staff", "steward", "support", "system",
    "organiser", "organizer", "former", "guest", "nobody", "everybody", "bot", "server",
)  # fmt: skip


def normalise(raw: str) -> str:
    """The one way to spell a name: composed characters, full-width forms made plain, no space around it."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", raw)).strip(" ")


def has_strange_characters(name: str, separators: frozenset[str]) -> bool:
    """Controls, invisible and direction-changing characters, symbols, stacked marks, loose separators."""
    kinds = ["-" if letter in separators else unicodedata.category(letter)[0] for letter in name]
    return (
        any(kind not in "LMN-" for kind in kinds)
        or any(kind == "N" and not letter.isascii() for kind, letter in zip(kinds, name, strict=True))
        or "L" not in kinds
        or kinds[0] in "M-"
        or (name[-1] in PLAYER_SEPARATORS or name[-1] == " ")
        or any(is_loose(first, second) for first, second in pairwise(name) if {first, second} <= separators)
        or "M" * (MARKS_IN_A_ROW + 1) in "".join(kinds)
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
    """The plain Latin letter or digit that this one can be mistaken for, or the letter itself."""
    if letter.isascii():
        return letter
    twins = [entry["c"] for entry in confusables_data.get(letter, ())]
    return next((twin for twin in twins if twin.isascii() and twin.isalnum()), letter)


def without_accents(name: str) -> str:
    """Letters, digits and the vowel signs that belong to an alphabet; accents and separators fall away."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name)
        if letter.isalnum() or (unicodedata.category(letter)[0] == "M" and script_of(letter) not in SHARED_SCRIPTS)
    )


def name_key(name: str) -> str:
    """What is left of a name when everything that the eye may overlook is gone."""
    latin = "".join(map(look_alike, without_accents(name))).casefold()
    folded = without_accents("".join(map(look_alike, latin)))
    return folded.translate(str.maketrans("01i", "oll")).replace("rn", "m").replace("vv", "w")


RESERVED_KEYS = frozenset(name_key(name) for name in RESERVED)
