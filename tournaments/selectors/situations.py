"""Reads the situation of a tournament for the director: five small queries at any size."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from games.models import Match
from tournaments.director.situation import STATUSES_BEFORE_START, Situation, Status
from tournaments.models import Entry, Round, Stage, Table, Tournament
from tournaments.models.tournament import TOO_FEW_ENTRIES_TIMEOUT

# A match with one of these has a result, or was ended without one.
OVER_STATUSES = (Match.Status.FINISHED, Match.Status.CALLED_OFF, Match.Status.CLOSED)


def situation_of(tournament: Tournament, now: datetime | None = None) -> Situation:
    """Return the tournament's situation now."""
    values = plan_values(tournament)
    if tournament.status in STATUSES_BEFORE_START:
        values |= {"entries": entries_ready(tournament)}
    elif tournament.status == Tournament.Status.RUNNING:
        values |= stage_values(tournament, now or timezone.now())
    return Situation(**values)


def plan_values(tournament: Tournament) -> dict[str, Any]:
    """Return what the tournament's own row says."""
    return {
        "status": Status(tournament.status),
        "state": tournament.state,
        "paused": tournament.paused,
        "automatic": tournament.automatic,
        "registration_opens_at": tournament.registration_opens_at,
        "registration_closes_at": tournament.registration_closes_at,
        "check_in_opens_at": tournament.check_in_opens_at,
        "starts_at": tournament.starts_at,
        "lead": timedelta(seconds=tournament.lead_seconds),
        "pause_between_rounds": timedelta(minutes=tournament.break_minutes),
        "wait_for_entries": TOO_FEW_ENTRIES_TIMEOUT,
        "fewest": tournament.fewest,
        "fewest_at_table": tournament.mode.fewest,
    }


def entries_ready(tournament: Tournament) -> int:
    """Count who would play if it started now: with check-in open, only those checked in, the waiting list too."""
    ready = Entry.objects.filter(tournament=tournament)
    if tournament.status == Tournament.Status.CHECK_IN:
        ready = ready.filter(status__in=["in", "waiting"], checked_in_at__isnull=False)
    else:
        ready = ready.filter(status="in")
    count = ready.count()
    return count if tournament.places is None else min(count, tournament.places)


def stage_values(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """Return the running or last stage, its newest round, and its tables."""
    stages = list(tournament.stages.all())
    begun = [stage for stage in stages if stage.status != Stage.Status.WAITING]
    if not begun:
        return {"stages": len(stages)}
    stage = begun[-1]
    rounds = list(stage.rounds.exclude(status=Round.Status.PLANNED))
    newest = newest_round(stage, rounds)
    in_all = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.Status.PLANNED).count()
    return {
        "stages": len(stages),
        "stage": stage.number,
        "stage_running": stage.status == Stage.Status.RUNNING,
        "is_bracket": stage.is_bracket,
        "is_swiss": stage.kind == Stage.Kind.SWISS,
        "rounds": stage.settings.get("rounds"),
        "round": newest.number if newest else 0,
        "round_status": newest.status if newest else "",
        "round_finished_at": newest.finished_at if newest else None,
        "next_round_at": tournament.round_times[in_all] if in_all < len(tournament.round_times) else None,
        **entry_counts(stage),
        **table_counts(stage, now),
    }


def entry_counts(stage: Stage) -> dict[str, Any]:
    """Count who takes part in a stage, and who would be paired now."""
    return stage.entries.filter(entry__status="in").aggregate(
        taking_part=Count("pk"), present=Count("pk", filter=Q(entry__sits_out=False))
    )


def newest_round(stage: Stage, rounds: list[Round]) -> Round | None:
    """Return the last round that was paired; of a bracket, whose rounds overlap, the first that is not over."""
    if stage.is_bracket:
        return next((one for one in rounds if one.status != Round.Status.FINISHED), rounds[-1] if rounds else None)
    return rounds[-1] if rounds else None


def table_counts(stage: Stage, now: datetime) -> dict[str, Any]:
    """Count tables by what is due at them, in one query."""
    shown = Q(round__status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING, Round.Status.FINISHED])
    ready, opened = shown & Q(status="ready"), Q(match__isnull=False)
    undecided = shown & Q(status__in=["waiting", "ready", "playing"])
    return Table.objects.filter(stage=stage).aggregate(
        undecided=Count("pk", filter=undecided),
        to_open=Count("pk", filter=ready & ~opened),
        to_begin=Count("pk", filter=ready & opened & Q(starts_at__lte=now)),
        next_begins_at=Min("starts_at", filter=ready & opened),
        being_played=Count("pk", filter=undecided & opened),
        results=Count("pk", filter=undecided & Q(match__status__in=OVER_STATUSES)),
        called_off=Count("pk", filter=shown & Q(status="called-off")),
    )


def tournaments_due(now: datetime) -> list[int]:
    """Return tournaments for which something is due: `wake_at` has passed, or a match is over and was not read."""
    woken = (
        Tournament.objects.filter(wake_at__lte=now, rehearsal=False).order_by("wake_at").values_list("pk", flat=True)
    )
    over = tables_with_results().order_by().values_list("stage__tournament_id", flat=True).distinct()
    return list(dict.fromkeys([*woken, *over]))


def tables_with_results() -> QuerySet[Table]:
    """Return the queue from games to tournaments: tables without an outcome whose match is over."""
    return Table.objects.filter(
        status__in=["ready", "playing"],
        match__status__in=OVER_STATUSES,
        stage__status=Stage.Status.RUNNING,
        stage__tournament__rehearsal=False,
    )


def tournaments_of_matches(match_ids: list[int]) -> list[int]:
    """Return the tournaments whose tables play these matches."""
    found = Table.objects.filter(match_id__in=match_ids, stage__tournament__rehearsal=False).order_by()
    return sorted(set(found.values_list("stage__tournament_id", flat=True)))
