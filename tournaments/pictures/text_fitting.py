"""Fits names into a picture: shortens them to a width, makes them safe in XML, and isolates their direction."""

from collections.abc import Iterator
from unicodedata import bidirectional, category, combining, east_asian_width

ELLIPSIS = "…"
# A name between these is laid out by itself: right-to-left names do not reorder the text beside them.
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
DIRECTION_CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
NOT_IN_XML = frozenset("\ufffe\uffff")
JOINER = "\u200d"
# Widths in hundredths of the font size: those of DejaVu Sans, the widest of the usual fonts.
NARROW, USUAL, LARGE, BROAD, SQUARE, PICTURE = 34, 60, 70, 92, 102, 138
NARROW_LETTERS = frozenset("fijlrtI.,:;'|!()[]/ ")
BROAD_LETTERS = frozenset("mwMWQOGDHNUC@%&ЖШЩЮжшщюм")


def isolated(text: str) -> str:
    return f"{ISOLATE}{text}{POP_ISOLATE}" if text else ""


def cleaned(text: str) -> str:
    """Remove characters that XML forbids or that change the direction of what follows."""
    return "".join(
        one for one in text if category(one) not in ("Cc", "Cs") and one not in DIRECTION_CONTROLS | NOT_IN_XML
    )


def shortened(text: str, most: float) -> str:
    """Return as much as fits into so many hundredths of the font size, with an ellipsis if it was cut."""
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
    """Yield grapheme clusters (letters with their marks, joined emoji), which must not be cut."""
    cluster = ""
    for one in text:
        if cluster and not is_joined(one) and not cluster.endswith(JOINER):
            yield cluster
            cluster = ""
        cluster += one
    if cluster:
        yield cluster


def is_joined(one: str) -> bool:
    """Return whether it joins the cluster: marks, joiners, variation selectors, skin tones."""
    return bool(combining(one)) or category(one) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= one <= "\U0001f3ff"


def width(text: str) -> int:
    return sum(map(width_of, clusters(text)))


def width_of(cluster: str) -> int:
    """Estimate the width of a cluster in any font, in hundredths of the font size."""
    first = cluster[0]
    if east_asian_width(first) in ("W", "F"):
        return PICTURE if category(first) == "So" else SQUARE
    if first in NARROW_LETTERS:
        return NARROW
    if first in BROAD_LETTERS or first == ELLIPSIS:
        return BROAD
    # Spacing marks, as in Devanagari, have a width of their own.
    beside = NARROW * sum(category(one) == "Mc" for one in cluster[1:])
    return beside + (USUAL if first.islower() or bidirectional(first) in ("R", "AL") else LARGE)
