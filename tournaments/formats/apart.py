"""Equals spread over tables, and those with the same label kept apart, whenever that can be.

A table is a colour. Lines lead from tiers to labels, one an item: within a tier all get different tables, and so do
all with one label; or, if they are more than there are tables, all of each handful of them.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tournaments.formats.colouring import Colouring, Thing

Item = TypeVar("Item")
# What an item shares with those it should not meet; None if it may meet anybody.
LabelOf = Callable[[Item], Hashable | None]


def deal_apart(best_first: Sequence[Item], tables: int, label_of: LabelOf[Item]) -> list[list[Item]]:
    """Tables with one of each tier, best first; forth and back, as far as labels leave the choice."""
    colouring, handfuls = Colouring(tables), handfuls_of(best_first, tables, label_of)
    for rank, handful in enumerate(handfuls):
        colouring.join(("tier", rank // tables), handful, [wished_table(rank, tables, len(best_first))])
    dealt: list[list[Item]] = [[] for _ in range(tables)]
    for start in range(0, len(best_first), tables):
        waiting = list(range(start, min(start + tables, len(best_first))))
        for table, handful in sorted(colouring.lines["tier", start // tables].items()):
            rank = next(rank for rank in waiting if handfuls[rank] == handful)
            waiting.remove(rank)
            dealt[table].append(best_first[rank])
    return dealt


def wished_table(rank: int, tables: int, items: int) -> int:
    """Forth and back; a tier that is not full begins with the table of the weakest head."""
    tier, step = divmod(rank, tables)
    full = (tier + 1) * tables <= items
    return step if tier % 2 == 0 and full else tables - 1 - step


def handfuls_of(best_first: Sequence[Item], tables: int, label_of: LabelOf[Item]) -> list[Thing]:
    """For each item its handful: of one label, and no larger than there are tables; alone without a label."""
    seen: dict[Hashable, int] = {}
    found: list[Thing] = []
    for rank, item in enumerate(best_first):
        label = label_of(item)
        found.append(("alone", rank) if label is None else ("label", label, seen.get(label, 0) // tables))
        seen[label] = seen.get(label, 0) + 1
    return found
