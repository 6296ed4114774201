"""Shows a match to its spectators with a delay, so that nobody can tell a player what others have just done."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from games.engine.running import Move, Running
from games.live.background_tasks import BackgroundTasks
from games.services.clocks import now_in_milliseconds

DELAY_MILLISECONDS = 60_000


class DelayedSpectators:
    """The match as it was a minute ago, and the moves that spectators may not see yet."""

    def __init__(
        self,
        running: Running,
        moves: Iterable[Move],
        background: BackgroundTasks,
        send_state: Callable[[], Awaitable[None]],
    ) -> None:
        """`running` is the match before these moves; `send_state` is called when `running` has gone on."""
        self.running, self.background, self.send_state = running, background, send_state
        self.waiting = deque(moves)
        self.timer: asyncio.TimerHandle | None = None
        self.replay_due_moves()
        self.set_timer()

    def add(self, move: Move) -> None:
        self.waiting.append(move)
        if self.timer is None:
            self.set_timer()

    def replay_due_moves(self) -> None:
        while self.waiting and self.waiting[0].at + DELAY_MILLISECONDS <= now_in_milliseconds():
            self.running.replay(self.waiting.popleft())

    def set_timer(self) -> None:
        self.close()
        if self.waiting:
            seconds = max(0.0, (self.waiting[0].at + DELAY_MILLISECONDS - now_in_milliseconds()) / 1000)
            self.timer = asyncio.get_running_loop().call_later(seconds, self.background.start, self.show)

    async def show(self) -> None:
        self.replay_due_moves()
        self.set_timer()
        await self.send_state()

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
