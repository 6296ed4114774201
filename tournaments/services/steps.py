"""Carries out what is due in a tournament, one step at a time."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.db import connection, transaction
from django.utils import timezone

from tournaments.director.due import Blocked, Step, StepKind, Wait, due
from tournaments.models import Tournament
from tournaments.models.tournament import STEP_FAILED
from tournaments.refusals import Stale
from tournaments.selectors.situations import situation_of
from tournaments.services import phases, rounds, stages, tables

log = structlog.get_logger("guildhall.tournaments")
# A tournament with more steps due goes on in the next task, so that none occupies a worker.
STEPS_PER_TASK_LIMIT = 50
# How long until a step that failed is tried again.
RETRY_SECONDS = 5
# While a large round is paired the step's transaction is idle for longer than the site allows elsewhere.
STEP_TIMEOUT_SECONDS = 300
# PostgreSQL releases the advisory lock at the end of the transaction, or when the worker's connection ends.
CLAIM_SQL = """
SELECT set_config('idle_in_transaction_session_timeout', %s, true), pg_try_advisory_xact_lock(hashtextextended(%s, 0))
"""

Service = Callable[..., None]
SERVICES: dict[StepKind, Service] = {
    StepKind.OPEN_REGISTRATION: phases.registration_open,
    StepKind.CLOSE_REGISTRATION: phases.registration_close,
    StepKind.OPEN_CHECK_IN: phases.check_in_open,
    StepKind.START: phases.tournament_start,
    StepKind.CANCEL: phases.tournament_cancel_empty,
    StepKind.BEGIN_STAGE: stages.stage_begin,
    StepKind.PAIR_ROUND: rounds.round_pair,
    StepKind.PUBLISH_ROUND: rounds.round_publish,
    StepKind.OPEN_TABLES: tables.tables_open,
    StepKind.BEGIN_TABLES: tables.tables_begin,
    StepKind.COLLECT_RESULTS: tables.results_collect,
    StepKind.FINISH_ROUND: rounds.round_finish,
    StepKind.FINISH_STAGE: stages.stage_finish,
    StepKind.FINISH: phases.tournament_finish,
}


def tournament_advance(tournament_id: int) -> int:
    """Carry out what is due until nothing is; return how many steps that were. Safe to call at any moment.

    A step that fails has changed nothing; it is tried again a while later, and the organiser is shown that it failed.
    """
    try:
        for taken in range(STEPS_PER_TASK_LIMIT):
            step = step_due(tournament_id, timezone.now())
            if not isinstance(step, Step) or not step_carry_out(tournament_id=tournament_id, step=step):
                return taken
    except Exception:
        again_at = timezone.now() + timedelta(seconds=RETRY_SECONDS)
        Tournament.objects.filter(pk=tournament_id).update(wake_at=again_at, problem=STEP_FAILED)
        raise
    return STEPS_PER_TASK_LIMIT


def step_due(tournament_id: int, now: datetime) -> Step | Wait | Blocked:
    """Return what is due; if nothing is, store until when or why, for the sweep and for the organiser."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return Wait()
    found = due(situation_of(tournament, now), now)
    if not isinstance(found, Step):
        wake_at = found.until
        problem = found.code if isinstance(found, Blocked) else ""
        if (tournament.wake_at, tournament.problem) != (wake_at, problem):
            # Not if something has changed since it was read: then another task has been sent.
            unchanged = Tournament.objects.filter(pk=tournament_id, version=tournament.version)
            unchanged.update(wake_at=wake_at, problem=problem)
    return found


def step_carry_out(*, tournament_id: int, step: Step) -> bool:
    """Carry out one step by its service, in one transaction; False while another worker carries out one.

    That worker asks again what is due once it is done, so nothing is lost. Later ones find `state` changed and do
    nothing twice.
    """
    began = time.monotonic()
    try:
        with transaction.atomic():
            if not step_claim(tournament_id):
                return False
            SERVICES[step.do](tournament_id=tournament_id, step=step)
    except Stale:
        return True
    log.info(
        "tournament step",
        tournament=tournament_id,
        step=step.do.value,
        stage=step.stage,
        round=step.round,
        milliseconds=round((time.monotonic() - began) * 1000),
    )
    return True


def step_claim(tournament_id: int) -> bool:
    """Take the tournament's advisory lock until the transaction ends; False if another worker has it."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_SQL, [f"{STEP_TIMEOUT_SECONDS}s", f"tournament step {tournament_id}"])
        _timeout, is_claimed = cursor.fetchone()
    return bool(is_claimed)
