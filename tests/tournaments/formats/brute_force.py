"""The best round there is, by trying every one: for the few entries for which that can be done."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

from tests.tournaments.formats.random_tournaments import Paired
from tournaments.formats.checker import shortcomings
from tournaments.formats.tables import Table

Members = frozenset[int]


def best_cost(paired: Paired) -> Fraction | None:
    """The least that any legal round with the same byes and sizes of tables costs; None if there is none."""
    sizes = tuple(sorted(len(table.entries) for table in paired.round.tables))
    members = frozenset(entry for table in paired.round.tables for entry in table.entries)

    had = Counter(
        (entry, seat) for one in paired.field.rounds for table in one.tables for seat, entry in enumerate(table.entries)
    )

    @cache
    def together(pair: tuple[int, int]) -> Fraction:
        return _without_seats(paired, pair)

    @cache
    def table_cost(table: Members) -> Fraction:
        seats = min(sum(had[entry, seat] for seat, entry in enumerate(order)) for order in permutations(table))
        company = sum(map(together, combinations(sorted(table), 2)), Fraction(0))
        return company + paired.settings.weights.seat * seats

    @cache
    def legal(table: Members) -> bool:
        return _is_legal(paired, table)

    ways = (way for way in divisions(members, sizes) if all(map(legal, way)))
    return min((sum(map(table_cost, way), Fraction(0)) for way in ways), default=None)


def divisions(members: Members, sizes: tuple[int, ...]) -> Iterator[tuple[Members, ...]]:
    """Every way to divide them over tables of these sizes, each once."""
    if not members:
        yield ()
        return
    first = min(members)
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(sorted(members - {first}), size - 1):
            table = frozenset({first, *others})
            yield from ((table, *way) for way in divisions(members - table, tuple(rest)))


def _without_seats(paired: Paired, pair: tuple[int, int]) -> Fraction:
    """What two at a table cost, as the checker counts it."""
    alone = replace(paired.round, tables=(Table(pair),))
    return replace(shortcomings(alone, paired.field, paired.scores), seats=0).weighed(paired.settings.weights)


def _is_legal(paired: Paired, table: Members) -> bool:
    """Nobody forbidden at it, and nobody apart from whom they must meet."""
    forbidden = any(table.issuperset(pair) for pair in paired.field.forbidden)
    apart = any(len(table.intersection(pair)) == 1 for pair in paired.field.fixed)
    return not forbidden and not apart
