"""Cleans lines of text that people write: removes control and invisible characters and changes of direction."""

import unicodedata

from players.names import INVISIBLE_CHARACTERS

# Zero-width joiners: they have a meaning in words of some languages and in emoji, so they are kept.
JOINERS = frozenset("\u200c\u200d")
# Unicode counts these as symbols, but they are drawn blank.
BLANK_SYMBOLS = frozenset("\u2800")


def clean_line(text: str) -> str:
    """Return one line without controls, changes of direction and invisible formats, or "" if nothing is visible."""
    spaced = " ".join(text.split())
    kept = "".join(letter for letter in spaced if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf"))
    line = " ".join(kept.split())
    return line if any(map(is_visible, line)) else ""


def is_visible(letter: str) -> bool:
    """Return whether a character is drawn by itself: a letter, number, punctuation mark or symbol."""
    shows = unicodedata.category(letter)[0] in "LNPS" or unicodedata.category(letter) == "Cn"
    return shows and letter not in BLANK_SYMBOLS and INVISIBLE_CHARACTERS.match(letter) is None
