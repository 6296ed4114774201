"""A table's alarm clock. Only a hint: deadlines stand in the database, and the worker looks at them too."""

import asyncio
from collections.abc import Callable

from games.engine.clock import Milliseconds
from games.services.clocks import now_in_milliseconds


class Timer:
    """Rings when the next deadline has passed. One that goes off too early is set again then, which is cheaper than
    setting it anew at every move."""

    def __init__(self, next_deadline: Callable[[], Milliseconds | None], ring: Callable[[], None]) -> None:
        self.next_deadline, self.ring = next_deadline, ring
        self.handle: asyncio.TimerHandle | None = None
        self.at: Milliseconds = 0

    def set(self, deadline: Milliseconds | None) -> None:
        if deadline is None:
            self.stop()
        elif self.handle is None or deadline < self.at:
            self.stop()
            self.at = deadline
            seconds = max(0.0, (deadline - now_in_milliseconds()) / 1000)
            self.handle = asyncio.get_running_loop().call_later(seconds, self.go_off)

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None

    def go_off(self) -> None:
        self.handle, deadline = None, self.next_deadline()
        if deadline is not None and deadline <= now_in_milliseconds():
            self.ring()
        else:
            self.set(deadline)
