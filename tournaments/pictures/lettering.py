"""Names made fit for a picture: shortened to a width, safe in XML, and in a direction of their own."""

from collections.abc import Iterator
from unicodedata import bidirectional, category, combining, east_asian_width

ELLIPSIS = "…"
# A name between these is laid out by itself: Arabic or Hebrew turns nothing round that stands beside it.
ISOLATE, POP = "\u2068", "\u2069"
TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
NOT_IN_XML = frozenset("\ufffe\uffff")
JOINER = "\u200d"
# Widths in hundredths of the size of the letters: those of DejaVu Sans, the widest of the usual fonts.
NARROW, USUAL, LARGE, BROAD, SQUARE, PICTURE = 34, 60, 70, 92, 102, 138
NARROW_LETTERS = frozenset("fijlrtI.,:;'|!()[]/ ")
BROAD_LETTERS = frozenset("mwMWQOGDHNUC@%&ЖШЩЮжшщюм")


def isolated(text: str) -> str:
    return f"{ISOLATE}{text}{POP}" if text else ""


def cleaned(text: str) -> str:
    """Without characters that XML forbids or that turn the direction of what follows."""
    return "".join(one for one in text if category(one) not in ("Cc", "Cs") and one not in TURNING | NOT_IN_XML)


def shortened(text: str, most: float) -> str:
    """As much as fits into so many hundredths of the letters' size, with an ellipsis where something is missing."""
    if width(text) <= most:
        return text
    room, kept = most - width(ELLIPSIS), []
    for piece in clusters(text):
        room -= width_of(piece)
        if room < 0:
            break
        kept.append(piece)
    return "".join(kept).rstrip() + ELLIPSIS


def clusters(text: str) -> Iterator[str]:
    """Letters with their marks, and emoji with what is joined to them, which must not be cut."""
    cluster = ""
    for one in text:
        if cluster and not belongs(one) and not cluster.endswith(JOINER):
            yield cluster
            cluster = ""
        cluster += one
    if cluster:
        yield cluster


def belongs(one: str) -> bool:
    """Marks, joiners, variation selectors, and the colours of skin."""
    return bool(combining(one)) or category(one) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= one <= "\U0001f3ff"


def width(text: str) -> int:
    return sum(map(width_of, clusters(text)))


def width_of(cluster: str) -> int:
    """About how wide a letter is, whatever font the reader has."""
    first = cluster[0]
    if east_asian_width(first) in ("W", "F"):
        return PICTURE if category(first) == "So" else SQUARE
    if first in NARROW_LETTERS:
        return NARROW
    if first in BROAD_LETTERS or first == ELLIPSIS:
        return BROAD
    # Marks that stand beside their letter, as in Devanagari, take room of their own.
    beside = NARROW * sum(category(one) == "Mc" for one in cluster[1:])
    return beside + (USUAL if first.islower() or bidirectional(first) in ("R", "AL") else LARGE)
