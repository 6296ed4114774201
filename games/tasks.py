"""What the worker does for tables: the backstop behind the processes that serve them."""

from celery import shared_task
from django.utils import timezone

from games.selectors.matches import matches_due
from games.services import clocks, leaving, sealed
from games.services.rating import matches_hand_over
from ratings.tasks import pool_settle_pending


@shared_task
def matches_advance() -> None:
    """Acts for the late at tables that nobody is looking at."""
    clocks.pulse_record()
    for match_id in matches_due(timezone.now()):
        clocks.match_advance(match_id)


@shared_task
def tables_close_abandoned() -> None:
    leaving.tables_close_abandoned()


@shared_task
def sealed_tables_start() -> None:
    """Starts the tables whose time has come."""
    sealed.sealed_tables_start_due()


@shared_task
def matches_rate() -> None:
    """Hands finished rated matches over, and has them settled."""
    for pool in sorted(matches_hand_over()):
        pool_settle_pending.delay(pool)
