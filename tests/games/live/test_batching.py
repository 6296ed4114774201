"""What arrives at the same time is worked on together: all of it, each thing once, and no error is anybody else's."""

import asyncio
from collections.abc import Sequence
from random import Random

import psycopg
import pytest
from django.db import OperationalError

from games.live.batching import BatchedCalls, Batcher, DatabaseAway


class Work:
    """Takes each batch, and goes on with it until told."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.done: list[asyncio.Event] = []

    async def __call__(self, batch: list[int]) -> None:
        self.batches.append(batch)
        self.done.append(asyncio.Event())
        await self.done[-1].wait()


async def add(batcher: Batcher[int], *items: int) -> None:
    for item in items:
        batcher.add(item)
    await asyncio.sleep(0.01)


async def test_what_comes_in_the_same_moment_is_one_batch():
    work = Work()
    await add(Batcher(work), 1, 2, 3)
    assert work.batches == [[1, 2, 3]]


async def test_while_one_batch_is_worked_on_the_next_collects():
    work = Work()
    batcher = Batcher(work)
    for item in (1, 2, 3):
        await add(batcher, item)
    assert work.batches == [[1]]
    work.done[0].set()
    await asyncio.sleep(0.01)
    assert work.batches == [[1], [2, 3]]
    await batcher.close()


async def test_everything_is_worked_on_once():
    random, seen = Random(7), []

    async def work(batch: list[int]) -> None:
        await asyncio.sleep(random.choice((0, 0, 0.0005, 0.002)))
        seen.extend(batch)

    batcher = Batcher(work, busy_pause_seconds=0.001)
    for item in range(3000):
        batcher.add(item)
        if random.random() < 0.4:
            await asyncio.sleep(random.choice((0, 0, 0, 0.001)))
    while len(seen) < 3000:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.01)
    assert sorted(seen) == [*range(3000)]


async def test_an_answer_that_is_an_error_is_raised_for_its_caller_alone():
    async def answer_all(questions: Sequence[str]) -> list[str | Exception]:
        return [ValueError("no") if one == "bad" else one.upper() for one in questions]

    calls: BatchedCalls[str, str] = BatchedCalls(answer_all)
    bad, good = await asyncio.gather(calls.ask("bad"), calls.ask("good"), return_exceptions=True)
    assert (str(bad), good) == ("no", "GOOD")
    assert not isinstance(bad, DatabaseAway)


@pytest.mark.parametrize(
    ("error", "raised"),
    [(psycopg.OperationalError(), DatabaseAway), (OperationalError(), DatabaseAway), (KeyError(1), KeyError)],
)
async def test_only_an_error_of_the_database_counts_as_the_database_being_away(error, raised, caplog):
    async def answer_all(_: Sequence[str]) -> list[str]:
        raise error

    calls: BatchedCalls[str, str] = BatchedCalls(answer_all)
    answers = await asyncio.gather(calls.ask("one"), calls.ask("other"), return_exceptions=True)
    assert {type(answer) for answer in answers} == {raised}
    assert ("batch failed" in caplog.text) == (raised is KeyError)
