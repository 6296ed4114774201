"""Collects what arrives at the same time and does it together: one query, one commit, one message."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import psycopg
import structlog
from django.db import Error as DatabaseError

log = structlog.get_logger("guildhall.live")
Item = TypeVar("Item")
Question = TypeVar("Question")
Answer = TypeVar("Answer")
# From this size on, the batch after it waits so long for more: each item gets cheaper, and where they come one by one,
# as people make moves, nobody waits.
BUSY_BATCH_SIZE = 5
BUSY_PAUSE_SECONDS = 0.008
CHUNK_SIZE = 64
CHUNK_PAUSE_SECONDS = 0.01


class DatabaseAway(Exception):  # noqa: N818
    """The database did not answer. Whether a move is stored is only known once it has been asked again."""


class Batcher(Generic[Item]):
    """Hands over all items that have come in; while one batch is being worked on, the next collects."""

    def __init__(
        self, work: Callable[[list[Item]], Awaitable[None]], pause_seconds: float = 0.0, busy_pause_seconds: float = 0.0
    ) -> None:
        """`pause_seconds` is waited before each batch, or `busy_pause_seconds` if the batch before was a large one."""
        self.work, self.pause_seconds = work, pause_seconds
        self.busy_pause_seconds = max(pause_seconds, busy_pause_seconds)
        self.was_busy = False
        self.waiting: list[Item] = []
        self.working: asyncio.Task[None] | None = None

    def add(self, item: Item) -> None:
        self.waiting.append(item)
        if self.working is None:
            self.working = asyncio.create_task(self.run())

    async def run(self) -> None:
        try:
            while self.waiting:
                if pause_seconds := self.busy_pause_seconds if self.was_busy else self.pause_seconds:
                    await asyncio.sleep(pause_seconds)
                batch, self.waiting = self.waiting, []
                self.was_busy = len(batch) >= BUSY_BATCH_SIZE
                await self.work(batch)
        finally:
            self.working = None

    async def close(self) -> None:
        if self.working is not None:
            self.working.cancel()
            await asyncio.gather(self.working, return_exceptions=True)


class BatchedCalls(Generic[Question, Answer]):
    """Answers many callers with one call of a function that takes a batch."""

    def __init__(self, answer_all: Callable[[Sequence[Question]], Awaitable[Sequence[Answer | Exception]]]) -> None:
        self.answer_all = answer_all
        self.batcher = Batcher[tuple[Question, asyncio.Future[Answer]]](
            self.answer_batch, busy_pause_seconds=BUSY_PAUSE_SECONDS
        )

    async def ask(self, question: Question) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.batcher.add((question, answer))
        return await answer

    async def answer_batch(self, batch: list[tuple[Question, asyncio.Future[Answer]]]) -> None:
        """Resolve every caller's future. An answer that is an exception is raised for its caller alone."""
        questions, futures = [question for question, _ in batch], [future for _, future in batch]
        answers: Sequence[Answer | Exception]
        try:
            answers = await self.answer_all(questions)
        except (DatabaseError, psycopg.Error) as error:
            answers = [DatabaseAway(str(error)) for _ in questions]
        except Exception as error:
            log.exception("batch failed")
            answers = [error for _ in questions]
        for future, answer in zip(futures, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    async def close(self) -> None:
        await self.batcher.close()


async def in_chunks(items: Sequence[Item], size: int = CHUNK_SIZE) -> AsyncIterator[Sequence[Item]]:
    """Yield all items, a few at a time, with a pause between: a move that arrives meanwhile must not wait for all."""
    for start in range(0, len(items), size):
        if start:
            await asyncio.sleep(CHUNK_PAUSE_SECONDS)
        yield items[start : start + size]
