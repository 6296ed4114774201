"""What happens in the same moment is done together, in lots; what would take long is done in small ones."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
MANY = 5
A_FEW = 64
A_BREATH = 0.01


class Gathering(Generic[Item]):
    """Hands over whatever has come in, all at once; while one lot is being worked on, the next gathers.

    Before each lot there may be a pause, in which it can grow; another one if the last lot was of many.
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
                if pause := self.after_many if self.were_many else self.pause:
                    await asyncio.sleep(pause)
                lot, self.waiting = self.waiting, []
                self.were_many = len(lot) >= MANY
                await self.work(lot)
        finally:
            self.working = None

    async def close(self) -> None:
        if self.working is not None:
            self.working.cancel()
            await asyncio.gather(self.working, return_exceptions=True)


async def small_lots(items: Sequence[Item], size: int = A_FEW) -> AsyncIterator[Sequence[Item]]:
    """All of them, a few at a time, with a breath between: a look at five hundred tables must not hold up a move."""
    for start in range(0, len(items), size):
        if start:
            await asyncio.sleep(A_BREATH)
        yield items[start : start + size]
