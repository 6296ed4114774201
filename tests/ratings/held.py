"""A worker in the middle of a replay, for tests of what happens meanwhile."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import psycopg
from django.db import connection

from ratings.services.replay import pool_replay

WAIT_SECONDS = 20
WAITING = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ratings_standing%'
"""


class HeldReplay:
    """Has written everything but the standings, of which somebody holds one."""

    def __init__(self, pool: str, work: Callable[[], Any]) -> None:
        self.work = work
        self.outcome: Any = None
        self.holder = psycopg.connect(**connection.get_connection_params(), autocommit=False)
        self.holder.execute("SELECT FROM ratings_standing WHERE pool_id = %s FOR UPDATE", [pool])
        self.thread = Thread(target=self.run)
        self.thread.start()
        (self.process,) = until(waiting)

    def run(self) -> None:
        try:
            self.outcome = self.work()
        except Exception as error:  # noqa: BLE001  (killed, or a bug: the test looks)
            self.outcome = error
        finally:
            connection.close()

    def go_on(self) -> Any:
        """Lets it come to its end, and says what came of it."""
        self.holder.rollback()
        self.thread.join()
        self.holder.close()
        return self.outcome

    def kill(self) -> Any:
        """Takes its connection away, as the end of its process would."""
        self.holder.execute("SELECT pg_terminate_backend(%s)", [self.process])
        self.thread.join()
        return self.go_on()


@contextmanager
def replay_held(pool: str, work: Callable[[], Any] | None = None) -> Iterator[HeldReplay]:
    """The replay has to move at least one standing: whoever stands where they stood is not written again."""
    held = HeldReplay(pool, work or (lambda: pool_replay(key=pool)))
    try:
        yield held
    finally:
        if held.thread.is_alive():
            held.go_on()


def waiting() -> tuple[int] | None:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return cursor.fetchone()


def until(question: Callable[[], Any]) -> Any:
    give_up_at = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < give_up_at:
        if answer := question():
            return answer
        time.sleep(0.01)
    raise AssertionError("waited in vain")
