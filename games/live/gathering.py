"""What happens in the same moment is done together: while one lot is being worked on, the next gathers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Gathering(Generic[Item]):
    """Hands over whatever has come in, all at once, one lot after another."""

    def __init__(self, work: Callable[[list[Item]], Awaitable[None]], pause: float = 0.0) -> None:
        self.work, self.pause = work, pause
        self.waiting: list[Item] = []
        self.working: asyncio.Task[None] | None = None

    def add(self, item: Item) -> None:
        self.waiting.append(item)
        if self.working is None:
            self.working = asyncio.create_task(self.go_on())

    async def go_on(self) -> None:
        try:
            while self.waiting:
                await asyncio.sleep(self.pause)
                lot, self.waiting = self.waiting, []
                await self.work(lot)
        finally:
            self.working = None

    async def close(self) -> None:
        if self.working is not None:
            self.working.cancel()
            await asyncio.gather(self.working, return_exceptions=True)
