"""Deals items to tables by strength and keeps those with the same label apart wherever that is possible.

Solved as an edge colouring: tables are colours, and each item is an edge from its tier to its label. So within a tier
all get different tables, and so do all with one label; a label with more items than tables is split into groups of as
many as there are tables.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tournaments.formats.edge_colouring import EdgeColouring, Vertex

Item = TypeVar("Item")
# Returns what an item shares with those it should not meet; None if it may meet anybody.
LabelOf = Callable[[Item], Hashable | None]


def deal_separated(best_first: Sequence[Item], tables: int, label_of: LabelOf[Item]) -> list[list[Item]]:
    """Return tables with one item of each tier, best first, in snake order as far as labels allow."""
    colouring, groups = EdgeColouring(tables), label_groups(best_first, tables, label_of)
    for rank, group in enumerate(groups):
        colouring.join(("tier", rank // tables), group, [preferred_table(rank, tables, len(best_first))])
    dealt: list[list[Item]] = [[] for _ in range(tables)]
    for start in range(0, len(best_first), tables):
        waiting = list(range(start, min(start + tables, len(best_first))))
        for table, group in sorted(colouring.edges["tier", start // tables].items()):
            rank = next(rank for rank in waiting if groups[rank] == group)
            waiting.remove(rank)
            dealt[table].append(best_first[rank])
    return dealt


def preferred_table(rank: int, tables: int, items: int) -> int:
    """Return the table by snake order; a tier that is not full begins with the table of the weakest head."""
    tier, step = divmod(rank, tables)
    full = (tier + 1) * tables <= items
    return step if tier % 2 == 0 and full else tables - 1 - step


def label_groups(best_first: Sequence[Item], tables: int, label_of: LabelOf[Item]) -> list[Vertex]:
    """Return each item's group: items of one label, at most as many as there are tables; alone without a label."""
    seen: dict[Hashable, int] = {}
    found: list[Vertex] = []
    for rank, item in enumerate(best_first):
        label = label_of(item)
        found.append(("alone", rank) if label is None else ("label", label, seen.get(label, 0) // tables))
        seen[label] = seen.get(label, 0) + 1
    return found
