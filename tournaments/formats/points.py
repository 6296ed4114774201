"""Converts places at a table to points. Points are exact fractions, so that equal scores are equal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Protocol

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal, OutcomeContradictsTable
from tournaments.formats.tables import Outcome, Table

Points = Fraction


class NoPointsForTable(FormatRefusal):
    """The organiser's list has no points for tables of this size."""

    code = "no-points-for-table"


class PointScale(Protocol):
    """Converts places to points."""

    def worth(self, above: int, tied: int, size: int) -> Points:
        """Return the points of each of `tied` entries with `above` before them, at a table of this size."""
        ...


@dataclass(frozen=True, slots=True)
class ShareOfOpponents:
    """Gives the share of opponents beaten, a tie counting half: comparable between tables of any size."""

    def worth(self, above: int, tied: int, size: int) -> Points:
        return _share(above, tied, size)


@dataclass(frozen=True, slots=True)
class PointsByPlace:
    """Gives points by place from the organiser's list for each size of table. Those who tie share the mean."""

    lists: Mapping[int, tuple[Points, ...]]

    def worth(self, above: int, tied: int, size: int) -> Points:
        places = self.lists.get(size, ())
        if len(places) != size:
            raise NoPointsForTable(f"There is no list of {size} points for a table of {size}.", size=size)
        return Points(sum(places[above : above + tied])) / tied


def for_sizes(scale: PointScale, sizes: Iterable[int]) -> PointScale:
    """Return a scale with a list for each of these sizes.

    A size that the organiser has not set takes the nearest that is, the larger of two, with the same first and last
    place and even steps between.
    """
    if not isinstance(scale, PointsByPlace):
        return scale
    known = scale.lists
    nearest = {size: min(known, key=lambda one: (abs(one - size), -one)) for size in sizes if size not in known}
    missing = {size: _stretched(known[other], size) for size, other in nearest.items()}
    return PointsByPlace(dict(sorted({**known, **missing}.items())))


def _stretched(places: Sequence[Points], size: int) -> tuple[Points, ...]:
    """Interpolate the listed points to as many places as a table has."""
    found = []
    for place in range(size):
        above, rest = divmod(place * (len(places) - 1), size - 1)
        below = places[min(above + 1, len(places) - 1)]
        found.append(places[above] + Points(rest, size - 1) * (below - places[above]))
    return tuple(found)


@lru_cache(maxsize=1024)
def _share(above: int, tied: int, size: int) -> Points:
    if size < 2:
        return Points(0)
    below = size - above - tied
    return Points(2 * below + tied - 1, 2 * (size - 1))


def check(table: Table, outcome: Outcome) -> None:
    """Refuse a result that names a stranger, leaves somebody out, or names somebody twice."""
    named = [entry for group in outcome.places for entry in group]
    if sorted(named) != sorted(table.entries) or not set(outcome.points) <= set(table.entries):
        raise OutcomeContradictsTable(
            "The result does not name everyone at the table exactly once.", table=table.entries, named=tuple(named)
        )


def total(parts: Collection[Points]) -> Points:
    """Sum points as whole numbers, much faster than fraction by fraction."""
    unit = lcm(*[part.denominator for part in parts])
    return Points(sum([part.numerator * (unit // part.denominator) for part in parts]), unit)


def mean(parts: Collection[Points]) -> Points:
    """Return the mean of points; 0 of none."""
    return total(parts) / max(1, len(parts))


def points(table: Table, outcome: Outcome, scale: PointScale) -> dict[EntryId, Points]:
    """Return the points of each entry at the table."""
    check(table, outcome)
    found: dict[EntryId, Points] = {}
    for group in filter(None, outcome.places):
        found.update(dict.fromkeys(group, scale.worth(len(found), len(group), len(table.entries))))
    return found
