"""Rounds: paired as a draft, published with their tables, finished with their standings."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from players.models import Player
from tournaments.director.due import Step
from tournaments.formats.contests.contest import Contest, Line, RoundPlan
from tournaments.formats.contests.plans import next_round, standings
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tie_breaks import Value
from tournaments.models import Entry, Rest, Round, Slot, Stage, StandingLine, Tournament
from tournaments.selectors.contests import contest_of
from tournaments.services.brackets import bracket_update
from tournaments.services.locks import ROUNDS, STANDINGS, log_act, tournament_changed, tournament_lock
from tournaments.services.stages import ROWS_PER_INSERT, round_write, stage_close

Status = Round.Status


# --- Pairing ---


def round_pair(*, tournament_id: int, step: Step, by: Player | None = None, reason: str = "") -> None:
    """Pair a round and store it as a draft.

    Pairing 4,096 entries takes seconds, so it happens before the lock. A task delivered twice finds `state` moved on
    and writes nothing.
    """
    stage = Stage.objects.select_related("tournament").get(tournament_id=tournament_id, number=step.stage)
    contest = contest_of(stage)
    try:
        plan = next_round(stage.kind, contest)
    except (FormatRefusal, StopIteration):  # nobody is left to be paired: the stage ends, and says so
        plan = None
    with transaction.atomic():
        tournament = tournament_lock(tournament_id, step.state)
        if plan is None:
            stage_close(stage)
        else:
            round_store(stage, plan, contest)
        tournament_changed(tournament, [ROUNDS], decided=True)
        facts = {"stage": stage.number, "round": step.round, "tables": len(plan.tables) if plan else 0}
        log_act(tournament, "pair" if plan else "finish-stage", by=by, reason=reason, facts=facts)


def round_store(stage: Stage, plan: RoundPlan, contest: Contest) -> Round:
    """Write a draft; of a schedule, take the round that lies ahead."""
    entries = {EntryId(one.entry.number): one.entry for one in stage.entries.select_related("entry")}
    planned = stage.rounds.filter(number=plan.number, status=Status.PLANNED).first()
    written = planned_take(planned, plan) if planned else round_write(stage, plan, entries, Status.DRAFT)
    rests_write(written, plan, entries)
    return written


def planned_take(planned: Round, plan: RoundPlan) -> Round:
    """Turn a round of the schedule into a draft, without the chairs of those who are not there."""
    seated = {entry for table in plan.tables for entry in table.entries if entry is not None}
    Slot.objects.filter(table__round=planned).exclude(entry__number__in=seated).delete()
    kept = [table.number for table in plan.tables]
    planned.tables.exclude(number__in=kept).delete()
    for table in planned.tables.prefetch_related("slots"):
        for number, slot in enumerate(table.slots.all()):
            if slot.number != number:
                Slot.objects.filter(pk=slot.pk).update(number=number)
    planned.status = Status.DRAFT
    planned.save(update_fields=["status"])
    return planned


def rests_write(written: Round, plan: RoundPlan, entries: dict[EntryId, Entry]) -> None:
    """Who was in and does not play this round."""
    kinds = {Rest.Kind.ABSENT: plan.absent, Rest.Kind.BYE: plan.byes}
    Rest.objects.bulk_create(
        [
            Rest(round=written, entry=entries[entry], kind=kind)
            for kind, resting in kinds.items()
            for entry in sorted(resting)
        ],
        batch_size=ROWS_PER_INSERT,
    )


# --- Publishing ---


def start_of_next(tournament: Tournament, now: datetime) -> datetime:
    """When tables that are published now begin: there is time to come; a break and a fixed time are kept."""
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
    """Publish a draft, or a whole bracket. Its tables are opened by the next step."""
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


# --- Finishing ---


def round_finish(*, tournament_id: int, step: Step) -> None:
    """Every table is decided: store the standings. They are worked out before the lock, from rows that stand.

    A table that was called off brings nothing to anybody; who sat there was there all the same.
    """
    stage = Stage.objects.select_related("tournament").get(tournament_id=tournament_id, number=step.stage)
    lines = standings_after(stage, contest_of(stage), step.round)
    with transaction.atomic():
        tournament = tournament_lock(tournament_id, step.state)
        finished = stage.rounds.get(number=step.round)
        if finished.tables.filter(status__in=["waiting", "ready", "playing"]).exists():
            return  # an organiser has had a table played again meanwhile
        finished.status, finished.finished_at = Status.FINISHED, timezone.now()
        finished.save(update_fields=["status", "finished_at"])
        standings_write(stage, finished, lines)
        tournament_changed(tournament, [STANDINGS, ROUNDS, "mine", "head"], decided=True)
        log_act(tournament, "finish-round", facts={"stage": stage.number, "round": finished.number})


def standings_after(stage: Stage, contest: Contest, number: int) -> list[Line]:
    """Where everybody stood after a round; later rounds are left out."""
    until = tuple(one for one in contest.rounds if one.number <= number)
    return standings(stage.kind, replace(contest, rounds=until))


def standings_write(stage: Stage, written: Round, lines: list[Line]) -> None:
    """Replace the stored standings after a round."""
    members = dict(stage.entries.values_list("entry__number", "entry_id"))
    written.standings.all().delete()
    StandingLine.objects.bulk_create(
        [
            StandingLine(
                round=written,
                entry_id=members[line.entry],
                group=line.group,
                place=line.place,
                points=str(line.points),
                tie_breaks=[value_text(value) for value in line.tie_breaks],
            )
            for line in lines
        ],
        batch_size=ROWS_PER_INSERT,
    )


def standings_restate(stage: Stage, since: int = 1) -> None:
    """Write the standings of finished rounds anew, from a round on: after a correction, or a table played again."""
    if stage.is_bracket:
        return
    contest = contest_of(stage)
    for one in stage.rounds.filter(status=Status.FINISHED, number__gte=since):
        standings_write(stage, one, standings_after(stage, contest, one.number))


def value_text(value: Value | None) -> str | None:
    """Exact values as fractions; a performance with one decimal."""
    if value is None:
        return None
    return f"{value:.1f}" if isinstance(value, float) else str(value)
