"""From a finished match to its ratings: handing the result over, and telling the table when it is rated."""

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
nudging = Lock()
# Those who finish in the same moment share a nudge: two hundred at once held up every table for half a second.
A_MOMENT = 0.05


def matches_hand_over() -> set[str]:
    """Hands finished rated matches over to the ratings, and says which pools have got something to settle."""
    pools: set[str] = set()
    while matches := matches_to_hand_over():
        for match in matches:
            pools.add(match_hand_over(match))
    return pools


@transaction.atomic
def match_hand_over(match: Match) -> str:
    """Once: the result is in the ratings' books and the match is marked, or neither."""
    report = report_of(match)
    result_record(report)
    Match.objects.filter(pk=match.pk).update(handed_over=True)
    return report.pool


def rating_nudge(match_ids: Sequence[int]) -> None:
    """Asks the worker to look, beside everything else: a bus that hangs must not hold up the tables.

    One nudge at a time is enough, because the worker looks for itself what there is to do. A casual game, as most are,
    needs none: to send a task takes Python several milliseconds, and moves wait meanwhile.
    """
    if is_any_rated(match_ids) and nudging.acquire(blocking=False):
        Thread(target=nudge, daemon=True).start()


def nudge() -> None:
    sleep(A_MOMENT)
    nudging.release()  # who finishes from here on may not be seen by the worker that we are about to wake
    try:
        current_app.send_task("games.tasks.matches_rate", retry=False)
    except (KombuError, RedisError, OSError) as error:
        log.warning("nudge lost", error=type(error).__name__)  # the sweep will find it


def ratings_announce(match_ids: Sequence[int]) -> None:
    """Tells the tables that their ratings are there."""
    announce(*(MatchChange(ChangeKind.RATINGS, match_id) for match_id in match_ids))
