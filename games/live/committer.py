"""Moves that arrive together are stored together: one statement, one commit, then everybody is answered."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from channels.db import database_sync_to_async

from games.services.moves import Proposal, moves_commit


class NotStored(Exception):  # noqa: N818
    """The database did not answer. Nobody knows whether the move stands until it is asked again."""


class Committer:
    """While one batch is on its way to the database, the next gathers."""

    def __init__(self, moved: Callable[[set[int]], Awaitable[None]]) -> None:
        self.moved = moved
        self.waiting: list[tuple[Proposal, asyncio.Future[bool]]] = []
        self.working: asyncio.Task[None] | None = None
        executor = ThreadPoolExecutor(1, thread_name_prefix="committer")
        self.store = database_sync_to_async(moves_commit, thread_sensitive=False, executor=executor)

    async def commit(self, proposal: Proposal) -> bool:
        """True once the move is stored; False if the match stood elsewhere."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.waiting.append((proposal, stored))
        if self.working is None:
            self.working = asyncio.create_task(self.work())
        return await stored

    async def work(self) -> None:
        try:
            while self.waiting:
                batch, self.waiting = self.waiting, []
                await self.store_batch(batch)
        finally:
            self.working = None

    async def store_batch(self, batch: list[tuple[Proposal, asyncio.Future[bool]]]) -> None:
        try:
            moved = await self.store([proposal for proposal, _ in batch])
        except Exception as error:  # noqa: BLE001  (each of those who wait hears of it)
            for _, stored in batch:
                if not stored.done():
                    stored.set_exception(NotStored(str(error)))
            return
        for proposal, stored in batch:
            if not stored.done():
                stored.set_result(proposal.match_id in moved)
        await self.moved(moved)
