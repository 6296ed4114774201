"""Reads the crosstables of a round robin: who met whom and who came out ahead, a table for each group."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Entry, Slot, Stage, StageEntry, Table

AHEAD, TIED, BEHIND = "1", "½", "0"
# Larger groups get no crosstable; the rounds show the same.
CROSSTABLE_ENTRIES_LIMIT = 40


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One entry against each other: a mark for each time they met; None against themselves."""

    number: int
    entry: Entry
    cells: list[list[str] | None]


@dataclass(frozen=True, slots=True)
class Crosstable:
    group: str
    rows: list[CrosstableRow]


def crosstables(stage: Stage) -> list[Crosstable]:
    """Return the crosstables in two queries, however many groups there are; none of groups that are too large."""
    members = StageEntry.objects.filter(stage=stage).select_related("entry").order_by("group", "seed")
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for member in members:
        groups[member.group].append(member.entry)
    met = meetings(stage)
    return [
        Crosstable(name, [row_of(number, entry, entries, met) for number, entry in enumerate(entries, start=1)])
        for name, entries in groups.items()
        if len(entries) <= CROSSTABLE_ENTRIES_LIMIT
    ]


def meetings(stage: Stage) -> dict[tuple[int, int], list[str]]:
    """Return, for each two of a finished table, how the first did against the second, in the order of the rounds."""
    slots = Slot.objects.filter(
        table__stage=stage, table__status=Table.Status.FINISHED, entry__isnull=False, place__isnull=False
    ).order_by("table__round__number", "table__number")
    tables: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for table, entry, place in slots.values_list("table_id", "entry_id", "place"):
        tables[table].append((entry or 0, place or 0))
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for sides in tables.values():
        for one, place in sides:
            for other, other_place in sides:
                if one != other:
                    found[one, other].append(AHEAD if place < other_place else TIED if place == other_place else BEHIND)
    return found


def row_of(number: int, entry: Entry, entries: list[Entry], met: dict[tuple[int, int], list[str]]) -> CrosstableRow:
    cells = [None if other == entry else met.get((entry.pk, other.pk), []) for other in entries]
    return CrosstableRow(number, entry, cells)
