"""Places every table of a bracket: the winners' side on top, the losers' below, the final to the right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.pictures.bracket.table_order import Column, TableNumber, columns, in_order, mean, spread
from tournaments.pictures.bracket.tables import (
    FINAL,
    LOSERS,
    RESET,
    SMALL_FINAL,
    WINNERS,
    BracketRound,
    BracketTable,
)

# In units of the picture: pixels at the browser's usual font size.
BOX_WIDTH = 256
COLUMN_GAP = 56
BOX_HEAD_HEIGHT = 26
ROW_HEIGHT = 30
BOX_FOOT_HEIGHT = 4
BOX_GAP = 20
# The space for a round's title above its first table, and the title's baseline in it.
TITLE_HEIGHT = 40
TITLE_BASELINE = 26
SIDES_GAP = 48
PICTURE_MARGIN = 12


@dataclass(frozen=True, slots=True)
class Box:
    """A table and its position in the picture."""

    table: BracketTable
    part: str
    column: Column
    y: int

    @property
    def x(self) -> int:
        return PICTURE_MARGIN + self.column * (BOX_WIDTH + COLUMN_GAP)

    @property
    def right(self) -> int:
        return self.x + BOX_WIDTH

    @property
    def height(self) -> int:
        return height(self.table)

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def centre(self) -> float:
        return self.y + self.height / 2

    def row(self, slot: int) -> float:
        """Return the middle of a slot's row; of the table for a slot that has none."""
        shown = self.table.shown
        return self.y + BOX_HEAD_HEIGHT + ROW_HEIGHT * (shown.index(slot) + 0.5) if slot in shown else self.centre


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a round, above its first table; y is its baseline."""

    text: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes by table number, in the order of the rounds, and the titles."""

    boxes: dict[TableNumber, Box]
    titles: tuple[Title, ...]
    # The height between the sides at which connectors to the losers' side run.
    corridor: int

    @property
    def width(self) -> int:
        return max([box.right for box in self.boxes.values()], default=0) + PICTURE_MARGIN

    @property
    def height(self) -> int:
        return max([box.bottom for box in self.boxes.values()], default=0) + PICTURE_MARGIN


def lay_out(rounds: Sequence[BracketRound]) -> Layout:
    """Place each side by itself, then the final rounds; and move all of it to the picture's origin."""
    column_of = columns(rounds)
    ends = [each for part in (FINAL, RESET, SMALL_FINAL) for each in rounds if each.part == part]
    winners, losers = ([each for each in rounds if each.part == part] for part in (WINNERS, LOSERS))
    upper = place_side(winners, ends, column_of)
    below = max([box.bottom for box in upper], default=-SIDES_GAP) + SIDES_GAP + TITLE_HEIGHT
    boxes = {box.table.number: box for box in [*upper, *moved(place_side(losers, ends, column_of), below)]}
    for each in ends:
        boxes |= {box.table.number: box for box in place_end(each, column_of, boxes)}
    down = PICTURE_MARGIN + TITLE_HEIGHT - min([box.y for box in boxes.values()], default=0)
    boxes = {box.table.number: box for box in moved(boxes.values(), down)}
    return Layout(boxes, tuple(titles(rounds, boxes)), below + down - TITLE_HEIGHT - SIDES_GAP // 2)


def place_side(
    rounds: Sequence[BracketRound], ends: Sequence[BracketRound], column_of: Mapping[TableNumber, Column]
) -> list[Box]:
    """Return the boxes of one side, its highest at 0: each table in the middle of those it waits for, if there is
    room."""
    boxes: dict[int | None, Box] = {}
    for each, tables in zip(rounds, in_order([*rounds, *ends]), strict=False):
        heights = [height(table) for table in tables]
        centres = [centre_of_sources(table, boxes) for table in tables]
        tops = spread(filled(centres, heights), heights, BOX_GAP)
        for table, top in zip(tables, tops, strict=True):
            boxes[table.number] = Box(table, each.part, column_of[table.number], round(top))
    return moved(boxes.values(), -min([box.y for box in boxes.values()], default=0))


def place_end(
    each: BracketRound, column_of: Mapping[TableNumber, Column], boxes: Mapping[TableNumber, Box]
) -> Iterator[Box]:
    """Yield the final in the middle of what leads to it, the reset beside it; below the final the small one."""
    leading = {number: box for number, box in boxes.items() if each.part != RESET or box.part == FINAL}
    for table in each.tables:
        column, centre = column_of[table.number], centre_of_sources(table, leading) or 0
        above = [box.bottom for box in boxes.values() if box.column == column]
        y = max(above) + BOX_GAP + TITLE_HEIGHT if above else round(centre - height(table) / 2)
        yield Box(table, each.part, column, y)


def centre_of_sources(table: BracketTable, boxes: Mapping[Any, Box]) -> float | None:
    """Return the middle of the tables that this one waits for, as far as they are among these."""
    centres = [boxes[source].centre for source in dict.fromkeys(table.sources) if source in boxes]
    return mean(centres) if centres else None


def filled(centres: Sequence[float | None], heights: Sequence[int]) -> list[float]:
    """Return the centres with the missing ones placed next to their neighbours."""
    found = list(centres)
    for index in range(len(found) - 2, -1, -1):
        after = found[index + 1]
        if found[index] is None and after is not None:
            found[index] = after - (heights[index] + heights[index + 1]) / 2 - BOX_GAP
    known: list[float] = []
    for index, centre in enumerate(found):
        before = known[-1] + (heights[index - 1] + heights[index]) / 2 + BOX_GAP if known else 0.0
        known.append(before if centre is None else centre)
    return known


def moved(boxes: Iterable[Box], down: int) -> list[Box]:
    return [replace(box, y=box.y + down) for box in boxes]


def titles(rounds: Iterable[BracketRound], boxes: Mapping[TableNumber, Box]) -> Iterator[Title]:
    """Yield the rounds' titles. On a side all have one baseline; an end has its title above its own table."""
    tops: dict[str, int] = {}
    for box in boxes.values():
        tops[box.part] = min(box.y, tops.get(box.part, box.y))
    for each in rounds:
        yield Title(each.title, boxes[each.tables[0].number].x, tops[each.part] - (TITLE_HEIGHT - TITLE_BASELINE))


def height(table: BracketTable) -> int:
    return BOX_HEAD_HEIGHT + ROW_HEIGHT * len(table.shown) + BOX_FOOT_HEIGHT
