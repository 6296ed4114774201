"""The lines of a bracket: from the table that somebody comes from to the row where they sit, and whose they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratings.pictures.scales import text
from tournaments.pictures.bracket.layout import GUTTER, Box, Layout
from tournaments.pictures.bracket.order import TableNumber
from tournaments.pictures.bracket.tables import (
    FINAL,
    LOSERS,
    RESET,
    SMALL_FINAL,
    WINNERS,
)

# Those whose entries are not known yet leave a table side by side, so far apart.
SIDE_BY_SIDE = 8


@dataclass(frozen=True, slots=True)
class Line:
    """From one table to a slot of another. Who falls, from the winners' side or to the small final, has not won it."""

    source: TableNumber
    target: TableNumber
    slot: int
    entry: int | None
    falls: bool
    path: str


def lines(layout: Layout) -> Iterator[Line]:
    """Every line, drawn or not: those who fall are drawn only on a path that somebody wants to see."""
    for box in layout.boxes.values():
        for slot, source in enumerate(sources(box, layout)):
            if source in layout.boxes and slot in box.table.shown:
                start = layout.boxes[source]
                entry, falls = box.table.slots[slot].entry, does_fall(start, box)
                yield Line(source, box.table.number, slot, entry, falls, path(start, box, slot, layout))


def sources(box: Box, layout: Layout) -> Sequence[TableNumber]:
    """Both sides of a reset have just sat at the final, wherever the bracket says that they come from."""
    finals = [number for number, each in layout.boxes.items() if each.part == FINAL]
    given = finals * len(box.table.sources) if box.part == RESET and len(finals) == 1 else box.table.sources
    return [-1 if source is None else source for source in given]


def does_fall(start: Box, end: Box) -> bool:
    return (start.part, end.part) == (WINNERS, LOSERS) or end.part == SMALL_FINAL


def path(start: Box, end: Box, slot: int, layout: Layout) -> str:
    """Straight to the gutter before the table, and there to the row; along the corridor where boxes are in the way."""
    y, to = leaves_at(start, end, slot), end.row(slot)
    if does_fall(start, end) and end.column > start.column + 1:
        down, up = start.right + GUTTER / 2, end.x - GUTTER / 2
        return f"M{start.right} {text(y)} H{text(down)} V{layout.corridor} H{text(up)} V{text(to)} H{end.x}"
    if y == to:
        return f"M{start.right} {text(y)} H{end.x}"
    turn, middle = end.x - GUTTER, text(end.x - GUTTER / 2)
    straight = f" H{turn}" if turn > start.right else ""
    return f"M{start.right} {text(y)}{straight} C{middle} {text(y)} {middle} {text(to)} {end.x} {text(to)}"


def leaves_at(start: Box, end: Box, slot: int) -> float:
    """Somebody known leaves from their own row; the others from the middle, next to each other in order."""
    entry = end.table.slots[slot].entry
    rows = [index for index in start.table.shown if start.table.slots[index].entry == entry]
    if entry is not None and rows:
        return start.row(rows[0])
    together = [index for index, source in enumerate(end.table.sources) if source == start.table.number]
    place = together.index(slot) if slot in together else 0
    return start.centre + (place - (max(1, len(together)) - 1) / 2) * SIDE_BY_SIDE
