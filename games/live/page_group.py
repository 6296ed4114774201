"""One socket's membership in a group of Channels' layer, which goes on while the bus is away."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar

import structlog
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = structlog.get_logger("guildhall.pages")
BUS_TIMEOUT_SECONDS = 2.0
# After a failure nobody in this process asks for a new channel for so long: each attempt leaves a queue in the layer.
RETRY_SECONDS = 5.0
# What cannot be read is logged; a fault that stays must not fill the log.
ERROR_PAUSE_SECONDS = 1.0
BUS_ERRORS = (RedisError, OSError)


class GroupMember:
    """Hears what is sent to a group, from the first time that the bus answers."""

    retry_at: ClassVar[float] = 0.0

    def __init__(self, group: str, hear: Callable[[Any], Awaitable[None]]) -> None:
        self.layer, self.group, self.hear = get_channel_layer(), group, hear
        self.channel = ""
        self.joining: asyncio.Task[None] | None = None
        self.receiving: asyncio.Task[None] | None = None

    def join(self) -> None:
        """Joins, or joins again: a bus that was away may have forgotten us. Never waits."""
        may_try = self.channel or time.monotonic() >= GroupMember.retry_at
        if may_try and (self.joining is None or self.joining.done()):
            self.joining = asyncio.create_task(self.join_in_time())

    async def join_in_time(self) -> None:
        try:
            async with asyncio.timeout(BUS_TIMEOUT_SECONDS):
                if not self.channel:
                    self.channel = await self.layer.new_channel()
                    self.receiving = asyncio.create_task(self.receive())
                await self.layer.group_add(self.group, self.channel)
        except BUS_ERRORS:
            GroupMember.retry_at = time.monotonic() + RETRY_SECONDS

    async def receive(self) -> None:
        """For as long as the socket is open. No time-out around it: cancelling it deletes the channel."""
        while True:
            try:
                await self.hear(await self.layer.receive(self.channel))
            except Exception:
                log.exception("page message failed")  # what cannot be read closes nobody
                await asyncio.sleep(ERROR_PAUSE_SECONDS)

    async def leave(self) -> None:
        """Leaves the group before the channel goes: the other way round, its name would stay there."""
        if self.joining is not None:
            self.joining.cancel()
            await asyncio.wait([self.joining])
        with suppress(*BUS_ERRORS):
            async with asyncio.timeout(BUS_TIMEOUT_SECONDS):
                await self.layer.group_discard(self.group, self.channel)
        if self.receiving is not None:
            self.receiving.cancel()
            await asyncio.wait([self.receiving], timeout=BUS_TIMEOUT_SECONDS)
