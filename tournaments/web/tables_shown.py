"""Prepares the tables of a round for a list: sides with places and points, running ones with live points."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Match
from games.selectors.live_points import LivePoints, live_points
from tournaments.models import Entry, Slot, Table
from tournaments.selectors.rounds import running_matches
from tournaments.web.words.sources import source_words


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a table."""

    entry: Entry | None
    place: int | None
    points: int | None
    no_show: bool
    forfeited: bool
    # Where they come from, while that is not decided.
    label: str = ""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table with its sides, the first first once it is decided."""

    table: Table
    sides: list[SideShown]
    live: LivePoints | None = None

    @property
    def can_be_watched(self) -> bool:
        match = self.table.match
        return match is not None and match.status == Match.Status.PLAYING and match.watching != Match.Watching.NOBODY

    @property
    def can_be_looked_at(self) -> bool:
        return self.table.match is not None and self.table.match.status == Match.Status.FINISHED


def tables_shown(tables: Iterable[Table]) -> list[TableShown]:
    """Return the tables with live points of running ones, in two queries at most."""
    tables = list(tables)
    running = running_matches(tables)
    points = live_points(running) if running else {}
    return [table_shown(table, points.get(table.match_id or 0)) for table in tables]


def table_shown(table: Table, live: LivePoints | None = None) -> TableShown:
    sides = [side_shown(slot, live) for slot in table.slots.all()]
    if table.is_decided:
        sides.sort(key=lambda side: side.place or 99)
    return TableShown(table, sides, live)


def side_shown(slot: Slot, live: LivePoints | None) -> SideShown:
    points = slot.points
    if live is not None and slot.side is not None and slot.side < len(live.points):
        points = live.points[slot.side]
    label = source_words(slot.source_table, slot.source_place) if slot.source_table and slot.source_place else ""
    return SideShown(slot.entry, slot.place, points, slot.no_show, slot.forfeited, label)
