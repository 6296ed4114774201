"""Sends the worker tasks to advance a tournament or to mail, from a thread: a bus that hangs must not block a page."""

from collections.abc import Sequence
from threading import Lock, Thread
from time import sleep

import structlog
from celery import current_app
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from tournaments.selectors.situations import tournaments_of_matches

log = structlog.get_logger("guildhall.tournaments")
# The delay in which requests for the same task are merged.
BATCH_DELAY_SECONDS = 0.05
pending_tasks: set[tuple[str, *tuple[int, ...]]] = set()
pending_lock = Lock()


def tournament_nudge(tournament_id: int) -> None:
    task_nudge("tournaments.tasks.tournament_advance", tournament_id)


def mails_nudge() -> None:
    task_nudge("tournaments.tasks.mails_send")


def task_nudge(name: str, *args: int) -> None:
    """Send a task after a short delay, from a thread; requests for the same in between are merged."""
    with pending_lock:
        if (name, *args) in pending_tasks:
            return
        pending_tasks.add((name, *args))
    Thread(target=send, args=[name, *args], daemon=True).start()


def send(name: str, *args: int) -> None:
    sleep(BATCH_DELAY_SECONDS)
    with pending_lock:
        pending_tasks.discard((name, *args))
    publish(name, args)


def publish(name: str, args: Sequence[int]) -> None:
    try:
        current_app.send_task(name, args=args, retry=False)
    except (KombuError, RedisError, OSError) as error:
        log.warning("task lost", task=name, error=type(error).__name__)  # the sweep finds what is due


def matches_finished(match_ids: Sequence[int]) -> None:
    """Receive finished matches: advance the tournaments whose tables they were played at."""
    for tournament_id in tournaments_of_matches(list(match_ids)):
        tournament_nudge(tournament_id)
