"""What happens in the same moment is done together, in lots; what would take long is done in small ones."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
MANY = 5
A_FEW = 64
A_BREATH = 0.01


class Gathering(Generic[Item]):
    """Hands over whatever has come in, all at once; while lots are being worked on, the next gathers.

    Before each lot comes a pause, in which it can grow; another one if the last lot was of many. As many lots are
    worked on at once as there are hands, but only one while they are of many: few large lots cost less.
    """

    def __init__(
        self,
        work: Callable[[list[Item]], Awaitable[None]],
        pause: float = 0.0,
        *,
        after_many: float | None = None,
        hands: int = 1,
    ) -> None:
        self.work, self.pause, self.hands = work, pause, hands
        self.after_many = pause if after_many is None else after_many
        self.were_many = False
        self.waiting: list[Item] = []
        self.working: set[asyncio.Task[None]] = set()
        self.is_about_to_start = False

    def add(self, item: Item) -> None:
        self.waiting.append(item)
        if not self.is_about_to_start and len(self.working) < (1 if self.were_many else self.hands):
            self.is_about_to_start = True
            self.working.add(asyncio.create_task(self.go_on()))

    async def go_on(self) -> None:
        try:
            while self.waiting:
                await self.work(await self.next_lot())
                if self.is_about_to_start or (self.were_many and len(self.working) > 1):
                    return  # another hand takes what is waiting
        finally:
            self.working.remove(asyncio.current_task())  # type: ignore[arg-type]

    async def next_lot(self) -> list[Item]:
        self.is_about_to_start = True
        await asyncio.sleep(self.after_many if self.were_many else self.pause)
        lot, self.waiting, self.is_about_to_start = self.waiting, [], False
        self.were_many = len(lot) >= MANY
        return lot

    async def close(self) -> None:
        tasks = tuple(self.working)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def small_lots(items: Sequence[Item], size: int = A_FEW) -> AsyncIterator[Sequence[Item]]:
    """All of them, a few at a time, with a breath between: a look at five hundred tables must not hold up a move."""
    for start in range(0, len(items), size):
        if start:
            await asyncio.sleep(A_BREATH)
        yield items[start : start + size]
