"""What comes in is worked on in lots: all of it, each thing once."""

import asyncio
from random import Random

from games.live.gathering import Gathering


class Work:
    """Takes each lot, and goes on with it until told."""

    def __init__(self) -> None:
        self.lots: list[list[int]] = []
        self.done: list[asyncio.Event] = []

    async def __call__(self, lot: list[int]) -> None:
        self.lots.append(lot)
        self.done.append(asyncio.Event())
        await self.done[-1].wait()


async def add(gathering: Gathering[int], *items: int) -> None:
    for item in items:
        gathering.add(item)
    await asyncio.sleep(0.01)


async def test_what_comes_in_the_same_moment_is_one_lot():
    work = Work()
    await add(Gathering(work), 1, 2, 3)
    assert work.lots == [[1, 2, 3]]


async def test_while_one_lot_is_worked_on_the_next_gathers():
    work = Work()
    gathering = Gathering(work)
    for item in (1, 2, 3):
        await add(gathering, item)
    assert work.lots == [[1]]
    work.done[0].set()
    await asyncio.sleep(0.01)
    assert work.lots == [[1], [2, 3]]
    await gathering.close()


async def test_everything_is_worked_on_once():
    random, seen = Random(7), []

    async def work(lot: list[int]) -> None:
        await asyncio.sleep(random.choice((0, 0, 0.0005, 0.002)))
        seen.extend(lot)

    gathering = Gathering(work, after_many=0.001)
    for item in range(3000):
        gathering.add(item)
        if random.random() < 0.4:
            await asyncio.sleep(random.choice((0, 0, 0, 0.001)))
    while gathering.working:
        await asyncio.sleep(0.01)
    assert sorted(seen) == [*range(3000)]
    assert not gathering.waiting
