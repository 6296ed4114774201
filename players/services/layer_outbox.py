"""Sends messages to groups of a channel layer, so that nobody who commits or plays waits for the bus.

Messages that wait for the same group are merged. A send has a time-out and is tried twice: the first one after a
restart of the bus fails, on a connection that is no more. What cannot be sent is dropped, because every receiver also
finds out from the database.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from threading import Lock, Thread
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import structlog
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = structlog.get_logger("guildhall.layer")
SEND_TIMEOUT_SECONDS = 2.0
SEND_ATTEMPTS = 2
WAITING_MESSAGES_LIMIT = 10_000
# What a channel layer raises while Valkey is away or hangs.
BUS_ERRORS = (RedisError, OSError)

Message = TypeVar("Message", bound=Mapping[str, Any])
Work = Callable[[], Coroutine[Any, Any, None]]


def in_thread(work: Work) -> None:
    """Run a coroutine in a thread with an event loop of its own; no daemon, so a command that ends still sends."""
    Thread(target=lambda: asyncio.run(work()), name="layer-outbox").start()


class LayerOutbox(Generic[Message]):
    """Messages that wait to be sent over one layer, by group."""

    def __init__(
        self,
        *,
        layer: str,
        merge: Callable[[Sequence[Message]], Message],
        merge_seconds: float = 0.0,
        start: Callable[[Work], object] = in_thread,
    ) -> None:
        """`merge_seconds` is how long messages gather before they are sent; `start` runs `send_waiting` beside."""
        self.layer, self.merge, self.merge_seconds, self.start = layer, merge, merge_seconds, start
        self.reset()
        OUTBOXES.add(self)

    def reset(self) -> None:
        self.lock = Lock()
        self.waiting: dict[str, list[Message]] = {}
        self.waiting_count = 0
        self.is_sending = False

    def add(self, group: str, message: Message) -> None:
        """Have a message sent soon. Never waits, never fails."""
        with self.lock:
            if self.waiting_count >= WAITING_MESSAGES_LIMIT:
                log.warning("announcement dropped", layer=self.layer, groups=1, reason="too many are waiting")
                return
            self.waiting.setdefault(group, []).append(message)
            self.waiting_count += 1
            must_start, self.is_sending = not self.is_sending, True
        if must_start:
            self.start(self.send_waiting)

    async def send_waiting(self) -> None:
        """Send until nothing waits any more."""
        while batch := await self.take():
            await self.send_batch(batch)

    async def take(self) -> dict[str, list[Message]]:
        await asyncio.sleep(self.merge_seconds)
        with self.lock:
            batch, self.waiting, self.waiting_count = self.waiting, {}, 0
            self.is_sending = bool(batch)
        return batch

    async def send_batch(self, batch: Mapping[str, Sequence[Message]]) -> None:
        """Send a message to each group, or drop what is left with a line in the log."""
        unsent = set(batch)
        try:
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                for group, messages in batch.items():
                    await send(self.layer, group, self.merge(messages))
                    unsent.discard(group)
        except BUS_ERRORS as error:
            log.warning("announcement dropped", layer=self.layer, groups=len(unsent), reason=type(error).__name__)
        except Exception:
            log.exception("announcement failed")  # a bug of ours; what comes next is sent all the same


async def send(layer: str, group: str, message: Mapping[str, Any]) -> None:
    for attempts_left in reversed(range(SEND_ATTEMPTS)):
        try:
            return await get_channel_layer(layer).group_send(group, message)
        except BUS_ERRORS:
            if not attempts_left:
                raise


OUTBOXES: WeakSet[LayerOutbox[Any]] = WeakSet()


def reset_outboxes() -> None:
    """Empty every outbox in a forked process: a lock that was held in the parent would never open."""
    for outbox in OUTBOXES:
        outbox.reset()


os.register_at_fork(after_in_child=partial(reset_outboxes))
