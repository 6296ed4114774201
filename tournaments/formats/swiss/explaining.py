"""Explains each table: whose score group it is, who was moved up or down, which wishes were not met, the next best
exchange.

As codes and facts, which whoever shows them puts into words.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points
from tournaments.formats.swiss.arrangement import Arrangement, Exchange
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.field import Field, Pair
from tournaments.formats.swiss.nearest import TableNumber, nearest
from tournaments.formats.swiss.pairing import scores_of
from tournaments.formats.swiss.settings import FirstRound, Settings
from tournaments.formats.tables import Round, Table

# How many tables up and down the next best exchange is looked for.
NEXT_BEST_WINDOW_TABLES = 12


class Reason(Enum):
    """Why a table was made."""

    ACROSS = "first-round-across"
    AT_RANDOM = "first-round-at-random"
    SCORE = "score-group"
    FIXED = "fixed-pair"


class Wish(Enum):
    """A wish that a table may not meet."""

    REMATCH = "rematch"
    SEAT = "seat-again"
    CLUB = "club-mates"


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish that was not met: whom it concerns, and how often it was so before."""

    wish: Wish
    entries: tuple[EntryId, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Floated:
    """An entry whose score is not that of the table's group: below zero for those from further down."""

    entry: EntryId
    points_away: Points


@dataclass(frozen=True, slots=True)
class NextBest:
    """The cheapest exchange with a table near by, and what it would have cost more, by kind of cost."""

    leaves: EntryId
    comes: EntryId
    costs_more: Fraction


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one table is as it is."""

    reasons: tuple[Reason, ...]
    group: Points
    floated: tuple[Floated, ...]
    unmet: tuple[Unmet, ...]
    next_best: NextBest | None


def explain(found: Round, field: Field, settings: Settings) -> list[Explanation]:
    """Explain every table of a round, in order. The field is as it was when the round was paired."""
    scores = scores_of(field, settings)
    by_id = {entry.id: entry for entry in field.entries}
    seated = [by_id[entry] for table in found.tables for entry in table.entries]
    costs = Costs(seated, scores, field, settings.weights)
    arrangement = Arrangement(costs, [[costs.index[entry] for entry in table.entries] for table in found.tables])
    past, fixed = _History(field), _tables_of_fixed_pairs(found, field)
    return [
        Explanation(
            reasons=tuple(_reasons(number in fixed, field, settings)),
            group=(group := _group(table, scores)),
            floated=tuple(Floated(e, scores[e] - group) for e in table.entries if scores[e] != group),
            unmet=tuple(past.unmet(table, by_id)),
            next_best=_next_best(arrangement, number, seated),
        )
        for number, table in enumerate(found.tables)
    ]


def _tables_of_fixed_pairs(found: Round, field: Field) -> set[TableNumber]:
    """Return the tables of pairs that had to meet."""
    at = {entry: number for number, table in enumerate(found.tables) for entry in table.entries}
    return {at[one] for one, other in field.fixed if one in at and at[one] == at.get(other)}


def _reasons(is_fixed: bool, field: Field, settings: Settings) -> Iterator[Reason]:
    if is_fixed:
        yield Reason.FIXED
    if field.rounds:
        yield Reason.SCORE
    else:
        yield Reason.ACROSS if settings.first_round is FirstRound.ACROSS else Reason.AT_RANDOM


def _group(table: Table, scores: Mapping[EntryId, Points]) -> Points:
    """Return the score that most at the table have; of several, the highest."""
    counted = Counter(scores[entry] for entry in table.entries)
    return max(counted, key=lambda score: (counted[score], score))


class _History:
    """Who met whom how often, and who had which seat."""

    def __init__(self, field: Field) -> None:
        tables = [table for one in field.rounds for table in one.tables]
        self.met = Counter(_sorted(pair) for table in tables for pair in combinations(table.entries, 2))
        self.sat = Counter((entry, seat) for table in tables for seat, entry in enumerate(table.entries))

    def unmet(self, table: Table, by_id: Mapping[EntryId, Entry]) -> Iterator[Unmet]:
        for pair in map(_sorted, combinations(table.entries, 2)):
            if self.met[pair]:
                yield Unmet(Wish.REMATCH, pair, self.met[pair])
        for seat, entry in enumerate(table.entries):
            if self.sat[entry, seat]:
                yield Unmet(Wish.SEAT, (entry,), self.sat[entry, seat])
        for one, other in map(_sorted, combinations(table.entries, 2)):
            if by_id[one].club == by_id[other].club != "":
                yield Unmet(Wish.CLUB, (one, other), 0)


def _sorted(pair: Pair) -> Pair:
    one, other = pair
    return (one, other) if one < other else (other, one)


def _next_best(arrangement: Arrangement, number: int, seated: Sequence[Entry]) -> NextBest | None:
    """Return the cheapest exchange; those that would break what must hold are left out."""
    costs, none = arrangement.costs, Exchange(arrangement.costs.hard // 2, -1, -1)
    best = none
    for other in nearest(number, NEXT_BEST_WINDOW_TABLES, len(arrangement.tables)):
        best = arrangement.best_exchange(number, other, best)
    if best == none:
        return None
    return NextBest(seated[best.one].id, seated[best.other].id, Fraction(best.added, costs.unit))
