"""The consumers of pages that refresh themselves: each tells which parts have changed, and htmx fetches those.

docs/protocol.md describes the messages, players/services/live_pages.py sends what is forwarded here.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

import structlog
from channels.consumer import AsyncConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils.module_loading import import_string

from games.live import messages
from games.live.batching import DatabaseAway
from games.live.consumers import BAD_MESSAGE, STRIKES_LIMIT
from games.live.live_server import LiveServer, live_server
from games.live.messages import BadMessage, Ping
from games.live.page_group import OpenPage, enter_page, leave_page
from games.live.rate_limit import RateLimit
from games.live.sockets import COME_BACK_LATER, TOO_MANY, Send, Socket
from games.live.threads import in_page_thread
from games.live.visitors import UNKNOWN_VISITOR, key_of
from games.refusals import TooQuick
from games.services.clocks import now_in_milliseconds
from players.models import Player
from players.services.live_pages import player_group

log = structlog.get_logger("guildhall.pages")
NO_SUCH_PAGE = 4404
# Each process reads a page's version from the database at most so often, however many sockets show the page.
VERSION_MAX_AGE_SECONDS = 3.0


class PageState(NamedTuple):
    """The group in which a page's changes are announced, and the version that the page has now."""

    group: str
    version: int


class PageConsumer(AsyncConsumer, ABC):
    """A socket of one open page. The receiving loop never waits for anything but its client."""

    page: OpenPage | None = None
    key: int | str | None = None

    @abstractmethod
    async def enter(self) -> PageState | None:
        """Return the page's state, the same for every socket of its group; None if this visitor has no such page.

        Called on arrival, and every few seconds for all sockets of the group together.
        """

    @property
    def player(self) -> Player | None:
        return self.socket.player

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.scope, self.socket = scope, Socket(send, UNKNOWN_VISITOR)
        self.server: LiveServer = live_server()
        self.frames_limit, self.strikes, self.is_turned_away = RateLimit(per_second=2, bucket_size=10), 0, False
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        self.working = asyncio.create_task(self.guarded(self.arrive()))
        try:
            while (frame := await receive())["type"] == "websocket.receive":
                if not self.is_turned_away:  # afterwards frames are read and dropped, or the server would keep them
                    await self.handle_frame(frame.get("text"))
        finally:
            await self.leave()

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
        self.socket.visitor = await self.server.admission.identify(self.scope)
        self.server.sockets.add(self.socket)
        key = key_of(self.scope, self.player)
        if not self.server.admission.page_limit.admit(key):
            await self.turn_away("too-many", TOO_MANY)
            return
        self.key = key
        if state := await self.read_state():
            self.page = enter_page(state.group, self.socket)
            self.page.raise_version(state.version)
            self.page.member.join()
            await self.send_version("hello", self.page)

    async def read_state(self) -> PageState | None:
        state = await self.enter()
        if state is None:
            await self.turn_away("no-such-page", NO_SUCH_PAGE)
        return state

    async def leave(self) -> None:
        self.server.sockets.discard(self.socket)
        self.working.cancel()
        await asyncio.wait([self.working])
        if self.key is not None:
            self.server.admission.page_limit.release(self.key)
        if self.page:
            await leave_page(self.page, self.socket)

    async def turn_away(self, code: str, close: int) -> None:
        self.is_turned_away = True
        if self.page:
            self.page.sockets.discard(self.socket)
        await self.socket.turn_away(code, close)

    async def send(self, kind: str, **fields: Any) -> None:
        if not self.is_turned_away:
            await self.socket.send(messages.encode(kind, **fields))

    async def send_version(self, kind: str, page: OpenPage) -> None:
        await self.send(kind, version=page.version, now=now_in_milliseconds())

    # --- From the client ---

    async def handle_frame(self, text: str | None) -> None:
        """Answer a ping; count anything else as a strike."""
        self.socket.touch()
        try:
            self.frames_limit.take()
            is_ping = isinstance(messages.parse(text), Ping)
        except TooQuick:
            await self.strike("too-fast", TOO_MANY)
        except BadMessage:
            await self.strike("bad-message", BAD_MESSAGE)
        else:
            await (self.answer_soon() if is_ping else self.strike("bad-message", BAD_MESSAGE))

    async def strike(self, code: str, close: int) -> None:
        self.strikes += 1
        if self.strikes < STRIKES_LIMIT:
            await self.send("refused", id=None, code=code, reason="")
        else:
            await self.turn_away(code, close)

    async def answer_soon(self) -> None:
        """Answer a ping beside; one that comes while another one waits for the database needs no answer of its own."""
        if self.working.done() and self.page:
            self.page.member.join()
            self.working = asyncio.create_task(self.guarded(self.answer(self.page)))

    async def answer(self, page: OpenPage) -> None:
        if time.monotonic() - page.read_at >= VERSION_MAX_AGE_SECONDS:
            page.read_at = time.monotonic()  # before reading: others who ask meanwhile need not
            with suppress(DatabaseError):  # while it is away, what is known stands
                if (state := await self.read_state()) is None:
                    return
                page.raise_version(state.version)
        await self.send_version("pong", page)


class PlayerPageConsumer(PageConsumer):
    """Tells every page that a player has open of their own news: notices, a table that is ready."""

    async def enter(self) -> PageState | None:
        if self.player is None:
            return None
        news_version = in_page_thread(import_string(settings.PLAYER_NEWS_VERSION))
        return PageState(player_group(self.player.pk), await news_version(self.player.pk))
