"""Asks the worker to go on with a tournament, beside everything else: a bus that hangs must not hold up a page."""

from collections.abc import Sequence
from threading import Lock, Thread
from time import sleep
from typing import Any

import structlog
from celery import current_app
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from tournaments.selectors.situations import tournaments_of_matches

log = structlog.get_logger("guildhall.tournaments")
# Tables that end together, and acts that follow each other, share one task.
COLLECT_SECONDS = 0.05
waiting: set[int] = set()
guard = Lock()


def tournament_nudge(tournament_id: int) -> None:
    """Send a task for a tournament, a moment later and from a thread; several requests meanwhile are one."""
    with guard:
        if tournament_id in waiting:
            return
        waiting.add(tournament_id)
    Thread(target=send, args=[tournament_id], daemon=True).start()


def send(tournament_id: int) -> None:
    sleep(COLLECT_SECONDS)
    with guard:
        waiting.discard(tournament_id)
    publish("tournaments.tasks.tournament_advance", [tournament_id])


def task_send(name: str, args: list[Any]) -> None:
    """Send a task from a thread of its own."""
    Thread(target=publish, args=[name, args], daemon=True).start()


def publish(name: str, args: list[Any]) -> None:
    try:
        current_app.send_task(name, args=args, retry=False)
    except (KombuError, RedisError, OSError) as error:
        log.warning("task lost", task=name, error=type(error).__name__)  # the sweep finds what is due


def matches_finished(match_ids: Sequence[int]) -> None:
    """A receiver of finished matches: those that were played in a tournament are read by its worker."""
    for tournament_id in tournaments_of_matches(list(match_ids)):
        tournament_nudge(tournament_id)
