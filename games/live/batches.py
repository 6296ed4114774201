"""What many tables want of the database at the same time is done at once: one statement, then everybody is answered."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import psycopg
import structlog
from django.db import Error as DatabaseError

from games.live.gathering import Gathering

log = structlog.get_logger("guildhall.live")
Question = TypeVar("Question")
Answer = TypeVar("Answer")
# While many ask, a moment makes the batches larger and each question cheaper. Where moves come one by one, as people
# make them, nobody waits.
A_MOMENT = 0.008


class DatabaseAway(Exception):  # noqa: N818
    """The database did not answer. Of a move, nobody knows whether it stands until it is asked again."""


class Batches(Generic[Question, Answer]):
    """While one batch is on its way to the database, the next gathers."""

    def __init__(self, work: Callable[[Sequence[Question]], Awaitable[Sequence[Answer | Exception]]]) -> None:
        self.work = work
        self.waiting = Gathering[tuple[Question, asyncio.Future[Answer]]](self.answer, after_many=A_MOMENT)

    async def ask(self, question: Question) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.add((question, answer))
        return await answer

    async def answer(self, batch: list[tuple[Question, asyncio.Future[Answer]]]) -> None:
        questions, futures = [question for question, _ in batch], [future for _, future in batch]
        answers: Sequence[Answer | Exception]
        try:
            answers = await self.work(questions)
        except (DatabaseError, psycopg.Error) as error:  # each of those who wait hears of it
            answers = [DatabaseAway(str(error)) for _ in questions]
        except Exception as error:
            log.exception("batch failed")
            answers = [error for _ in questions]
        for future, answer in zip(futures, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):  # what is wrong with one question is kept from the others
                future.set_exception(answer)
            else:
                future.set_result(answer)
