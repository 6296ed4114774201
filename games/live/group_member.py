"""A web process's membership in one group of a channel layer."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ClassVar

import structlog
from channels.layers import get_channel_layer

from players.services.layer_outbox import BUS_ERRORS

log = structlog.get_logger("guildhall.layer")
BUS_TIMEOUT_SECONDS = 2.0
# After a failure nobody in this process asks for a new channel for so long: each attempt leaves a queue in the layer.
RETRY_SECONDS = 5.0
# What cannot be read is logged; a fault that stays must not fill the log.
ERROR_PAUSE_SECONDS = 1.0


class GroupMember:
    """Hears what is sent to a group, from the first time that the bus answers."""

    retry_at: ClassVar[float] = 0.0

    def __init__(self, layer: str, group: str, hear: Callable[[Any], Awaitable[None]]) -> None:
        self.layer, self.group, self.hear = get_channel_layer(layer), group, hear
        self.channel = ""
        self.joining: asyncio.Task[None] | None = None
        self.receiving: asyncio.Task[None] | None = None

    def join(self) -> None:
        """Join, or join again: a bus that was away may have forgotten us. Never waits."""
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
        """Receive until we leave. No time-out around `receive` of the layer: cancelling it deletes the channel."""
        while True:
            try:
                await self.hear(await self.layer.receive(self.channel))
            except Exception:
                log.exception("message of a channel layer failed")  # what cannot be read closes nobody
                await asyncio.sleep(ERROR_PAUSE_SECONDS)

    async def leave(self) -> None:
        """Leave the group before the channel goes: the other way round, its name would stay there."""
        if self.joining is not None:
            self.joining.cancel()
            await asyncio.wait([self.joining])
        with suppress(*BUS_ERRORS):
            async with asyncio.timeout(BUS_TIMEOUT_SECONDS):
                await self.layer.group_discard(self.group, self.channel)
        if self.receiving is not None:
            self.receiving.cancel()
            await asyncio.wait([self.receiving], timeout=BUS_TIMEOUT_SECONDS)
