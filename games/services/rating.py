"""Hands results of finished matches over to the ratings, and announces to tables that a match has been rated."""

from collections.abc import Sequence
from threading import Lock, Thread
from time import sleep

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from games.models import Match
from games.selectors.rating import is_any_rated, matches_to_hand_over, report_of
from games.services.announcements import ChangeKind, MatchChange, announce
from ratings.services.results import result_record

log = structlog.get_logger("guildhall.rating")
# Held while a nudge is about to be sent.
nudge_lock = Lock()
# Matches that finish within this time share a nudge: two hundred at once held up every table for half a second.
NUDGE_MERGE_SECONDS = 0.05


def matches_hand_over() -> set[str]:
    """Hand finished rated matches over to the ratings, and return the pools that have something to settle."""
    pools: set[str] = set()
    while matches := matches_to_hand_over():
        for match in matches:
            pools.add(match_hand_over(match))
    return pools


@transaction.atomic
def match_hand_over(match: Match) -> str:
    """Record a result in the ratings' books and mark the match as handed over, or neither; return its pool."""
    report = report_of(match)
    result_record(report)
    Match.objects.filter(pk=match.pk).update(handed_over=True)
    return report.pool


def rating_nudge(match_ids: Sequence[int]) -> None:
    """Send the worker a task to rate finished matches, from a thread: a bus that hangs must not hold up the tables.

    One task at a time is enough, because the worker finds in the database what there is to do. Casual games need none:
    sending a task takes several milliseconds, and moves wait meanwhile.
    """
    if is_any_rated(match_ids) and nudge_lock.acquire(blocking=False):
        Thread(target=send_nudge, daemon=True).start()


def send_nudge() -> None:
    sleep(NUDGE_MERGE_SECONDS)
    nudge_lock.release()  # a match that finishes from here on may not be seen by this task
    try:
        current_app.send_task("games.tasks.matches_rate", retry=False)
    except (KombuError, RedisError, OSError) as error:
        log.warning("nudge lost", error=type(error).__name__)  # matches-rate finds them (CELERY_BEAT_SCHEDULE)


def ratings_announce(match_ids: Sequence[int]) -> None:
    """Announce to the tables of matches that they have been rated."""
    announce(*(MatchChange(ChangeKind.RATINGS, match_id) for match_id in match_ids))
