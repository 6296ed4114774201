"""A socket as tables and pages see it."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from games.engine.game import Seat
from games.live import messages
from games.live.visitors import Visitor
from games.models import Words
from players.models import Player

COME_BACK_LATER = 4503
TOO_MANY = 4429
Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Socket:
    """Whose socket it is, at which seat, and how much it has been sent."""

    send_frame: Send
    visitor: Visitor
    seat: Seat | None = None
    # How many of the match's events it has been sent, and the newest of its words.
    events_sent: int = 0
    last_words_id: int = 0
    # What was said where this socket may not listen before the match is over.
    withheld_words: list[Words] = field(default_factory=list)
    heard_at: float = field(default_factory=time.monotonic)

    @property
    def player(self) -> Player | None:
        return self.visitor.player

    def touch(self) -> None:
        """Note that the client is alive."""
        self.heard_at = time.monotonic()

    async def send(self, text: str) -> None:
        await self.pass_on({"type": "websocket.send", "text": text})

    async def turn_away(self, code: str, close: int) -> None:
        """Send an error, then close: a browser does not show why a socket was refused before it was accepted."""
        await self.send(messages.encode("error", code=code, reason=""))
        await self.close(close)

    async def close(self, code: int) -> None:
        await self.pass_on({"type": "websocket.close", "code": code})

    async def pass_on(self, frame: dict[str, Any]) -> None:
        """Send a frame. A client that is just leaving must keep nothing from the others at its table."""
        try:
            await self.send_frame(frame)
        except (OSError, RuntimeError):  # what ASGI and Daphne raise for a connection that is closing
            return
