"""All sockets of this web process, at tables, in the lobby and of pages."""

import time

from games.live import messages
from games.live.batching import in_chunks
from games.live.sockets import Socket

IDLE_CHECK_INTERVAL_SECONDS = 5.0
IDLE_TIMEOUT_SECONDS = 75.0


class SocketRegistry:
    """The identified sockets, for what concerns every one of them."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()

    def add(self, socket: Socket) -> None:
        self.sockets.add(socket)

    def discard(self, socket: Socket) -> None:
        self.sockets.discard(socket)

    async def say_goodbye(self, seconds: float) -> None:
        """Tell every client that this process ends, so that each connects to another one at a moment of its own."""
        text = messages.encode("restart", within=round(seconds * 1000))
        for socket in tuple(self.sockets):
            await socket.send(text)

    async def close_idle(self) -> None:
        """Close the sockets that have been silent for too long: their clients are gone without a word."""
        async for sockets in in_chunks(tuple(self.sockets)):
            for socket in sockets:
                if socket.heard_at < time.monotonic() - IDLE_TIMEOUT_SECONDS:
                    await socket.close(4408)
