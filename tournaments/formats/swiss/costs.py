"""Costs of a table: rematches, score differences, seats had before, club-mates, and broken wishes.

Entries are numbered from 0 here, best score first, and costs are whole numbers: all of them multiplied by what makes
every score whole. So a sum never depends on its order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import lcm

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points
from tournaments.formats.swiss.field import Field, Pair
from tournaments.formats.swiss.seat_history import Cost, Index, SeatHistory
from tournaments.formats.swiss.settings import Weights
from tournaments.formats.tables import Round

# Precomputed up to this size; larger tables are still costed correctly.
TABLE_SIZE_LIMIT = 8


class Costs:
    """Costs of every pair to be seated, precomputed for fast lookup."""

    def __init__(
        self, ordered: Sequence[Entry], scores: Mapping[EntryId, Points], field: Field, weights: Weights
    ) -> None:
        """Number the entries in the order given, best score first."""
        self.index = {entry.id: index for index, entry in enumerate(ordered)}
        own = [scores[entry.id] for entry in ordered]
        self.unit = lcm(*[score.denominator for score in own])
        self.heights = [score.numerator * (self.unit // score.denominator) * weights.spread for score in own]
        self.clubs = _clubs(ordered)
        self.club = weights.club * self.unit
        self.seat_history = SeatHistory(self._seats_had(field.rounds, len(ordered)), weights.seat * self.unit)
        self.rematch = weights.rematch * self.unit
        self.extras: list[dict[Index, Cost]] = [{} for _ in ordered]
        self._add_meetings(field.rounds, weights)
        # More than anything else could ever cost together.
        self.hard = 2 * max(self.rematch, 1 + self._dearest())
        self.wishes = [0] * len(ordered)
        self._add_wishes(field)

    def pair(self, one: Index, other: Index) -> Cost:
        """Return the cost of these two sitting together."""
        cost = abs(self.heights[one] - self.heights[other]) + self.extras[one].get(other, 0)
        return cost + self.club if self.clubs[one] == self.clubs[other] else cost

    def pairs(self, table: Iterable[Index]) -> Cost:
        """Return the cost of a table's company. Whoever misses those they must sit with adds that."""
        members = list(table)
        missing = sum(self.wishes[one] for one in members)
        return missing + sum(self.pair(one, other) for one, other in combinations(members, 2))

    def spread(self, table: Iterable[Index]) -> Cost:
        return sum(abs(one - other) for one, other in combinations([self.heights[index] for index in table], 2))

    def table(self, table: Sequence[Index]) -> Cost:
        return self.pairs(table) + self.seat_history.cost(table)

    def _seats_had(self, rounds: Iterable[Round], count: int) -> list[list[int]]:
        seats = max([TABLE_SIZE_LIMIT, *(len(table.entries) for one in rounds for table in one.tables)])
        sat = [[0] * seats for _ in range(count)]
        for one in rounds:
            for table in one.tables:
                for seat, entry in enumerate(table.entries):
                    if entry in self.index:
                        sat[self.index[entry]][seat] += 1
        return sat

    def _add_meetings(self, rounds: Iterable[Round], weights: Weights) -> None:
        met = Counter(self._known(_meetings(rounds)))
        for (one, other), times in met.items():
            self._add(one, other, self.unit * (weights.rematch + weights.repeat * (times - 1)))

    def _add_wishes(self, field: Field) -> None:
        for one, other in set(self._known(field.forbidden)):
            self._add(one, other, self.hard)
        for one, other in set(self._known(field.fixed)):
            self._add(one, other, -self.hard)
            self.wishes[one] += self.hard // 2
            self.wishes[other] += self.hard // 2

    def _add(self, one: Index, other: Index, cost: Cost) -> None:
        for here, there in ((one, other), (other, one)):
            self.extras[here][there] = self.extras[here].get(there, 0) + cost

    def _known(self, pairs: Iterable[Pair]) -> Iterable[tuple[Index, Index]]:
        for one, other in pairs:
            if one in self.index and other in self.index and one != other:
                here, there = self.index[one], self.index[other]
                yield min(here, there), max(here, there)

    def _dearest(self) -> Cost:
        """Return an upper bound of all that a round can cost but for broken wishes."""
        count = len(self.heights)
        apart = max(self.heights, default=0) - min(self.heights, default=0)
        meetings = sum(sum(extra.values()) for extra in self.extras)
        return (
            meetings
            + count * count * (apart + self.club)
            + self.seat_history.weight * sum(map(sum, self.seat_history.sat))
        )


def _clubs(ordered: Sequence[Entry]) -> list[int]:
    """Return a number for each club; whoever has none is a club of their own."""
    numbers: dict[str, int] = {}
    return [
        numbers.setdefault(entry.club, len(numbers)) if entry.club else ~index for index, entry in enumerate(ordered)
    ]


def _meetings(rounds: Iterable[Round]) -> Iterable[Pair]:
    for one in rounds:
        for table in one.tables:
            yield from combinations(table.entries, 2)
