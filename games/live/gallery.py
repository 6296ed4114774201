"""The gallery of a table that is watched with a delay: the same match, as it was a minute ago."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from games.engine.running import Move, Running
from games.services.clocks import now_in_milliseconds

if TYPE_CHECKING:
    from games.live.table import LiveTable

DELAY = 60_000


class Gallery:
    """Moves wait here until they are old enough to be seen."""

    def __init__(self, table: "LiveTable", past: Running) -> None:
        self.table, self.past = table, past
        self.waiting: deque[Move] = deque()
        self.timer: asyncio.TimerHandle | None = None

    @classmethod
    async def open(cls, table: "LiveTable") -> "Gallery":
        dealt, moves = await table.hub.read_past(table.match)
        gallery = cls(table, dealt)
        for move in moves:
            if move.at + DELAY <= now_in_milliseconds():
                dealt.replay(move)
            else:
                gallery.waiting.append(move)
        gallery.set_timer()
        return gallery

    def add(self, move: Move) -> None:
        self.waiting.append(move)
        if self.timer is None:
            self.set_timer()

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def set_timer(self) -> None:
        self.close()
        if self.waiting:
            seconds = max(0.0, (self.waiting[0].at + DELAY - now_in_milliseconds()) / 1000)
            self.timer = asyncio.get_running_loop().call_later(seconds, self.table.hub.start, self.show)

    async def show(self) -> None:
        """Those who watch see what is a minute old."""
        while self.waiting and self.waiting[0].at + DELAY <= now_in_milliseconds():
            self.past.replay(self.waiting.popleft())
        self.set_timer()
        for socket in tuple(self.table.sockets):
            if socket.seat is None:
                await self.table.tell_state(socket)
