"""A player's end of a socket, in the same process as the site.

Not Channels' own communicator: that one keeps database connections from being given back, and soon there are none.
"""

import asyncio
import json
from typing import Any

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from config.asgi import application
from games.models import Match
from games.services.announcements import MATCHES_GROUP, MATCHES_LAYER, OUTBOX
from players.models import Player
from tests.layers import until_in_group

ORIGIN = "http://127.0.0.1:8000"
TIMEOUT_SECONDS = 20


class TableClient:
    """Connects as somebody and keeps the newest state."""

    def __init__(
        self,
        match: Match,
        player: Player | None = None,
        path: str = "",
        token: str = "",
        address: str = "127.0.0.1",
        forwarded: str = "",
    ) -> None:
        self.match, self.player, self.token = match, player, token
        self.address, self.forwarded = address, forwarded
        self.path = path or f"/ws/tables/{match.key}/"
        self.frames: list[str] = []
        self.hello: dict[str, Any] = {}
        self.is_closing = False  # a server may then refuse what is sent
        self.state: dict[str, Any] = {}

    async def __aenter__(self) -> "TableClient":
        await until_sent()
        headers = [(b"authorization", f"Bearer {self.token}".encode()) if self.token else (b"origin", ORIGIN.encode())]
        if self.player:
            cookie = await sync_to_async(session_cookie)(self.player)
            headers.append((b"cookie", cookie.encode()))
        if self.forwarded:
            headers.append((b"x-forwarded-for", self.forwarded.encode()))
        scope = {
            "type": "websocket",
            "path": self.path,
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
            "client": (self.address, 50_000),
        }
        self.socket = ApplicationCommunicator(self.serve, scope)
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.socket.receive_output(TIMEOUT_SECONDS))["type"] == "websocket.accept"
        return self

    async def serve(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def send_unless_closing(frame: dict[str, Any]) -> None:
            if self.is_closing:
                raise RuntimeError("closing")
            await send(frame)

        await application(scope, receive, send_unless_closing)

    async def __aexit__(self, *_: object) -> None:
        if not self.socket.future.done():
            await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(TIMEOUT_SECONDS)

    async def receive(self) -> dict[str, Any]:
        output = await self.socket.receive_output(TIMEOUT_SECONDS)
        if output["type"] == "websocket.close":
            return {"type": "closed", "code": output["code"]}
        self.frames.append(output["text"])
        message = json.loads(output["text"])
        if message["type"] in ("hello", "state"):
            setattr(self, message["type"], message)
        return message

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind, with what is wanted of it."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return message
            assert message["type"] != "closed", message

    async def until_seq(self, seq: int) -> dict[str, Any]:
        while self.state.get("seq", -1) < seq:
            await self.until("state")
        return self.state

    async def until_closed(self) -> int:
        while True:
            message = await self.receive()
            if message["type"] == "closed":
                return message["code"]

    async def send(self, **frame: Any) -> None:
        await self.socket.send_input({"type": "websocket.receive", **frame})

    async def say(self, **message: Any) -> None:
        await self.send(text=json.dumps(message))

    async def act(self, action: str, seq: int, id: str) -> None:  # noqa: A002  (it is called so on the wire)
        await self.say(type="act", id=id, seq=seq, action=action)

    @property
    def view(self) -> dict[str, Any]:
        return self.state["view"]


async def until_sent() -> None:
    """Wait until what services have announced is sent: heard later, it would have the table loaded again."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while OUTBOX.is_sending:
            await asyncio.sleep(0.005)


async def until_listening(url: str = "") -> None:
    """Wait until this process hears announcements: an earlier one would only be found in the database."""
    await until_in_group(MATCHES_LAYER, MATCHES_GROUP, url)


def session_cookie(player: Player) -> str:
    client = Client()
    client.force_login(player)
    return f"sessionid={client.cookies['sessionid'].value}"
