"""Work that runs beside the sockets of a web process."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from psycopg import OperationalError

from games.live.batching import DatabaseAway

log = structlog.get_logger("guildhall.live")
CANCEL_INTERVAL_SECONDS = 0.5


class BackgroundTasks:
    """Starts coroutines, logs what they raise, and ends them all together."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.get_running_loop().create_task(self.guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def repeat(self, work: Callable[[], Awaitable[None]], interval_seconds: float) -> None:
        """Do something at once and then again and again, for as long as the process lives."""

        async def run() -> None:
            while True:
                await self.guarded(work)
                await asyncio.sleep(interval_seconds)

        self.start(run)

    async def guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run it; a database that is away is no bug, and the next repetition tries again."""
        try:
            await work()
        except (DatabaseAway, OperationalError):
            log.warning("database away")
        except Exception:
            log.exception("background task failed")

    async def close(self) -> None:
        """Cancel until all have ended: a library may turn one request into an error of its own."""
        while self.tasks:
            for task in self.tasks:
                task.cancel()
            await asyncio.wait(self.tasks, timeout=CANCEL_INTERVAL_SECONDS)
