"""Computes the connectors of a bracket: from the table that an entry comes from to the row where it sits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratings.pictures.scales import text
from tournaments.pictures.bracket.layout import COLUMN_GAP, Box, Layout
from tournaments.pictures.bracket.table_order import TableNumber
from tournaments.pictures.bracket.tables import (
    FINAL,
    LOSERS,
    RESET,
    SMALL_FINAL,
    WINNERS,
)

# Between connectors that leave one table and whose entries are not known yet.
CONNECTOR_GAP = 8


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector from one table to a slot of another. It falls if it leads to the losers' side or the small final."""

    source: TableNumber
    target: TableNumber
    slot: int
    entry: int | None
    falls: bool
    path: str


def connectors(layout: Layout) -> Iterator[Connector]:
    """Yield every connector; those that fall are drawn only on a highlighted path."""
    for box in layout.boxes.values():
        for slot, source in enumerate(sources(box, layout)):
            if source in layout.boxes and slot in box.table.shown:
                start = layout.boxes[source]
                entry, falls = box.table.slots[slot].entry, is_fall(start, box)
                yield Connector(source, box.table.number, slot, entry, falls, path(start, box, slot, layout))


def sources(box: Box, layout: Layout) -> Sequence[TableNumber]:
    """Return the tables its sides come from; both sides of a reset come from the final, whatever the bracket says."""
    finals = [number for number, each in layout.boxes.items() if each.part == FINAL]
    given = finals * len(box.table.sources) if box.part == RESET and len(finals) == 1 else box.table.sources
    return [-1 if source is None else source for source in given]


def is_fall(start: Box, end: Box) -> bool:
    return (start.part, end.part) == (WINNERS, LOSERS) or end.part == SMALL_FINAL


def path(start: Box, end: Box, slot: int, layout: Layout) -> str:
    """Return the SVG path: straight to the gap before the table, and there to the row; along the corridor past boxes in
    the way."""
    y, to = leaves_at(start, end, slot), end.row(slot)
    if is_fall(start, end) and end.column > start.column + 1:
        down, up = start.right + COLUMN_GAP / 2, end.x - COLUMN_GAP / 2
        return f"M{start.right} {text(y)} H{text(down)} V{layout.corridor} H{text(up)} V{text(to)} H{end.x}"
    if y == to:
        return f"M{start.right} {text(y)} H{end.x}"
    turn, middle = end.x - COLUMN_GAP, text(end.x - COLUMN_GAP / 2)
    straight = f" H{turn}" if turn > start.right else ""
    return f"M{start.right} {text(y)}{straight} C{middle} {text(y)} {middle} {text(to)} {end.x} {text(to)}"


def leaves_at(start: Box, end: Box, slot: int) -> float:
    """Return the height at which it leaves: the row of a known entry; else the middle, next to each other in order."""
    entry = end.table.slots[slot].entry
    rows = [index for index in start.table.shown if start.table.slots[index].entry == entry]
    if entry is not None and rows:
        return start.row(rows[0])
    together = [index for index, source in enumerate(end.table.sources) if source == start.table.number]
    place = together.index(slot) if slot in together else 0
    return start.centre + (place - (max(1, len(together)) - 1) / 2) * CONNECTOR_GAP
