"""Builds the tables from which the search starts: by score, or in the first round by seeding."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, product

from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.seat_history import Cost, Index


def by_score(costs: Costs, sizes: Sequence[int]) -> list[list[Index]]:
    """Seat neighbours in the standings together: the closest scores possible, without regard to rematches.

    Where tables differ in size, the order of the sizes is what keeps the scores closest.
    """
    tables, start = [], 0
    for size in _order_of_sizes(costs.heights, sizes):
        tables.append(list(range(start, start + size)))
        start += size
    return tables


def across(sizes: Sequence[int]) -> list[list[Index]]:
    """Seat the first with the middle and the last: fill rows down the seeding, every other row and the last
    backwards."""
    tables: list[list[Index]] = [[] for _ in sizes]
    start = 0
    for row in range(max(sizes)):
        numbers = [number for number, size in enumerate(sizes) if size > row]
        backwards = row % 2 == 1 or (row > 1 and row == max(sizes) - 1)
        for index, number in enumerate(reversed(numbers) if backwards else numbers, start=start):
            tables[number].append(index)
        start += len(numbers)
    return tables


def _order_of_sizes(heights: Sequence[Cost], sizes: Sequence[int]) -> list[int]:
    """Place tables of unusual size where they part the fewest equals; where it is all the same, at the bottom."""
    usual = max(sorted(set(sizes)), key=sizes.count)
    unusual = [size for size in sizes if size != usual]
    if not unusual:
        return list(sizes)
    return list(_cheapest_order(heights, usual, sizes.count(usual), unusual))


def _cheapest_order(heights: Sequence[Cost], usual: int, count: int, unusual: Sequence[int]) -> Iterator[int]:
    """Yield the cheapest order of sizes, by dynamic programming from the bottom up."""
    starts = list(accumulate(unusual, initial=0))
    rest: dict[tuple[int, int], tuple[Cost, int]] = {(count, len(unusual)): (0, 0)}
    for placed, odd in product(range(count, -1, -1), range(len(unusual), -1, -1)):
        start = placed * usual + starts[odd]
        ways = []
        if placed < count:
            ways.append((_spread(heights, start, usual) + rest[placed + 1, odd][0], 0, usual))
        if odd < len(unusual):
            ways.append((_spread(heights, start, unusual[odd]) + rest[placed, odd + 1][0], 1, unusual[odd]))
        if ways:
            cost, _, size = min(ways)
            rest[placed, odd] = (cost, size)
    placed = odd = 0
    while size := rest[placed, odd][1]:
        yield size
        placed, odd = (placed + 1, odd) if size == usual else (placed, odd + 1)


def _spread(heights: Sequence[Cost], start: int, size: int) -> Cost:
    """Return the sum of differences of all pairs among neighbours, which come best first."""
    return sum((size - 1 - 2 * place) * heights[start + place] for place in range(size))
