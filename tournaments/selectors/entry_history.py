"""Reads one entry's tables, opponents and standings."""

from dataclasses import dataclass

from tournaments.models import Entry, Slot, StandingLine, Table
from tournaments.selectors.rounds import PUBLIC_ROUND_STATUSES, with_sides


@dataclass(frozen=True, slots=True)
class EntryTable:
    """A table of an entry: its own side and the others."""

    table: Table
    own: Slot
    others: list[Slot]


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent of an entry: how often they met, and how often the entry came out ahead."""

    entry: Entry
    times: int
    ahead: int


def tables_of_entry(entry: Entry) -> list[EntryTable]:
    """Return every published table, oldest first, in two queries."""
    tables = with_sides(Table.objects.filter(slots__entry=entry, round__status__in=PUBLIC_ROUND_STATUSES))
    ordered = tables.select_related("match", "round", "stage").order_by("stage__number", "round__number", "number")
    found = []
    for table in ordered:
        sides = list(table.slots.all())
        own = next(slot for slot in sides if slot.entry_id == entry.pk)
        found.append(EntryTable(table, own, [slot for slot in sides if slot is not own and slot.entry_id]))
    return found


def met_by(tables: list[EntryTable]) -> list[Met]:
    """Return the opponents at tables that are over, most often first."""
    counts: dict[int, tuple[Entry, int, int]] = {}
    for one in tables:
        if one.table.status != Table.Status.FINISHED or one.own.place is None:
            continue
        for slot in one.others:
            if slot.entry is None or slot.place is None:
                continue
            _, times, ahead = counts.get(slot.entry.pk, (slot.entry, 0, 0))
            counts[slot.entry.pk] = (slot.entry, times + 1, ahead + (one.own.place < slot.place))
    found = [Met(entry, times, ahead) for entry, times, ahead in counts.values()]
    return sorted(found, key=lambda one: (-one.times, one.entry.display_name.casefold()))


def standings_of_entry(entry: Entry) -> list[StandingLine]:
    """Return the entry's standing after each round."""
    lines = StandingLine.objects.filter(entry=entry).select_related("round__stage")
    return list(lines.order_by("round__stage__number", "round__number"))
