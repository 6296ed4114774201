"""What may stand in a line that people write: nothing that is invisible alone, nothing that turns the line around."""

import unicodedata

from players.names import INVISIBLE

# Within words of some languages and within emoji they have a meaning; all other controls and formats have none here.
JOINERS = frozenset("\u200c\u200d")
# By their category symbols, and blank all the same.
BLANK_SYMBOLS = frozenset("\u2800")


def clean_line(text: str) -> str:
    """One line without controls, directions and invisible formats; empty if nothing that can be seen is left."""
    spaced = " ".join(text.split())
    kept = "".join(letter for letter in spaced if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf"))
    line = " ".join(kept.split())
    return line if any(map(is_visible, line)) else ""


def is_visible(letter: str) -> bool:
    """A letter, number, sign or symbol that shows something by itself."""
    shows = unicodedata.category(letter)[0] in "LNPS" or unicodedata.category(letter) == "Cn"
    return shows and letter not in BLANK_SYMBOLS and INVISIBLE.match(letter) is None
