"""Tells pages that list tables that a table has changed, so that they fetch their lists anew."""

from games.live import messages
from games.live.batching import Batcher
from games.live.sockets import Socket

# However many tables change within this time, each page fetches its lists once.
REFRESH_PAUSE_SECONDS = 0.05


class Lobby:
    """The sockets of this process's pages that list tables."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.changes = Batcher[None](self.send_changed, REFRESH_PAUSE_SECONDS)

    def changed(self) -> None:
        self.changes.add(None)

    async def send_changed(self, _changes: list[None]) -> None:
        for socket in tuple(self.sockets):
            await socket.send(messages.encode("changed"))

    async def close(self) -> None:
        await self.changes.close()
