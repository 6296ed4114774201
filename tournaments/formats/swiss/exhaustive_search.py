"""Finds the optimal tables for a few entries by weighing every way to divide them, none twice."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.seat_history import Cost, Index

# Twelve entries have 10,395 ways to sit in pairs; thirteen or more take too long.
EXHAUSTIVE_ENTRIES_LIMIT = 12
Tables = tuple[tuple[Index, ...], ...]
Left = frozenset[Index]


def best_tables(costs: Costs, members: Sequence[Index], sizes: Sequence[int]) -> tuple[Cost, Tables]:
    """Return the cheapest way to seat these at tables of these sizes; of several, always the same one."""
    table_cost = _table_cost(costs)

    @cache
    def best(left: tuple[Index, ...], sizes: tuple[int, ...]) -> tuple[Cost, Tables]:
        if not sizes:
            return 0, ()
        return min(ways(left, sizes))

    def ways(left: tuple[Index, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Cost, Tables]]:
        for size in dict.fromkeys(sizes):
            others = _without(sizes, size)
            for table in _tables_with_first(left, size):
                cost, tables = best(tuple(index for index in left if index not in table), others)
                yield cost + table_cost(table), (table, *tables)

    return best(tuple(sorted(members)), tuple(sorted(sizes)))


def _table_cost(costs: Costs) -> Callable[[tuple[Index, ...]], Cost]:
    return cache(costs.table)


def _tables_with_first(left: tuple[Index, ...], size: int) -> Iterator[tuple[Index, ...]]:
    """Yield every table of this size with the first entry."""
    for others in combinations(left[1:], size - 1):
        yield (left[0], *others)


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    place = sizes.index(size)
    return sizes[:place] + sizes[place + 1 :]
