"""Doors for Celery. The database says what is due; a task that is lost or comes twice changes nothing."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from ratings.selectors.work import pools_with_pending, revisions_idle
from ratings.services.rebuilding import revision_build, revisions_clear
from ratings.services.settling import pool_settle
from ratings.services.snapshots import ranks_snapshot_today

# Without a sign of life for so long, whoever built a revision has died.
IDLE_AFTER = timedelta(seconds=5)


@shared_task
def pool_settle_pending(key: str) -> None:
    """Settles what is pending in a pool."""
    pool_settle(key=key)
    rebuilds_go_on()


@shared_task
def revisions_build() -> None:
    rebuilds_go_on()


@shared_task
def ratings_sweep() -> None:
    """Finds what lost nudges and killed workers have left."""
    for key in pools_with_pending():
        pool_settle(key=key)
    rebuilds_go_on()
    revisions_clear()


@shared_task
def ranks_snapshot() -> None:
    ranks_snapshot_today()


def rebuilds_go_on() -> None:
    """Builds what is to be built and nobody builds. A rebuild may end with the need for another: that one is next."""
    while revisions := revisions_idle(timezone.now() - IDLE_AFTER):
        revision_build(revision_id=revisions[0])
