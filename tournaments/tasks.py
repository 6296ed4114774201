"""Celery tasks: each reads an id and calls one service."""

from celery import shared_task
from django.utils import timezone

from tournaments.selectors.situations import tournaments_due
from tournaments.services import live_points, mails, steps


@shared_task
def tournament_advance(tournament_id: int) -> None:
    """Carry out what is due in a tournament. Sent on commit; `tournaments_sweep` repeats what was lost."""
    steps.tournament_advance(tournament_id)


@shared_task
def tournaments_sweep() -> None:
    """Send a task for every tournament with something due or a match over; one that fails or is slow delays no
    other."""
    for tournament_id in tournaments_due(timezone.now()):
        tournament_advance.delay(tournament_id)


@shared_task
def points_tell() -> None:
    """Announce to tournaments' pages that points at running tables have changed."""
    live_points.points_tell()


@shared_task(autoretry_for=(OSError,), retry_backoff=10, retry_backoff_max=600, max_retries=5)
def mails_send() -> None:
    """Mail the notices that are due; retried for some minutes if the mail server is away, and then by `mails_sweep`."""
    if mails.mails_send() == mails.MAILS_PER_RUN_LIMIT:
        mails_send.delay()


@shared_task
def mails_sweep() -> None:
    """Mail what a lost task, a killed worker or a mail server that was away has left."""
    if mails.mails_sweep() == mails.MAILS_PER_RUN_LIMIT:
        mails_send.delay()
