"""One person's connection, as a table sees it."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from games.engine.game import Seat
from games.live import messages
from games.live.visitors import Visitor
from games.models import Words
from players.models import Player

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Socket:
    """Who it is, where they sit, and how much they have been told."""

    send_frame: Send
    visitor: Visitor
    seat: Seat | None = None
    # How many of the match's events, and which of its words, this socket has been told.
    told: int = 0
    words: int = 0
    # What was said where this socket may not listen before the match is over.
    withheld: list[Words] = field(default_factory=list)
    heard_at: float = field(default_factory=time.monotonic)

    @property
    def player(self) -> Player | None:
        return self.visitor.player

    async def send(self, text: str) -> None:
        await self.pass_on({"type": "websocket.send", "text": text})

    async def turn_away(self, code: str, close: int) -> None:
        """Accepted first, so that the browser learns why."""
        await self.send(messages.encode("error", code=code, reason=""))
        await self.close(close)

    async def close(self, code: int) -> None:
        await self.pass_on({"type": "websocket.close", "code": code})

    async def pass_on(self, frame: dict[str, Any]) -> None:
        """Whoever is just leaving hears no more, and keeps nothing from the others at the table."""
        try:
            await self.send_frame(frame)
        except (OSError, RuntimeError):  # how servers say it: ASGI's way, and Daphne's
            return
