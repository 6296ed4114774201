"""Reads a whole stage as plain values, which the formats go on from: six queries, however large it is."""

from collections import defaultdict
from collections.abc import Iterable

from ratings.formulas.elo import START
from tournaments.formats.contests.contest import Contest, RoundSoFar, TableSoFar
from tournaments.formats.contests.settings import read_settings
from tournaments.formats.elimination import slots
from tournaments.formats.entries import Entry as FormatEntry
from tournaments.formats.entries import EntryId
from tournaments.formats.swiss import Sizes
from tournaments.formats.tables import Outcome
from tournaments.models import Entry, Rest, Round, Slot, Stage, StageEntry, Table, Tournament


def sizes_of(tournament: Tournament) -> Sizes:
    """How many sides a table may have, as the game says it."""
    mode = tournament.mode
    return Sizes(mode.fewest, mode.wished, mode.most)


def contest_of(stage: Stage) -> Contest:
    """A stage as it stands. Drafts count as paired: nobody is paired twice."""
    members = list(StageEntry.objects.filter(stage=stage).select_related("entry"))
    playing = playing_now(stage) if stage.is_bracket else frozenset()
    return Contest(
        settings=read_settings(stage.settings),
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
    """Who sits at a table of a bracket that is being played: a departure counts once that is over."""
    at_tables = Slot.objects.filter(
        table__stage=stage, table__match__isnull=False, table__status__in=["ready", "playing"], entry__isnull=False
    )
    return frozenset(map(EntryId, at_tables.values_list("entry__number", flat=True)))


def rounds_of(stage: Stage) -> tuple[RoundSoFar, ...]:
    tables, rests = tables_by_round(stage), rests_by_round(stage)
    return tuple(
        RoundSoFar(
            one.number,
            tuple(tables[one.pk]),
            absent=rests[one.pk, Rest.Kind.ABSENT],
            byes=rests[one.pk, Rest.Kind.BYE],
            planned=one.status == Round.Status.PLANNED,
        )
        for one in Round.objects.filter(stage=stage)
    )


def tables_by_round(stage: Stage) -> defaultdict[int, list[TableSoFar]]:
    found: defaultdict[int, list[TableSoFar]] = defaultdict(list)
    for table in tables_with_slots(Table.objects.filter(stage=stage)):
        found[table.round_id].append(table_so_far(table))
    return found


def tables_with_slots(tables: "Iterable[Table]") -> Iterable[Table]:
    """Tables with their sides and whoever sits there, in two queries."""
    return tables.order_by("round__number", "number").prefetch_related(  # type: ignore[attr-defined]
        "slots__entry", "slots__source_entry"
    )


def table_so_far(table: Table) -> TableSoFar:
    sides = list(table.slots.all())
    return TableSoFar(
        number=table.number,
        group=table.group,
        entries=tuple(EntryId(one.entry.number) if one.entry else None for one in sides),
        outcome=outcome_of_slots(sides) if table.status == Table.Status.FINISHED else None,
        slots=tuple(format_slot(one) for one in sides) if table.part else (),
        part=table.part,
        advances=table.advances,
    )


def outcome_of_slots(sides: Iterable[Slot]) -> Outcome:
    """The places at a table, those who tied together."""
    tied: defaultdict[int, list[EntryId]] = defaultdict(list)
    points: dict[EntryId, float] = {}
    for one in sides:
        if one.entry is not None and one.place is not None:
            tied[one.place].append(EntryId(one.entry.number))
            if one.points is not None:
                points[EntryId(one.entry.number)] = one.points
    return Outcome(tuple(tuple(tied[place]) for place in sorted(tied)), points)


def format_slot(one: Slot) -> slots.Slot:
    """Where a side of a bracket's table comes from. Public numbers begin at 1, those of the formats at 0."""
    if one.source_entry is not None:
        return slots.Seeded(EntryId(one.source_entry.number))
    if one.source_table is not None and one.source_place is not None:
        return slots.Comes(slots.TableNumber(one.source_table - 1), slots.Place(one.source_place))
    return slots.Bye()


def rests_by_round(stage: Stage) -> defaultdict[tuple[int, str], frozenset[EntryId]]:
    found: defaultdict[tuple[int, str], frozenset[EntryId]] = defaultdict(frozenset)
    rests = Rest.objects.filter(round__stage=stage).values_list("round_id", "kind", "entry__number")
    for round_id, kind, number in rests:
        found[round_id, kind] |= {EntryId(number)}
    return found
