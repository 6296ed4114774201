"""Deals entries to tables in snake order, and separates those who should not meet by exchanges within a tier.

The best sit at tables 1, 2, 3; the next best at 3, 2, 1; and so on. Each such stretch is a tier, and every table gets
one of each. Exchanges stay within a tier, so that no table becomes stronger.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
# Returns how bad it is that two sit together; 0 where it does not matter.
Clash = Callable[[Item, Item], float]
EXCHANGE_PASSES_LIMIT = 4  # exchanges rarely find anything after the second
EXCHANGE_DISTANCE_TABLES = 64  # tables to either side that an exchange may go to, so that large rounds stay quick


def deal_by_tiers(best_first: Sequence[Item], tables: int, clash: Clash[Item]) -> list[list[Item]]:
    """Return tables whose sides stand best first. A smaller table is that of somebody better."""
    dealt: list[list[Item]] = [[] for _ in range(tables)]
    for tier, start in enumerate(range(0, len(best_first), tables)):
        stretch = best_first[start : start + tables]
        backwards = tier % 2 == 1 or len(stretch) < tables
        order = range(tables - 1, -1, -1) if backwards else range(tables)
        for item, table in zip(stretch, order, strict=False):
            dealt[table].append(item)
    keep_apart(dealt, clash)
    return dealt


def keep_apart(dealt: list[list[Item]], clash: Clash[Item]) -> None:
    """Exchange within tiers as long as that helps."""
    for _ in range(EXCHANGE_PASSES_LIMIT):
        changes = [improve(dealt, table, tier, clash) for table, tier in clashing(dealt, clash)]
        if not any(changes):
            return


def clashing(dealt: list[list[Item]], clash: Clash[Item]) -> Iterator[tuple[int, int]]:
    """Yield those who sit with somebody that they should not meet, the weakest first."""
    for tier in range(max(map(len, dealt), default=0) - 1, -1, -1):
        for table, items in enumerate(dealt):
            if tier < len(items) and cost(items, tier, items[tier], clash):
                yield table, tier


def improve(dealt: list[list[Item]], table: int, tier: int, clash: Clash[Item]) -> bool:
    """Make the best exchange with another table, the nearest of equally good ones; return whether one helped."""
    nearby = range(max(0, table - EXCHANGE_DISTANCE_TABLES), min(len(dealt), table + EXCHANGE_DISTANCE_TABLES + 1))
    others = [other for other in nearby if other != table and tier < len(dealt[other])]
    now = cost(dealt[table], tier, dealt[table][tier], clash)
    gains = [(gain(dealt[table], dealt[other], tier, now, clash), -abs(other - table), other) for other in others]
    if not gains or max(gains)[0] <= 0:
        return False
    best = dealt[max(gains)[2]]
    dealt[table][tier], best[tier] = best[tier], dealt[table][tier]
    return True


def gain(one: list[Item], other: list[Item], tier: int, one_costs: float, clash: Clash[Item]) -> float:
    """Return what an exchange saves, given what the first costs where it is."""
    now = one_costs + cost(other, tier, other[tier], clash)
    if not now:
        return 0.0
    return now - cost(one, tier, other[tier], clash) - cost(other, tier, one[tier], clash)


def cost(items: list[Item], tier: int, candidate: Item, clash: Clash[Item]) -> float:
    """Return how badly a candidate would fit into this tier of a table."""
    return sum(clash(candidate, item) for index, item in enumerate(items) if index != tier)
