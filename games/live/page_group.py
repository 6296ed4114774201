"""Forwards what is announced about a page to its sockets: one membership in the page's group for the whole process."""

import asyncio
import time
from collections.abc import Sequence
from functools import reduce
from typing import Any, cast
from weakref import WeakKeyDictionary

from games.live import messages
from games.live.batching import Batcher, in_chunks
from games.live.group_member import GroupMember
from games.live.sockets import Socket
from players.services.live_pages import PAGES_LAYER, PageChanged, merged

LAYOUT = 1
# Sockets are told at most so often; what changes meanwhile is merged.
FORWARD_INTERVAL_SECONDS = 1.0
# A thousand spectators are sent to in chunks: a move at a table of this process waits for one of them at most.
SOCKETS_CHUNK_SIZE = 16


class OpenPage:
    """A page that is open in some browser, its newest version, and the sockets that show it."""

    def __init__(self, group: str) -> None:
        self.sockets: set[Socket] = set()
        self.version, self.read_at = 0, time.monotonic()
        self.member = GroupMember(PAGES_LAYER, group, self.hear)
        self.changes = Batcher[PageChanged](self.forward)

    def raise_version(self, version: int) -> None:
        self.version = max(self.version, version)

    async def hear(self, message: Any) -> None:
        """Take a message of the group. What another version of this program sends is ignored if it is unknown."""
        if isinstance(message, dict) and (message.get("type"), message.get("layout")) == ("page.changed", LAYOUT):
            self.raise_version(message["version"])
            self.changes.add(cast("PageChanged", message))

    async def forward(self, changes: Sequence[PageChanged]) -> None:
        change = reduce(merged, changes)
        fields = {key: value for key, value in change.items() if key in ("parts", "since", "version")}
        text = messages.encode("changed", **fields)
        async for chunk in in_chunks(list(self.sockets), SOCKETS_CHUNK_SIZE):
            for socket in chunk:
                await socket.send(text)
        await asyncio.sleep(FORWARD_INTERVAL_SECONDS)

    async def close(self) -> None:
        await self.member.leave()
        await self.changes.close()


OPEN_PAGES: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, OpenPage]] = WeakKeyDictionary()


def open_pages() -> dict[str, OpenPage]:
    """Return the pages that are open in this process, by group; each is dropped with the last of its sockets."""
    return OPEN_PAGES.setdefault(asyncio.get_running_loop(), {})


def enter_page(group: str, socket: Socket) -> OpenPage:
    """Add a socket to those that show a page."""
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
