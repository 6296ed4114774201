"""Celery tasks for tables and matches. They find what the web processes missed."""

from celery import shared_task
from django.utils import timezone

from games.selectors.matches import matches_due
from games.services import clocks, leaving, sealed
from games.services.rating import matches_hand_over
from ratings.tasks import pool_settle_pending


@shared_task
def matches_advance() -> None:
    """Advance matches in which somebody's time is up, when no web process has done it."""
    clocks.pulse_record()
    for match_id in matches_due(timezone.now()):
        clocks.match_advance(match_id)


@shared_task
def tables_close_abandoned() -> None:
    """Close waiting tables that everyone has left."""
    leaving.tables_close_abandoned()


@shared_task
def sealed_tables_start() -> None:
    """Start the sealed tables that are due."""
    sealed.sealed_tables_start_due()


@shared_task
def matches_rate() -> None:
    """Hand finished rated matches over to the ratings, and send a task for each pool to settle them."""
    for pool in sorted(matches_hand_over()):
        pool_settle_pending.delay(pool)
