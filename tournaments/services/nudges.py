"""Asks the worker to go on with a tournament or to send mails, beside everything else: a bus that hangs must not hold
up a page."""

from collections.abc import Sequence
from threading import Lock, Thread
from time import sleep

import structlog
from celery import current_app
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from tournaments.selectors.situations import tournaments_of_matches

log = structlog.get_logger("guildhall.tournaments")
# Tables that end together, and acts that follow each other, share one task.
COLLECT_SECONDS = 0.05
waiting: set[tuple[str, *tuple[int, ...]]] = set()
guard = Lock()


def tournament_nudge(tournament_id: int) -> None:
    task_nudge("tournaments.tasks.tournament_advance", tournament_id)


def mails_nudge() -> None:
    task_nudge("tournaments.tasks.mails_send")


def task_nudge(name: str, *args: int) -> None:
    """Send a task, a moment later and from a thread; several requests for the same meanwhile are one."""
    with guard:
        if (name, *args) in waiting:
            return
        waiting.add((name, *args))
    Thread(target=send, args=[name, *args], daemon=True).start()


def send(name: str, *args: int) -> None:
    sleep(COLLECT_SECONDS)
    with guard:
        waiting.discard((name, *args))
    publish(name, args)


def publish(name: str, args: Sequence[int]) -> None:
    try:
        current_app.send_task(name, args=args, retry=False)
    except (KombuError, RedisError, OSError) as error:
        log.warning("task lost", task=name, error=type(error).__name__)  # the sweep finds what is due


def matches_finished(match_ids: Sequence[int]) -> None:
    """A receiver of finished matches: those that were played in a tournament are read by its worker."""
    for tournament_id in tournaments_of_matches(list(match_ids)):
        tournament_nudge(tournament_id)
