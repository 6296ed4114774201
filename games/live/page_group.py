"""A page in this process: the sockets that show it, and its one membership in the page's group of Channels' layer."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, ClassVar, cast
from weakref import WeakKeyDictionary

import structlog
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from games.live import messages
from games.live.gathering import Gathering, small_lots
from games.live.sockets import Socket
from players.services.live_pages import PageChanged, merged

log = structlog.get_logger("guildhall.pages")
LAYOUT = 1
# Sockets are told at most so often; what changes meanwhile is merged.
FORWARD_INTERVAL_SECONDS = 1.0
# A thousand spectators are told a few at a time: a move at a table of this process waits for no more than these.
SOCKETS_AT_ONCE = 16
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
        """For as long as somebody shows the page. No time-out around it: cancelling it deletes the channel."""
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


class OpenPage:
    """What a process knows of a page that somebody shows."""

    def __init__(self, group: str) -> None:
        self.sockets: set[Socket] = set()
        self.version, self.read_at = 0, time.monotonic()
        self.member = GroupMember(group, self.hear)
        self.news = Gathering[PageChanged](self.tell)

    def stands_at(self, version: int) -> None:
        self.version = max(self.version, version)

    async def hear(self, message: Any) -> None:
        """Whatever another version of this program may send, and we do not know, closes nobody."""
        if isinstance(message, dict) and (message.get("type"), message.get("layout")) == ("page.changed", LAYOUT):
            self.stands_at(message["version"])
            self.news.add(cast("PageChanged", message))

    async def tell(self, news: Sequence[PageChanged]) -> None:
        change = reduce(merged, news)
        fields = {key: value for key, value in change.items() if key in ("parts", "since", "version")}
        text = messages.encode("changed", **fields)
        async for some in small_lots(list(self.sockets), SOCKETS_AT_ONCE):
            for socket in some:
                await socket.send(text)
        await asyncio.sleep(FORWARD_INTERVAL_SECONDS)

    async def close(self) -> None:
        await self.member.leave()
        await self.news.close()


OPEN_PAGES: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, OpenPage]] = WeakKeyDictionary()


def open_pages() -> dict[str, OpenPage]:
    """This process's pages, by group; each is forgotten with the last of its sockets."""
    return OPEN_PAGES.setdefault(asyncio.get_running_loop(), {})


def enter_page(group: str, socket: Socket) -> OpenPage:
    """Adds a socket to those that show a page."""
    pages = open_pages()
    if group not in pages:
        pages[group] = OpenPage(group)
    pages[group].sockets.add(socket)
    return pages[group]


async def leave_page(page: OpenPage, socket: Socket) -> None:
    page.sockets.discard(socket)
    group = page.member.group
    if not page.sockets and open_pages().get(group) is page:
        del open_pages()[group]
        await page.close()
