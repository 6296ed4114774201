"""English words that the explanations of all formats share: names, lists, numbers. Pages translate for themselves."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points

Names = Mapping[EntryId, str]
# Tables have two to six sides.
PLACES = ("winner", "second", "third", "fourth", "fifth", "sixth")


def name_of(entry: EntryId, names: Names | None) -> str:
    """Return the entry's name, or its number where names are not given or not known."""
    return (names or {}).get(entry) or f"entry {entry}"


def listed(parts: Sequence[str]) -> str:
    """Join parts as in "one, two and three"."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def names_listed(entries: Iterable[EntryId], names: Names | None) -> str:
    return listed([name_of(entry, names) for entry in entries])


def mixed(number: Fraction) -> str:
    """Write a number as people do: 2, 1/2, 3 1/2."""
    whole, rest = divmod(abs(number), 1)
    parts = [str(part) for part in (whole, rest) if part]
    return ("-" if number < 0 else "") + (" ".join(parts) or "0")


def points_in_words(points: Points) -> str:
    """Write points: one point and less is singular: 1/2 point, 1 point, 0 points, 1 1/2 points."""
    return f"{mixed(points)} point{'' if 0 < abs(points) <= 1 else 's'}"


def sentence(text: str) -> str:
    """Capitalise, and end with a full stop."""
    return text[:1].upper() + text[1:] + "."
