"""A player who is a program: plays what is legal, comes back when a socket is lost, remembers what was confirmed."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tests.faults.site import ORIGIN

ANSWER_TIMEOUT_SECONDS = 10.0
FIRST_RETRY_SECONDS, RETRY_LIMIT_SECONDS = 0.1, 1.0


class Tab:
    """One socket of somebody's, as a browser opens it."""

    def __init__(self, address: str, cookie: str = "", origin: str = ORIGIN) -> None:
        self.address, self.cookie, self.origin = address, cookie, origin
        self.state: dict[str, Any] = {}
        self.moving: asyncio.Task[None] | None = None
        self.socket: ClientConnection

    async def __aenter__(self) -> "Tab":
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            self.address,
            origin=Origin(self.origin),
            additional_headers=headers,
            ping_interval=None,
            open_timeout=ANSWER_TIMEOUT_SECONDS,
            close_timeout=1,
            compression=None,
            proxy=None,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def move_over(self, within: float) -> None:
        """The process ends soon: leave it at a moment of one's own."""
        await asyncio.sleep(random.uniform(0, within))
        await self.socket.close()

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), ANSWER_TIMEOUT_SECONDS))
        if message["type"] == "state":
            self.state = message
        return message

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind, with what is wanted of it."""
        while True:
            message = await self.receive()
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return message

    async def until_seq(self, seq: int) -> dict[str, Any]:
        while self.state.get("seq", -1) < seq:
            await self.until("state")
        return self.state

    async def answer_to(self, id: str) -> dict[str, Any]:  # noqa: A002  (it is called so on the wire)
        while True:
            message = await self.receive()
            if message["type"] in ("done", "refused") and message["id"] == id:
                return message

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def act(self, action: str, seq: int, id: str) -> None:  # noqa: A002
        await self.say(type="act", id=id, seq=seq, action=action)

    @property
    def legal(self) -> list[str]:
        return list(self.state["view"]["legal"]) if self.state and not self.state["result"] else []


class Player:
    """Somebody at one table, who knows the addresses of all web processes."""

    def __init__(self, addresses: Sequence[str], cookie: str, seat: int, pause: float = 0.1) -> None:
        self.addresses, self.cookie, self.seat, self.pause = addresses, cookie, seat, pause
        self.choice = seat  # which process to begin with
        self.pending: dict[str, Any] | None = None
        self.sent: set[str] = set()
        self.done: dict[str, int] = {}
        self.refused: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()  # how sockets ended
        self.confirmed_at: list[float] = []
        self.result: dict[str, Any] | None = None
        self.may_act = asyncio.Event()
        self.may_act.set()
        self.here = asyncio.Event()
        self.tab: Tab

    @property
    def over(self) -> bool:
        return self.result is not None and self.pending is None

    async def play(self) -> None:
        """To the end of the game, however often the socket is lost."""
        attempts = 0
        while not self.over:
            told = await self.play_on_one_socket()
            attempts = 0 if told else attempts + 1
            if not self.over:
                self.choice += 1
                await asyncio.sleep(
                    min(RETRY_LIMIT_SECONDS, FIRST_RETRY_SECONDS * 2**attempts) * random.uniform(0.5, 1)
                )

    async def play_on_one_socket(self) -> bool:
        """Until it is lost; says whether it was of any use."""
        tab = Tab(self.addresses[self.choice % len(self.addresses)], self.cookie)
        try:
            async with tab:
                await self.talk_over(tab)
        except ConnectionClosed as closed:
            self.lost["moved over" if tab.moving else str(closed.rcvd.code if closed.rcvd else "cut off")] += 1
        except (OSError, WebSocketException) as error:  # a TimeoutError is an OSError
            self.lost[type(error).__name__] += 1
        self.here.clear()
        return bool(tab.state)

    async def talk_over(self, tab: Tab) -> None:
        again, self.tab = self.pending, tab
        while not self.over:
            message = await tab.receive()
            self.hear(message)
            if message["type"] == "restart":
                tab.moving = asyncio.create_task(tab.move_over(message["within"] / 1000))
            if not tab.state or message["type"] == "refused":
                continue
            self.here.set()
            self.result = tab.state["result"]
            if again:
                await tab.say(**again)
                again = None
            elif self.wants_to_act(tab):
                await self.choose(tab)

    def wants_to_act(self, tab: Tab) -> bool:
        """Not while an answer is awaited, nor on a view that is older than one's own last move."""
        up_to_date = tab.state["seq"] >= max(self.done.values(), default=0)
        return bool(self.pending is None and up_to_date and tab.legal and self.may_act.is_set())

    async def release(self) -> None:
        """Lets a player act who was to keep still."""
        self.may_act.set()
        with suppress(ConnectionClosed):
            await self.tab.say(type="ping")

    async def choose(self, tab: Tab) -> None:
        await asyncio.sleep(self.pause)
        self.pending = {"type": "act", "id": str(uuid4()), "seq": tab.state["seq"], "action": tab.legal[0]}
        self.sent.add(self.pending["id"])
        await tab.say(**self.pending)

    def hear(self, message: dict[str, Any]) -> None:
        if self.pending is None or message.get("id") != self.pending["id"]:
            return
        if message["type"] == "done":
            self.done[message["id"]] = message["seq"]
            self.confirmed_at.append(time.monotonic())
            self.pending = None
        elif message["type"] == "refused":
            self.refused[message["code"]] += 1
            self.pending = None
