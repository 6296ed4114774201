"""Celery tasks. The database says what is due; a task that is lost or comes twice changes nothing."""

from celery import shared_task

from ratings.selectors.work import pool_to_replay, pools_with_pending
from ratings.services.replay import pool_replay
from ratings.services.settling import pool_settle
from ratings.services.snapshots import ranks_snapshot_today


@shared_task
def pool_settle_pending(key: str) -> None:
    """Settles what is pending in a pool."""
    pool_settle(key=key)
    replays_carry_out()


@shared_task
def pools_replay() -> None:
    replays_carry_out()


@shared_task
def ratings_sweep() -> None:
    """Finds what lost nudges and killed workers have left."""
    for key in pools_with_pending():
        pool_settle(key=key)
    replays_carry_out()


@shared_task
def ranks_snapshot() -> None:
    ranks_snapshot_today()


def replays_carry_out() -> None:
    """Carries out all replays that were asked for, and settles what came in meanwhile. Ends where another worker is at
    it: that one goes on with the next."""
    while (key := pool_to_replay()) and pool_replay(key=key):
        pool_settle(key=key)
