"""What happens in the same moment is done together: while one lot is being worked on, the next gathers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")
MANY = 5


class Gathering(Generic[Item]):
    """Hands over whatever has come in, all at once, one lot after another.

    Before each lot comes a pause, in which it can grow; another one if the last lot was of many.
    """

    def __init__(
        self, work: Callable[[list[Item]], Awaitable[None]], pause: float = 0.0, after_many: float | None = None
    ) -> None:
        self.work, self.pause = work, pause
        self.after_many = pause if after_many is None else after_many
        self.were_many = False
        self.waiting: list[Item] = []
        self.working: asyncio.Task[None] | None = None

    def add(self, item: Item) -> None:
        self.waiting.append(item)
        if self.working is None:
            self.working = asyncio.create_task(self.go_on())

    async def go_on(self) -> None:
        try:
            while self.waiting:
                await asyncio.sleep(self.after_many if self.were_many else self.pause)
                lot, self.waiting = self.waiting, []
                self.were_many = len(lot) >= MANY
                await self.work(lot)
        finally:
            self.working = None

    async def close(self) -> None:
        if self.working is not None:
            self.working.cancel()
            await asyncio.gather(self.working, return_exceptions=True)
