"""Announces to open pages which of their parts have changed: a group a page, over Channels' layer. docs/protocol.md.

A separate thread sends, so that no transaction waits for the bus. A lost message is noticed at the next heartbeat of
each page, which reads the version from the database.
"""

import asyncio
import hashlib
import os
import re
from collections.abc import Sequence
from functools import partial
from threading import Lock, Thread
from typing import Literal, TypedDict

import structlog
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

log = structlog.get_logger("guildhall.pages")
# Channels' limit is 99 characters of these; "page.", a kind and a SHA-256 digest fit into it.
GROUP_NAME_PATTERN = re.compile(r"[A-Za-z0-9_.-]{1,90}")
KIND_MAX_LENGTH = 25
# Announcements for one page within this time are merged into one message. Browsers wait longer before they fetch.
MERGE_INTERVAL_SECONDS = 0.1
# Messages of a batch that are not sent within this time are dropped: the bus hangs.
SEND_TIMEOUT_SECONDS = 2.0
# The first send after a restart of the bus fails, because its connection is closed.
SEND_ATTEMPTS = 2
WAITING_PAGES_LIMIT = 10_000


class PageChanged(TypedDict):
    """The message on the bus: these parts have changed after version `since`, up to `version`. `layout` is the version
    of this payload; a process ignores one that it does not know."""

    type: Literal["page.changed"]
    layout: Literal[1]
    parts: list[str]
    since: int
    version: int


def group_name(kind: str, key: str) -> str:
    """Return the group of one page. A key that Channels would not accept in a name is replaced by its digest."""
    if len(kind) > KIND_MAX_LENGTH or not GROUP_NAME_PATTERN.fullmatch(kind):
        raise ValueError(f"{kind!r} is no kind of page")
    name = f"{kind}.{key}"
    if not GROUP_NAME_PATTERN.fullmatch(name):
        name = f"{kind}.{hashlib.sha256(key.encode()).hexdigest()}"
    return f"page.{name}"


def player_group(player_id: int) -> str:
    """Return the group of one player's notices, to which all their pages listen."""
    return group_name("player", str(player_id))


def no_player_news(player_id: int) -> int:
    """Return 0 as the version of a player's notices. `PLAYER_NEWS_VERSION` names another function if an app has any."""
    return 0


def announce_page_on_commit(*, group: str, parts: Sequence[str], version: int) -> None:
    """Tell a page's group after commit which parts have changed. Queues the message, so it neither waits nor fails."""
    message = PageChanged(type="page.changed", layout=1, parts=sorted(set(parts)), since=version - 1, version=version)
    transaction.on_commit(partial(OUTBOX.add, group, message), robust=True)


def merged(one: PageChanged, other: PageChanged) -> PageChanged:
    """Return one message instead of two: the parts of both, and the higher version.

    If a version between them is missing, `since` is the version after the gap: a page at an older version must fetch
    every part, because these may not be all that have changed.
    """
    earlier, later = sorted((one, other), key=lambda message: message["since"])
    since = later["since"] if later["since"] > earlier["version"] else earlier["since"]
    parts = sorted({*one["parts"], *other["parts"]})
    return {**one, "parts": parts, "since": since, "version": max(one["version"], other["version"])}


class PageOutbox:
    """The queue of messages to send, by group. Its thread runs for as long as there is something to send."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting: dict[str, PageChanged] = {}
        self.is_sending = False

    def add(self, group: str, message: PageChanged) -> None:
        with self.lock:
            if group not in self.waiting and len(self.waiting) >= WAITING_PAGES_LIMIT:
                log.warning("page announcement dropped", pages=1, reason="too many are waiting")
                return
            self.waiting[group] = merged(self.waiting.get(group, message), message)
            if not self.is_sending:
                self.is_sending = True
                # Not a daemon thread: a command that ends now still sends what it has announced.
                Thread(target=lambda: asyncio.run(self.send_waiting()), name="pages").start()

    async def send_waiting(self) -> None:
        while messages := await self.take():
            await send_in_time(messages)

    async def take(self) -> dict[str, PageChanged]:
        await asyncio.sleep(MERGE_INTERVAL_SECONDS)
        with self.lock:
            messages, self.waiting = self.waiting, {}
            self.is_sending = bool(messages)
        return messages


async def send_in_time(messages: dict[str, PageChanged]) -> None:
    """Send a batch, or drop what is left of it with a line in the log."""
    left = dict(messages)
    try:
        async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
            for group, message in messages.items():
                await send(group, message)
                del left[group]
    except (RedisError, OSError) as error:
        log.warning("page announcement dropped", pages=len(left), reason=type(error).__name__)
    except Exception:
        log.exception("page announcement failed")  # a bug of ours; the thread goes on with the next batch


async def send(group: str, message: PageChanged) -> None:
    for attempts_left in reversed(range(SEND_ATTEMPTS)):
        try:
            return await get_channel_layer().group_send(group, message)
        except (RedisError, OSError):
            if not attempts_left:
                raise


OUTBOX = PageOutbox()
# A forked process starts with an empty outbox: a lock that was held during the fork would never be released.
os.register_at_fork(after_in_child=lambda: PageOutbox.__init__(OUTBOX))
