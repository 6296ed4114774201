"""Calls a table when the time of whoever is to act is up.

Only a hint: deadlines stand in the database, and a worker acts for tables that no process has loaded.
"""

import asyncio
from collections.abc import Callable

from games.engine.clock import Milliseconds
from games.services.clocks import now_in_milliseconds


class TurnTimer:
    """Calls `expired` once the next deadline has passed.

    A timer that fires too early is set again then, which is cheaper than setting it anew at every move.
    """

    def __init__(self, next_deadline: Callable[[], Milliseconds | None], expired: Callable[[], None]) -> None:
        self.next_deadline, self.expired = next_deadline, expired
        self.handle: asyncio.TimerHandle | None = None
        self.fires_at: Milliseconds = 0

    @property
    def is_set(self) -> bool:
        return self.handle is not None

    def set(self, deadline: Milliseconds | None) -> None:
        if deadline is None:
            self.stop()
        elif self.handle is None or deadline < self.fires_at:
            self.stop()
            self.fires_at = deadline
            seconds = max(0.0, (deadline - now_in_milliseconds()) / 1000)
            self.handle = asyncio.get_running_loop().call_later(seconds, self.fire)

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None

    def fire(self) -> None:
        self.handle, deadline = None, self.next_deadline()
        if deadline is not None and deadline <= now_in_milliseconds():
            self.expired()
        else:
            self.set(deadline)
