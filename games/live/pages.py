"""The sockets of pages that live: each says which parts of its page have changed, and htmx fetches them.

docs/protocol.md describes the messages, players/services/live_pages.py sends what is forwarded here.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import structlog
from channels.consumer import AsyncConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils.module_loading import import_string

from games.live import messages, store
from games.live.batches import DatabaseAway
from games.live.consumers import STRIKES, Allowance
from games.live.hub import COME_BACK_LATER, hub
from games.live.messages import BadMessage, Ping
from games.live.page_group import OpenPage, enter_page, leave_page
from games.live.sockets import Send, Socket
from games.live.visitors import NOBODY, credentials_of, key_of
from games.refusals import TooQuick
from games.services.clocks import now_in_milliseconds
from players.models import Player
from players.services.live_pages import player_group

log = structlog.get_logger("guildhall.pages")
PAGE_SOCKETS_PER_PLAYER = 20
# A page's version is read from the database at most so often by each process, however many look at it.
VERSION_MAX_AGE_SECONDS = 3.0
# Pages have threads of their own: whatever they read holds up no table.
READERS = ThreadPoolExecutor(2, thread_name_prefix="pages")
OPEN: Counter[int | str] = Counter()  # sockets by player or address


class PageState(NamedTuple):
    """The group that hears of a page, and the version that the page has now."""

    group: str
    version: int


def in_page_thread(function: Any) -> Any:
    """A function that reads the database, as one that the event loop can wait for."""
    return store.in_thread(function, READERS)


class PageConsumer(AsyncConsumer, ABC):
    """A socket of one open page. The receiving loop never waits for anything but its client."""

    page: OpenPage | None = None
    key: int | str | None = None

    @abstractmethod
    async def enter(self) -> PageState | None:
        """The page's state, the same for every socket of its group; None if there is no such page, or not for them.

        Called on arrival, and again now and then for all sockets of the group together.
        """

    @property
    def player(self) -> Player | None:
        return self.socket.player

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.scope, self.socket = scope, Socket(send, NOBODY)
        self.frames, self.strikes, self.is_turned_away = Allowance(rate=2, most=10), 0, False
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        self.working = asyncio.create_task(self.guarded(self.arrive()))
        try:
            while (frame := await receive())["type"] == "websocket.receive":
                if not self.is_turned_away:  # afterwards frames are read and dropped, or the server would keep them
                    await self.heard(frame.get("text"))
        finally:
            await self.left()

    async def guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (DatabaseAway, DatabaseError):
            await self.turn_away("come-back-later", COME_BACK_LATER)
        except Exception:
            log.exception("live page failed")
            await self.turn_away("come-back-later", COME_BACK_LATER)

    # --- Coming and going ---

    async def arrive(self) -> None:
        self.socket.visitor = await hub().visitors.ask(credentials_of(self.scope))
        hub().everyone.add(self.socket)  # for whoever is sent away, and for the end of the process
        self.key = key_of(self.scope, self.player)
        OPEN[self.key] += 1
        if OPEN[self.key] > (PAGE_SOCKETS_PER_PLAYER if self.player else settings.SOCKETS_PER_ADDRESS):
            await self.turn_away("too-many", 4429)
            return
        if state := await self.entered():
            self.page = enter_page(state.group, self.socket)
            self.page.stands_at(state.version)
            self.page.member.join()
            await self.say_version("hello", self.page)

    async def entered(self) -> PageState | None:
        state = await self.enter()
        if state is None:
            await self.turn_away("no-such-page", 4404)
        return state

    async def left(self) -> None:
        hub().everyone.discard(self.socket)
        if self.key is not None:
            OPEN[self.key] -= 1
            if not OPEN[self.key]:
                del OPEN[self.key]
        self.working.cancel()
        await asyncio.wait([self.working])
        if self.page:
            await leave_page(self.page, self.socket)

    async def turn_away(self, code: str, close: int) -> None:
        self.is_turned_away = True
        if self.page:
            self.page.sockets.discard(self.socket)
        await self.socket.turn_away(code, close)

    async def say(self, kind: str, **fields: Any) -> None:
        if not self.is_turned_away:
            await self.socket.send(messages.encode(kind, **fields))

    async def say_version(self, kind: str, page: OpenPage) -> None:
        await self.say(kind, version=page.version, now=now_in_milliseconds())

    # --- From the client ---

    async def heard(self, text: str | None) -> None:
        """Answers a ping; counts anything else as a strike."""
        self.socket.heard_at = time.monotonic()
        try:
            self.frames.take()
            is_ping = isinstance(messages.parse(text), Ping)
        except TooQuick:
            await self.strike("too-fast", 4429)
        except BadMessage:
            await self.strike("bad-message", 4400)
        else:
            await (self.answer_soon() if is_ping else self.strike("bad-message", 4400))

    async def strike(self, code: str, close: int) -> None:
        self.strikes += 1
        if self.strikes < STRIKES:
            await self.say("refused", id=None, code=code, reason="")
        else:
            await self.turn_away(code, close)

    async def answer_soon(self) -> None:
        """One answer at a time: a ping that comes while another one waits for the database needs none of its own."""
        if self.working.done() and self.page:
            self.page.member.join()
            self.working = asyncio.create_task(self.guarded(self.answer(self.page)))

    async def answer(self, page: OpenPage) -> None:
        if time.monotonic() - page.read_at >= VERSION_MAX_AGE_SECONDS:
            page.read_at = time.monotonic()  # before reading: others who ask meanwhile need not
            with suppress(DatabaseError):  # while it is away, what is known stands
                if (state := await self.entered()) is None:
                    return
                page.stands_at(state.version)
        await self.say_version("pong", page)


class PlayerPageConsumer(PageConsumer):
    """Tells every page that a player has open of their own news: notices, a table that is ready."""

    async def enter(self) -> PageState | None:
        if self.player is None:
            return None
        news_version = in_page_thread(import_string(settings.PLAYER_NEWS_VERSION))
        return PageState(player_group(self.player.pk), await news_version(self.player.pk))
