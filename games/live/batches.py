"""What many tables want of the database at the same time is done at once: one statement, then everybody is answered."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from django.db import connection, connections

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class DatabaseAway(Exception):  # noqa: N818
    """The database did not answer. Of a move, nobody knows whether it stands until it is asked again."""


class Batches(Generic[Question, Answer]):
    """While one batch is on its way to the database, the next gathers. One thread, which keeps its connection."""

    def __init__(self, name: str, work: Callable[[Sequence[Question]], Sequence[Answer]]) -> None:
        self.work = work
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self.working: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answer))
        if self.working is None:
            self.working = asyncio.create_task(self.go_on())
        return await answer

    async def go_on(self) -> None:
        try:
            while self.waiting:
                batch, self.waiting = self.waiting, []
                await self.answer(batch)
        finally:
            self.working = None

    async def answer(self, batch: list[tuple[Question, asyncio.Future[Answer]]]) -> None:
        questions, futures = [question for question, _ in batch], [future for _, future in batch]
        try:
            answers = await asyncio.get_running_loop().run_in_executor(self.thread, self.work_or_let_go, questions)
        except Exception as error:  # noqa: BLE001  (each of those who wait hears of it)
            for future in futures:
                if not future.done():
                    future.set_exception(DatabaseAway(str(error)))
            return
        for future, answer in zip(futures, answers, strict=True):
            if not future.done():
                future.set_result(answer)

    def work_or_let_go(self, questions: Sequence[Question]) -> Sequence[Answer]:
        """In the thread. A connection on which something failed is not used again."""
        if connection.connection is not None and not connection.is_usable():  # it died while it was idle
            connections.close_all()
        try:
            return self.work(questions)
        except Exception:
            connections.close_all()
            raise

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, connections.close_all)
        self.thread.shutdown()
