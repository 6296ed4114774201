"""The doors: a socket at a table, and one in the lobby. They parse, call, and answer; no rules, no database."""

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from channels.consumer import AsyncConsumer
from django.db import Error as DatabaseError
from django.utils import translation

from games.live import messages, store
from games.live.batches import DatabaseAway
from games.live.hub import COME_BACK_LATER, NOT_FOR_YOU, hub
from games.live.inbox import FLOOD, Inbox
from games.live.messages import Act, BadMessage, Emote, Message, Ping, Report, Say
from games.live.sockets import Send, Socket
from games.live.table import LiveTable
from games.live.visitors import NOBODY, credentials_of, key_of, language_of
from games.refusals import TooQuick
from games.services.announcements import About, News
from games.services.clocks import now_in_milliseconds
from games.services.talk import words_report, words_say
from players.refusals import Refusal

STRIKES = 10

say = store.in_thread(words_say)
report = store.in_thread(words_report)


class Allowance:
    """A bucket that fills at a steady rate, a few at most; each message takes one from it."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most, self.left, self.counted_at = rate, most, most, time.monotonic()

    def take(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.counted_at) * self.rate) - 1
        self.counted_at = now
        if self.left < 0:
            raise TooQuick


class Door(AsyncConsumer, ABC):
    """What both have in common. No channel layer, and no thread for a message that needs none."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.scope, self.socket = scope, Socket(send, NOBODY)
        self.frames, self.words, self.strikes = Allowance(rate=10, most=30), Allowance(rate=1, most=8), 0
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        async with Inbox(receive) as inbox:
            try:
                await self.identify()
                await self.stay(inbox)
            except (DatabaseAway, DatabaseError):
                # Whoever comes back and sends an action again, under the same id, will be told whether it stands.
                await self.socket.turn_away("come-back-later", COME_BACK_LATER)

    async def identify(self) -> None:
        visitor = await hub().visitors.ask(credentials_of(self.scope))
        self.socket.visitor = replace(visitor, language=language_of(self.scope, visitor.player))

    async def stay(self, inbox: Inbox) -> None:
        """From the door until they leave, unless they have too many sockets already."""
        key = key_of(self.scope, self.socket.player)
        if not hub().admit(key):
            await self.socket.turn_away("too-many", 4429)
            return
        hub().everyone.add(self.socket)
        try:
            if await self.enter():
                await self.listen(inbox)
        finally:
            hub().everyone.discard(self.socket)
            hub().dismiss(key)
            await self.left()

    async def listen(self, inbox: Inbox) -> None:
        while (frame := await inbox.next())["type"] == "websocket.receive":
            if not await self.heard(frame.get("text")):
                return
        if frame is FLOOD:
            await self.socket.turn_away("too-fast", 4429)

    async def heard(self, text: str | None) -> bool:
        """Handles one frame; False when this socket has had enough chances."""
        self.socket.heard_at = time.monotonic()
        try:
            message = messages.parse(text)
            self.frames.take()
            if isinstance(message, Say | Emote | Report):
                self.words.take()
        except BadMessage as error:
            return await self.strike("bad-message", str(error), 4400)
        except TooQuick as refusal:
            return await self.strike("too-fast", self.reason(refusal), 4429)
        await self.handle(message)
        return True

    async def strike(self, code: str, reason: str, close: int) -> bool:
        self.strikes += 1
        await self.socket.send(messages.encode("refused", id=None, code=code, reason=reason))
        if self.strikes < STRIKES:
            return True
        await self.socket.turn_away(code, close)
        return False

    def reason(self, refusal: Refusal) -> str:
        """Why not, in the language of whoever is there."""
        with translation.override(self.socket.visitor.language):
            return str(refusal.message)

    @abstractmethod
    async def enter(self) -> bool:
        """Lets somebody in; False if they have been turned away."""

    @abstractmethod
    async def handle(self, message: Message) -> None: ...

    @abstractmethod
    async def left(self) -> None: ...


class TableConsumer(Door):
    """A socket at one table."""

    table: LiveTable | None = None

    async def enter(self) -> bool:
        match_id = await hub().finds.ask(self.scope["url_route"]["kwargs"]["key"])
        table = await hub().join(match_id, self.socket) if match_id else None
        if table is None:
            await self.socket.turn_away("no-such-table", 4404)
            return False
        if self.socket not in table.sockets:
            await self.socket.turn_away("not-for-you", NOT_FOR_YOU)
            return False
        self.table = table
        return True

    async def left(self) -> None:
        if self.table is not None:
            await hub().leave(self.table, self.socket)

    async def handle(self, message: Message) -> None:
        table = self.table
        assert table is not None  # noqa: S101  (only then anything is heard)
        match message:
            case Act():
                await table.act(self.socket, message)
            case Ping():
                await self.socket.send(table.pong(self.socket))
            case Say(text=text):
                await self.talk(table, text=text)
            case Emote(emote=emote):
                await self.talk(table, emote=emote)
            case Report(words=words):
                if await self.allowed(report, table, words_id=words, by=self.socket.player):
                    await self.socket.send(messages.encode("reported", words=words))

    async def talk(self, table: LiveTable, **words: str) -> None:
        if await self.allowed(say, table, player=self.socket.player, **words):
            await hub().tell_words(table)
            hub().bus.say([News(About.WORDS, table.match_id)])

    async def allowed(self, service: Any, table: LiveTable, **arguments: Any) -> bool:
        """Calls a service for whoever is signed in, and says so if it refuses."""
        if self.socket.player is None:
            return False
        try:
            await service(match_id=table.match_id, **arguments)
        except Refusal as refusal:
            await self.socket.send(messages.encode("refused", id=None, code="quiet", reason=self.reason(refusal)))
            return False
        return True


class LobbyConsumer(Door):
    """A socket in the lobby, which is only told that something has changed."""

    async def enter(self) -> bool:
        hub().lobby.add(self.socket)
        return True

    async def left(self) -> None:
        hub().lobby.discard(self.socket)

    async def handle(self, message: Message) -> None:
        if isinstance(message, Ping):
            await self.socket.send(messages.encode("pong", seq=0, now=now_in_milliseconds()))
