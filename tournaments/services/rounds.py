"""Pairs rounds as drafts, publishes them with their tables, and finishes them with their standings."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from players.models import Player
from tournaments.director.due import Step
from tournaments.formats.contests.contest import Contest, RoundPlan, StagePlacing
from tournaments.formats.contests.plans import next_round, standings
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tie_breaks import Value
from tournaments.models import Entry, Rest, Round, Slot, Stage, StageEntry, StandingLine, Tournament
from tournaments.selectors.contests import contest_of
from tournaments.services.brackets import bracket_update
from tournaments.services.locks import ROUNDS, STANDINGS, log_act, tournament_changed, tournament_lock
from tournaments.services.stages import ROWS_PER_INSERT, round_write, stage_close

Status = Round.Status
# Entries that leave during the last attempt keep their seats, so that nobody delays a round by leaving and returning.
PAIRING_ATTEMPTS_LIMIT = 3


# --- Pairing ---


def round_pair(*, tournament_id: int, step: Step, by: Player | None = None, reason: str = "") -> None:
    """Pair a round and store it as a draft.

    Pairing 4,096 entries takes seconds, so it happens before the lock. A task delivered twice finds `state` moved on
    and writes nothing. Where somebody has left or sits out since, it is paired again.
    """
    stage = Stage.objects.select_related("tournament").get(tournament_id=tournament_id, number=step.stage)
    for attempt in range(1, PAIRING_ATTEMPTS_LIMIT + 1):
        contest = contest_of(stage)
        plan = plan_of(stage, contest)
        with transaction.atomic():
            tournament = tournament_lock(tournament_id, step.state)
            is_final = attempt == PAIRING_ATTEMPTS_LIMIT or not has_left_since(stage, contest)
            if is_final:
                round_plan_store(tournament, stage, step, plan, contest, by=by, reason=reason)
            else:
                transaction.set_rollback(True)  # releases the lock too
        if is_final:
            return


def round_plan_store(
    tournament: Tournament,
    stage: Stage,
    step: Step,
    plan: RoundPlan | None,
    contest: Contest,
    *,
    by: Player | None,
    reason: str,
) -> None:
    """Store a draft, or end the stage if nobody is left to be paired. The tournament is locked."""
    if plan is None:
        stage_close(stage)
    else:
        round_store(stage, plan, contest)
        newcomers_join_later(stage, plan, contest)
    tournament_changed(tournament, [ROUNDS], decided=True)
    facts = {"stage": stage.number, "round": step.round, "tables": len(plan.tables) if plan else 0}
    log_act(tournament, "pair" if plan else "finish-stage", by=by, reason=reason, facts=facts)


def plan_of(stage: Stage, contest: Contest) -> RoundPlan | None:
    """Return the next round; None if nobody is left to be paired."""
    try:
        return next_round(stage.kind, contest)
    except (FormatRefusal, StopIteration):
        return None


def has_left_since(stage: Stage, contest: Contest) -> bool:
    """Return whether an entry that was there when the stage was read does not play any more."""
    away = StageEntry.objects.filter(stage=stage).exclude(entry__status=Entry.Status.IN, entry__sits_out=False)
    return not contest.dropped | contest.absent >= set(away.values_list("entry__number", flat=True))


def round_store(stage: Stage, plan: RoundPlan, contest: Contest) -> Round:
    """Store a draft; of a schedule, turn its next round into one."""
    entries = {EntryId(one.entry.number): one.entry for one in stage.entries.select_related("entry")}
    planned = stage.rounds.filter(number=plan.number, status=Status.PLANNED).first()
    stored = planned_round_draft(planned, plan) if planned else round_write(stage, plan, entries, Status.DRAFT)
    rests_write(stored, plan, entries)
    return stored


def newcomers_join_later(stage: Stage, plan: RoundPlan, contest: Contest) -> None:
    """Have entries that came while the round was being paired play from the next one on."""
    known = [entry.id for entry in contest.entries]
    came = Entry.objects.filter(stages__stage=stage).exclude(number__in=known)
    came.filter(joined_stage=stage.number).update(joined_round=plan.number + 1)


def planned_round_draft(planned: Round, plan: RoundPlan) -> Round:
    """Turn a scheduled round into a draft, without the seats of absent entries."""
    seated = {entry for table in plan.tables for entry in table.entries if entry is not None}
    Slot.objects.filter(table__round=planned).exclude(entry__number__in=seated).delete()
    kept = [table.number for table in plan.tables]
    planned.tables.exclude(number__in=kept).delete()
    slots_number(planned)
    planned.status = Status.DRAFT
    planned.save(update_fields=["status"])
    return planned


def slots_number(changed: Round) -> None:
    """Number the seats at each table without gaps, after some have been removed."""
    for table in changed.tables.prefetch_related("slots"):
        for number, slot in enumerate(table.slots.all()):
            if slot.number != number:
                Slot.objects.filter(pk=slot.pk).update(number=number)


def rests_write(stored: Round, plan: RoundPlan, entries: dict[EntryId, Entry]) -> None:
    """Write who was in and does not play this round."""
    kinds = {Rest.Kind.ABSENT: plan.absent, Rest.Kind.BYE: plan.byes}
    Rest.objects.bulk_create(
        [
            Rest(round=stored, entry=entries[entry], kind=kind)
            for kind, resting in kinds.items()
            for entry in sorted(resting)
        ],
        batch_size=ROWS_PER_INSERT,
    )


def draft_leave(tournament: Tournament, entry: Entry, *, rests: bool) -> None:
    """Remove an entry that will not play from a waiting draft. A Swiss is paired anew.

    Of a schedule only the seat is removed, and who is left alone at the table rests.
    """
    chair = Slot.objects.filter(table__round__status=Status.DRAFT, table__stage__tournament=tournament, entry=entry)
    slot = chair.select_related("table__round__stage").first()
    if slot is None or slot.table.stage.is_bracket:
        return
    draft = slot.table.round
    if draft.stage.kind == Stage.Kind.SWISS:
        draft.delete()
    else:
        slot.delete()
        staying = [one.entry for one in slot.table.slots.select_related("entry") if one.entry is not None]
        if rests:
            Rest.objects.create(round=draft, entry=entry, kind=Rest.Kind.ABSENT)
        if len(staying) == 1:
            Rest.objects.create(round=draft, entry=staying[0], kind=Rest.Kind.BYE)
            slot.table.delete()
        slots_number(draft)
    tournament_changed(tournament, [ROUNDS], decided=True)


# --- Publishing ---


def start_of_next(tournament: Tournament, now: datetime) -> datetime:
    """Return when tables published now begin: after the lead time, the break and a fixed time."""
    starts = [now + timedelta(seconds=tournament.lead_seconds)]
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status__in=[Status.PLANNED, Status.DRAFT])
    if rounds.count() < len(tournament.round_times):
        starts.append(tournament.round_times[rounds.count()])
    last = rounds.filter(finished_at__isnull=False).order_by("-finished_at").first()
    if last is not None and last.finished_at is not None and tournament.break_minutes:
        starts.append(last.finished_at + timedelta(minutes=tournament.break_minutes))
    if tournament.starts_at is not None and not rounds.exists():
        starts.append(tournament.starts_at)
    return max(starts)


@transaction.atomic
def round_publish(*, tournament_id: int, step: Step, by: Player | None = None, reason: str = "") -> None:
    """Publish a draft, or a whole bracket. The next step opens its tables."""
    tournament = tournament_lock(tournament_id, step.state)
    stage = tournament.stages.get(number=step.stage)
    starts_at = start_of_next(tournament, timezone.now())
    drafts = stage.rounds.filter(status=Status.DRAFT)
    first = drafts.first()
    drafts.update(status=Status.PUBLISHED)
    if first is not None:
        Round.objects.filter(pk=first.pk).update(starts_at=starts_at)
    if stage.is_bracket:  # a round in which nobody has to play is over at once
        bracket_update(stage)
    tournament_changed(tournament, decided=True)
    log_act(tournament, "publish", by=by, reason=reason, facts={"stage": stage.number, "round": step.round})


# --- Leaving ---


def last_round_write(entry: Entry) -> None:
    """Write the last round of an entry: it sat at a table, was absent, or had a bye."""
    own = Round.objects.filter(Q(tables__slots__entry=entry) | Q(rests__entry=entry)).exclude(status=Status.PLANNED)
    last = own.select_related("stage").order_by("-stage__number", "-number").first()
    entry.left_stage, entry.left_round = (last.stage.number, last.number) if last else (None, None)
    entry.save(update_fields=["left_stage", "left_round"])


# --- Finishing ---


def round_finish(*, tournament_id: int, step: Step) -> None:
    """Store the standings once every table is decided; they are computed before the lock, from rows that no longer
    change.

    A called-off table gives no points to anybody; its entries count as present.
    """
    stage = Stage.objects.select_related("tournament").get(tournament_id=tournament_id, number=step.stage)
    placings = standings_after(stage, contest_of(stage), step.round)
    with transaction.atomic():
        tournament = tournament_lock(tournament_id, step.state)
        finished = stage.rounds.get(number=step.round)
        if finished.tables.filter(status__in=["waiting", "ready", "playing"]).exists():
            return  # an organiser has had a table played again meanwhile
        finished.status, finished.finished_at = Status.FINISHED, timezone.now()
        finished.save(update_fields=["status", "finished_at"])
        standings_write(stage, finished, placings)
        sitting_out_end(finished)
        tournament_changed(tournament, [STANDINGS, ROUNDS, "mine", "head"], decided=True)
        log_act(tournament, "finish-round", facts={"stage": stage.number, "round": finished.number})


def sitting_out_end(finished: Round) -> None:
    """End the sitting out of those who chose it; those who never came must return by themselves."""
    over = Entry.objects.filter(sits_out=True, never_came=False, rests__round=finished, rests__kind=Rest.Kind.ABSENT)
    Entry.objects.filter(pk__in=list(over.values_list("pk", flat=True))).update(sits_out=False)


def standings_after(stage: Stage, contest: Contest, number: int) -> list[StagePlacing]:
    """Return the standings after a round, without later rounds."""
    until = tuple(one for one in contest.rounds if one.number <= number)
    return standings(stage.kind, replace(contest, rounds=until))


def standings_write(stage: Stage, stored: Round, placings: list[StagePlacing]) -> None:
    """Replace the stored standings after a round."""
    members = dict(stage.entries.values_list("entry__number", "entry_id"))
    stored.standings.all().delete()
    StandingLine.objects.bulk_create(
        [
            StandingLine(
                round=stored,
                entry_id=members[placing.entry],
                group=placing.group,
                place=placing.place,
                points=str(placing.points),
                tie_breaks=[value_text(value) for value in placing.tie_breaks],
            )
            for placing in placings
        ],
        batch_size=ROWS_PER_INSERT,
    )


def standings_recompute(stage: Stage, since: int = 1) -> None:
    """Rewrite the standings of finished rounds from one on, after a correction or a replayed table."""
    if stage.is_bracket:
        return
    contest = contest_of(stage)
    for one in stage.rounds.filter(status=Status.FINISHED, number__gte=since):
        standings_write(stage, one, standings_after(stage, contest, one.number))


def value_text(value: Value | None) -> str | None:
    """Return exact values as fractions; a performance with one decimal."""
    if value is None:
        return None
    return f"{value:.1f}" if isinstance(value, float) else str(value)
