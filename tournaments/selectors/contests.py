"""Reads a whole stage as plain values, the input of the formats: six queries at any size."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ratings.formulas.elo import START
from tournaments.formats.contests.contest import NO_ENTRIES, Contest, RoundSoFar, TableSoFar
from tournaments.formats.contests.settings import StageSettings, read_settings
from tournaments.formats.elimination import slots
from tournaments.formats.entries import Entry as FormatEntry
from tournaments.formats.entries import EntryId
from tournaments.formats.points import for_sizes
from tournaments.formats.swiss import Sizes
from tournaments.formats.tables import Outcome
from tournaments.models import Entry, Rest, Round, Slot, Stage, StageEntry, Table, Tournament

SIDE_COLUMNS = (
    "table_id",
    "entry__number",
    "place",
    "points",
    "source_entry__number",
    "source_table",
    "source_place",
)


def sizes_of(tournament: Tournament) -> Sizes:
    """Return how many sides a table may have in the tournament's mode."""
    mode = tournament.mode
    return Sizes(mode.fewest, mode.wished, mode.most)


def settings_of(stage: Stage) -> StageSettings:
    """Return the stage's settings, with points for every size of table: a scheduled table may be short of an entry."""
    settings, sizes = read_settings(stage.settings), sizes_of(stage.tournament)
    smallest = sizes.smallest if stage.kind == Stage.Kind.SWISS else 2
    return replace(settings, scale=for_sizes(settings.scale, range(smallest, sizes.largest + 1)))


def contest_of(stage: Stage) -> Contest:
    """Return a stage as plain values. Drafts count as paired: nobody is paired twice."""
    members = list(StageEntry.objects.filter(stage=stage).select_related("entry"))
    playing = playing_now(stage) if stage.is_bracket else frozenset()
    return Contest(
        settings=settings_of(stage),
        sizes=sizes_of(stage.tournament),
        seed=bytes(stage.tournament.seed),
        entries=tuple(format_entry(one.entry) for one in members),
        groups={EntryId(one.entry.number): one.group for one in members},
        rounds=rounds_of(stage),
        dropped=numbers(one.entry for one in members if one.entry.status != Entry.Status.IN) - playing,
        absent=numbers(one.entry for one in members if one.entry.plays is False and one.entry.status == "in"),
    )


def numbers(entries: Iterable[Entry]) -> frozenset[EntryId]:
    return frozenset(EntryId(entry.number) for entry in entries)


def format_entry(entry: Entry) -> FormatEntry:
    return FormatEntry(EntryId(entry.number), START if entry.rating is None else entry.rating, entry.club)


def playing_now(stage: Stage) -> frozenset[EntryId]:
    """Return who has a seat at a running table of a bracket: their departure counts once that is over."""
    at_tables = Slot.objects.filter(
        table__stage=stage,
        table__match__isnull=False,
        table__status__in=["ready", "playing"],
        entry__isnull=False,
        side__isnull=False,
    )
    return frozenset(map(EntryId, at_tables.values_list("entry__number", flat=True)))


def rounds_of(stage: Stage) -> tuple[RoundSoFar, ...]:
    tables, rests = tables_by_round(stage), rests_by_round(stage)
    return tuple(
        RoundSoFar(
            one.number,
            tuple(tables[one.pk]),
            absent=rests.get((one.pk, Rest.Kind.ABSENT), NO_ENTRIES),
            byes=rests.get((one.pk, Rest.Kind.BYE), NO_ENTRIES),
            planned=one.status == Round.Status.PLANNED,
        )
        for one in Round.objects.filter(stage=stage)
    )


class Side(NamedTuple):
    """A side of a table, in the columns that a format needs: model instances of some thousands would take seconds."""

    table: int
    entry: EntryId | None
    place: int | None
    points: int | None
    source_entry: EntryId | None
    source_table: int | None
    source_place: int | None


def tables_by_round(stage: Stage) -> defaultdict[int, list[TableSoFar]]:
    sides: defaultdict[int, list[Side]] = defaultdict(list)
    for one in Slot.objects.filter(table__stage=stage).order_by("table", "number").values_list(*SIDE_COLUMNS):
        sides[one[0]].append(Side(*one))
    found: defaultdict[int, list[TableSoFar]] = defaultdict(list)
    tables = Table.objects.filter(stage=stage).order_by("round__number", "number")
    for table in tables.values("pk", "round_id", "number", "group", "status", "part", "advances"):
        found[table["round_id"]].append(table_so_far(table, sides[table["pk"]]))
    return found


def tables_with_slots(tables: "Iterable[Table]") -> Iterable[Table]:
    """Return tables with their sides and entries, in two queries."""
    return tables.order_by("round__number", "number").prefetch_related(  # type: ignore[attr-defined]
        "slots__entry", "slots__source_entry"
    )


def table_so_far(table: Mapping[str, Any], sides: Sequence[Side]) -> TableSoFar:
    return TableSoFar(
        number=table["number"],
        group=table["group"],
        entries=tuple(one.entry for one in sides),
        outcome=outcome_of_sides(sides) if table["status"] == Table.Status.FINISHED else None,
        slots=tuple(format_slot(one) for one in sides) if table["part"] else (),
        part=table["part"],
        advances=table["advances"],
        walkover=order_of_sides(sides) if table["status"] == Table.Status.WALKOVER else (),
    )


def order_of_sides(sides: Iterable[Side]) -> tuple[EntryId, ...]:
    """Return the entries at a table in order of places, if no two share one."""
    placed = sorted((one.place, one.entry) for one in sides if one.place is not None and one.entry is not None)
    return tuple(entry for _, entry in placed)


def outcome_of_sides(sides: Iterable[Side]) -> Outcome:
    """Return the places at a table, those who tied together."""
    tied: defaultdict[int, list[EntryId]] = defaultdict(list)
    points: dict[EntryId, float] = {}
    for one in sides:
        if one.entry is not None and one.place is not None:
            tied[one.place].append(one.entry)
            if one.points is not None:
                points[one.entry] = one.points
    return Outcome(tuple(tuple(tied[place]) for place in sorted(tied)), points)


def format_slot(one: Side) -> slots.Slot:
    """Return where a side of a bracket's table comes from. Public numbers begin at 1, those of the formats at 0."""
    if one.source_entry is not None:
        return slots.Seeded(one.source_entry)
    if one.source_table is not None and one.source_place is not None:
        return slots.FromTable(slots.TableNumber(one.source_table - 1), slots.Place(one.source_place))
    return slots.Bye()


def rests_by_round(stage: Stage) -> dict[tuple[int, str], frozenset[EntryId]]:
    found: defaultdict[tuple[int, str], set[EntryId]] = defaultdict(set)
    rests = Rest.objects.filter(round__stage=stage).values_list("round_id", "kind", "entry__number")
    for round_id, kind, number in rests:
        found[round_id, kind].add(EntryId(number))
    return {key: frozenset(entries) for key, entries in found.items()}
