"""Draws stages and ends them, and stores who goes on."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from players.models import Player
from tournaments.director.due import Step
from tournaments.formats.contests.contest import Contest, RoundPlan, TablePlan
from tournaments.formats.contests.plans import (
    BRACKETS,
    StagePlan,
    StageResult,
    default_advance,
    default_groups,
    draw,
    stage_end,
    stages_of,
)
from tournaments.formats.contests.settings import read_settings
from tournaments.formats.elimination.slots import FromTable, Seeded
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.models import Entry, Round, Slot, Stage, StageEntry, Table, Tournament
from tournaments.selectors.contests import contest_of, format_entry, sizes_of
from tournaments.services.brackets import bracket_update
from tournaments.services.locks import log_act, tournament_changed, tournament_lock

Status = Stage.Status
ROWS_PER_INSERT = 1000


def stages_write(tournament: Tournament) -> None:
    """Replace the stages of a tournament by those of its format, before the first has begun."""
    tournament.stages.all().delete()
    plans = stages_of(tournament.format, tournament.settings)
    for plan in plans:
        read_settings(plan.settings)  # refuses what makes no sense
    Stage.objects.bulk_create(
        Stage(tournament=tournament, number=number, name=plan.name, kind=plan.kind, settings=plan.settings)
        for number, plan in enumerate(plans, start=1)
    )


def plans_of(tournament: Tournament) -> list[StagePlan]:
    return stages_of(tournament.format, tournament.settings)


# --- The beginning of a stage ---


@transaction.atomic
def stage_begin(*, tournament_id: int, step: Step, by: Player | None = None, reason: str = "") -> None:
    """Draw a stage: its groups, and the rounds that its format knows in advance."""
    tournament = tournament_lock(tournament_id, step.state)
    stage = tournament.stages.get(number=step.stage)
    entries = entries_for(stage)
    stage_draw(stage, entries)
    tournament_changed(tournament, decided=True)
    log_act(tournament, "begin-stage", by=by, reason=reason, facts={"stage": stage.number, "entries": len(entries)})


def entries_for(stage: Stage) -> list[Entry]:
    """Return who plays in a stage, best seed first: everyone who is in, or who has qualified from the stage before."""
    if stage.number == 1:
        return list(stage.tournament.entries.filter(status=Entry.Status.IN).order_by("seed", "number"))
    through = StageEntry.objects.filter(
        stage__tournament=stage.tournament, stage__number=stage.number - 1, goes_on=True, entry__status="in"
    )
    return [one.entry for one in through.order_by("place").select_related("entry")]


def stage_draw(stage: Stage, entries: Sequence[Entry]) -> None:
    """Store the start of a stage. Settings that follow from the number of entries are stored too."""
    tournament, sizes = stage.tournament, sizes_of(stage.tournament)
    settings_complete(stage, len(entries))
    field = [format_entry(entry) for entry in entries]
    apart = {"apart": groups_before(stage)} if stage.kind in BRACKETS else {}
    if len(field) >= min(2, sizes.smallest):
        drawn = draw(stage.kind, field, read_settings(stage.settings), sizes, bytes(tournament.seed), **apart)
    else:
        drawn = draw("elimination", field, read_settings(stage.settings), sizes, b"")  # nobody to play against
    if drawn.rounds:
        stage.settings["rounds"] = drawn.rounds
    stage.status = Status.RUNNING
    stage.save(update_fields=["settings", "status"])
    by_number = {EntryId(entry.number): entry for entry in entries}
    StageEntry.objects.bulk_create(
        [
            StageEntry(stage=stage, entry=entry, seed=seed, group=drawn.groups.get(EntryId(entry.number), ""))
            for seed, entry in enumerate(entries, start=1)
        ],
        batch_size=ROWS_PER_INSERT,
    )
    status = Round.Status.DRAFT if stage.is_bracket else Round.Status.PLANNED
    for plan in drawn.ahead:
        round_write(stage, plan, by_number, status)
    if stage.is_bracket:
        bracket_update(stage)


def settings_complete(stage: Stage, entries: int) -> None:
    """Fill in groups and places in the next stage where the organiser has left them open."""
    sizes, settings = sizes_of(stage.tournament), stage.settings
    if stage.number < stage.tournament.stages.count():
        if stage.kind == Stage.Kind.ROUND_ROBIN:
            groups = settings.get("groups") or default_groups(entries, sizes)
            settings["groups"] = max(1, min(groups, entries // sizes.smallest))
        settings["advance"] = settings.get("advance") or default_advance(entries, settings.get("groups", 1), sizes)


def groups_before(stage: Stage) -> dict[EntryId, str]:
    """Return the groups of the stage before: entries from one group should not start together."""
    before = StageEntry.objects.filter(
        stage__tournament=stage.tournament, stage__number=stage.number - 1, goes_on=True
    ).exclude(group="")
    return {EntryId(number): f"group {group}" for number, group in before.values_list("entry__number", "group")}


def round_write(stage: Stage, plan: RoundPlan, entries: dict[EntryId, Entry], status: str) -> Round:
    """Store a round that lies ahead or was paired, with its tables and their sides."""
    stored = Round.objects.create(stage=stage, number=plan.number, status=status)
    waiting = Table.Status.WAITING if stage.is_bracket else Table.Status.READY
    tables = Table.objects.bulk_create(
        [
            Table(
                stage=stage,
                round=stored,
                number=one.number,
                group=one.group,
                status=waiting,
                part=one.part,
                advances=one.advances,
                explanation=one.explanation,
            )
            for one in plan.tables
        ],
        batch_size=ROWS_PER_INSERT,
    )
    sides = [side for table, one in zip(tables, plan.tables, strict=True) for side in slots_of(table, one, entries)]
    Slot.objects.bulk_create(sides, batch_size=ROWS_PER_INSERT)
    return stored


def slots_of(table: Table, plan: TablePlan, entries: dict[EntryId, Entry]) -> list[Slot]:
    sources = plan.slots or (None,) * len(plan.entries)
    return [
        Slot(
            table=table,
            number=number,
            entry=None if entry is None else entries[entry],
            **source_fields(source, entries),
        )
        for number, (entry, source) in enumerate(zip(plan.entries, sources, strict=True))
    ]


def source_fields(source: Any, entries: dict[EntryId, Entry]) -> dict[str, Any]:
    """Where a side of a bracket comes from; tables are counted from 1 outside the formats."""
    if isinstance(source, Seeded):
        return {"source_entry": entries[source.entry]}
    if isinstance(source, FromTable):
        return {"source_table": source.table + 1, "source_place": int(source.place)}
    return {}


# --- The end of a stage ---


@transaction.atomic
def stage_finish(*, tournament_id: int, step: Step, by: Player | None = None, reason: str = "") -> None:
    """Write in which order a stage has ended and who goes on. What it ended with stays."""
    tournament = tournament_lock(tournament_id, step.state)
    stage = tournament.stages.get(number=step.stage)
    stage_close(stage)
    tournament_changed(tournament, decided=True)
    log_act(tournament, "finish-stage", by=by, reason=reason, facts={"stage": stage.number})


def stage_close(stage: Stage, *, is_last: bool = False) -> None:
    """End a stage of a tournament that is held; rounds that were never paired are left out.

    From the last one nobody goes on, also where a later one was planned and will not be played.
    """
    stage.rounds.filter(status=Round.Status.PLANNED).delete()
    stage.rounds.filter(status=Round.Status.DRAFT).delete()
    stage.rounds.exclude(status=Round.Status.FINISHED).update(status=Round.Status.FINISHED, finished_at=timezone.now())
    is_last = is_last or stage.number == stage.tournament.stages.count()
    ended = ended_of(stage, contest_of(stage), is_last)
    rows = {one.entry.number: one for one in StageEntry.objects.filter(stage=stage).select_related("entry")}
    for one in ended:
        rows[one.entry].place, rows[one.entry].goes_on = one.place, one.goes_on
    StageEntry.objects.bulk_update(rows.values(), ["place", "goes_on"], batch_size=500)
    stage.status = Status.FINISHED
    stage.save(update_fields=["status"])


def ended_of(stage: Stage, contest: Contest, is_last: bool) -> list[StageResult]:
    """The order of a stage; a stage that nobody could play ends in the order of its seeds."""
    try:
        return stage_end(stage.kind, contest, is_last=is_last)
    except FormatRefusal:
        return [
            StageResult(entry.id, place, not is_last and entry.id not in contest.dropped)
            for place, entry in enumerate(contest.entries, start=1)
        ]
