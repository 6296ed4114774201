"""The consumers of a table's sockets and of the lobby's. They parse, call and answer: no rules, no database."""

from abc import ABC, abstractmethod
from typing import Any

from channels.consumer import AsyncConsumer
from django.db import Error as DatabaseError
from django.utils import translation

from games.live import messages
from games.live.batching import DatabaseAway
from games.live.inbox import FLOOD, Inbox
from games.live.live_server import LiveServer, live_server
from games.live.live_table import NOT_FOR_YOU, LiveTable
from games.live.messages import Act, BadMessage, Emote, Message, Ping, Report, Say
from games.live.rate_limit import RateLimit
from games.live.sockets import COME_BACK_LATER, TOO_MANY, Send, Socket
from games.live.visitors import UNKNOWN_VISITOR, key_of
from games.refusals import TooQuick
from games.services.announcements import ChangeKind, MatchChange
from games.services.clocks import now_in_milliseconds
from players.refusals import Refusal

STRIKES_LIMIT = 10
BAD_MESSAGE = 4400
NO_SUCH_TABLE = 4404


class SocketConsumer(AsyncConsumer, ABC):
    """Identifies a socket, reads its frames and limits them; subclasses handle the messages.

    It uses no channel layer, and no thread for a message that needs none, unlike the consumers of Channels.
    """

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.scope, self.socket = scope, Socket(send, UNKNOWN_VISITOR)
        self.server: LiveServer = live_server()
        self.frames_limit = RateLimit(per_second=10, bucket_size=30)
        self.words_limit = RateLimit(per_second=1, bucket_size=8)
        self.strikes = 0
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        async with Inbox(receive) as inbox:
            try:
                self.socket.visitor = await self.server.admission.identify(scope)
                await self.serve(inbox)
            except (DatabaseAway, DatabaseError):
                # A client that comes back and sends an action again, under the same id, is told whether it is stored.
                await self.socket.turn_away("come-back-later", COME_BACK_LATER)

    async def serve(self, inbox: Inbox) -> None:
        """Handle the socket's messages until it closes, unless there are too many sockets of this player."""
        key = key_of(self.scope, self.socket.player)
        limit = self.server.admission.table_limit
        if not limit.admit(key):
            await self.socket.turn_away("too-many", TOO_MANY)
            return
        self.server.sockets.add(self.socket)
        try:
            if await self.enter():
                await self.handle_frames(inbox)
        finally:
            self.server.sockets.discard(self.socket)
            limit.release(key)
            self.leave()

    async def handle_frames(self, inbox: Inbox) -> None:
        while (frame := await inbox.next())["type"] == "websocket.receive":
            if not await self.handle_frame(frame.get("text")):
                return
        if frame is FLOOD:
            await self.socket.turn_away("too-fast", TOO_MANY)

    async def handle_frame(self, text: str | None) -> bool:
        """Handle one frame; False once this socket has been closed for its bad ones."""
        self.socket.touch()
        try:
            message = messages.parse(text)
            self.frames_limit.take()
            if isinstance(message, Say | Emote | Report):
                self.words_limit.take()
        except BadMessage as error:
            return await self.strike("bad-message", str(error), BAD_MESSAGE)
        except TooQuick as refusal:
            return await self.strike("too-fast", self.reason(refusal), TOO_MANY)
        await self.handle(message)
        return True

    async def strike(self, code: str, reason: str, close: int) -> bool:
        self.strikes += 1
        await self.socket.send(messages.encode("refused", id=None, code=code, reason=reason))
        if self.strikes < STRIKES_LIMIT:
            return True
        await self.socket.turn_away(code, close)
        return False

    def reason(self, refusal: Refusal) -> str:
        """Return why something was refused, in the visitor's language."""
        with translation.override(self.socket.visitor.language):
            return str(refusal.message)

    @abstractmethod
    async def enter(self) -> bool:
        """Register the socket where it belongs; False if it has been turned away."""

    @abstractmethod
    async def handle(self, message: Message) -> None: ...

    @abstractmethod
    def leave(self) -> None: ...


class TableConsumer(SocketConsumer):
    """A socket at one table."""

    table: LiveTable | None = None

    async def enter(self) -> bool:
        match_id = await self.server.reader.match_id(self.scope["url_route"]["kwargs"]["key"])
        table = await self.server.tables.join(match_id, self.socket) if match_id else None
        if table is None:
            await self.socket.turn_away("no-such-table", NO_SUCH_TABLE)
            return False
        if self.socket not in table.sockets:
            await self.socket.turn_away("not-for-you", NOT_FOR_YOU)
            return False
        self.table = table
        return True

    def leave(self) -> None:
        if self.table is not None:
            self.server.tables.leave(self.table, self.socket)

    async def handle(self, message: Message) -> None:
        table = self.table
        assert table is not None  # noqa: S101  (frames are handled only after `enter`)
        match message:
            case Act():
                await table.act(self.socket, message)
            case Ping():
                await table.send_pong(self.socket)
            case Say(text=text):
                await self.talk(table, text=text)
            case Emote(emote=emote):
                await self.talk(table, emote=emote)
            case Report(words=words):
                if await self.is_allowed(self.server.services.report, table, words_id=words, by=self.socket.player):
                    await self.socket.send(messages.encode("reported", words=words))

    async def talk(self, table: LiveTable, **words: str) -> None:
        if await self.is_allowed(self.server.services.say, table, player=self.socket.player, **words):
            await table.words.send_new()
            self.server.announcements.send(MatchChange(ChangeKind.WORDS, table.match_id))

    async def is_allowed(self, service: Any, table: LiveTable, **arguments: Any) -> bool:
        """Call a service for a player who is signed in; False, and the reason sent, if it refuses."""
        if self.socket.player is None:
            return False
        try:
            await service(match_id=table.match_id, **arguments)
        except Refusal as refusal:
            await self.socket.send(messages.encode("refused", id=None, code="quiet", reason=self.reason(refusal)))
            return False
        return True


class LobbyConsumer(SocketConsumer):
    """A socket in the lobby, which is only told that something has changed."""

    async def enter(self) -> bool:
        self.server.lobby.sockets.add(self.socket)
        return True

    def leave(self) -> None:
        self.server.lobby.sockets.discard(self.socket)

    async def handle(self, message: Message) -> None:
        if isinstance(message, Ping):
            await self.socket.send(messages.encode("pong", seq=0, now=now_in_milliseconds()))
