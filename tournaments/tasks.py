"""Doors for Celery: get the id, call the service."""

from celery import shared_task
from django.utils import timezone

from tournaments.selectors.situations import tournaments_due
from tournaments.services import live_points, mails, steps


@shared_task
def tournament_advance(tournament_id: int) -> None:
    """Carry out whatever is due in a tournament. Sent on commit; `tournaments_sweep` finds what got lost."""
    steps.tournament_advance(tournament_id)


@shared_task
def tournaments_sweep() -> None:
    """Go on with every tournament whose time has come, or whose matches have ended without a nudge. Each has a task of
    its own: one that fails or takes long holds up no other."""
    for tournament_id in tournaments_due(timezone.now()):
        tournament_advance.delay(tournament_id)


@shared_task
def points_tell() -> None:
    """Tell pages of tournaments that points at running tables have changed."""
    live_points.points_tell()


@shared_task(autoretry_for=(OSError,), retry_backoff=10, retry_backoff_max=600, max_retries=5)
def mails_send() -> None:
    """Mail the notices that are due. A mail server that is away is tried again for some minutes; `mails_sweep` goes on
    with what is left then."""
    if mails.mails_send() == mails.MAILS_PER_RUN:
        mails_send.delay()


@shared_task
def mails_sweep() -> None:
    """Mail what a lost task, a killed worker or a mail server that was away has left."""
    if mails.mails_sweep() == mails.MAILS_PER_RUN:
        mails_send.delay()
