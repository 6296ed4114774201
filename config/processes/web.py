"""The web process: Daphne as it is, and a graceful end.

On SIGTERM it stops listening, asks its clients to connect to another process, waits until they have gone and stops.
"""

import asyncio
import signal
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server, twisted_loop

from config.monitoring import health

# Each client connects to another process at a moment of its own within this time.
RECONNECT_WITHIN_SECONDS = 2.0
# Connections that are still open then are cut.
LEAVE_TIMEOUT_SECONDS = 4.0
LEAVE_CHECK_INTERVAL_SECONDS = 0.05


class GracefulServer(Server):
    """Daphne's server with an own handler of SIGTERM; a shutdown trigger of Twisted would come too late."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"signal_handlers": False, "ready_callable": self.prepare})
        self.ports: list[Any] = []
        self.leaving: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Called by Daphne once everything is set up, just before the event loop runs."""
        # A frame that is too long closes its socket with code 1009; autobahn would drop the connection.
        self.ws_factory.setProtocolOptions(failByDrop=False, allowNullOrigin=True)  # the latter as Daphne sets it
        twisted_loop.add_signal_handler(signal.SIGTERM, self.leave)
        twisted_loop.add_signal_handler(signal.SIGINT, self.stop)

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)

    def leave(self) -> None:
        """End gracefully; asked a second time, at once."""
        if self.leaving is not None:
            self.stop()
            return
        health.leaving.set()
        for port in self.ports:
            port.stopListening()
        self.leaving = twisted_loop.create_task(self.stop_once_idle())

    async def stop_once_idle(self) -> None:
        from games.live.live_server import say_goodbye  # models can be imported once the application is loaded

        await say_goodbye(RECONNECT_WITHIN_SECONDS)
        until = twisted_loop.time() + LEAVE_TIMEOUT_SECONDS
        while self.is_busy() and twisted_loop.time() < until:
            await asyncio.sleep(LEAVE_CHECK_INTERVAL_SECONDS)
        self.stop()

    def is_busy(self) -> bool:
        """Whether a request is being answered or a socket is open."""
        return any("disconnected" not in details for details in self.connections.values())


class Web(CommandLineInterface):
    """Daphne's own command line."""

    server_class = GracefulServer


if __name__ == "__main__":
    Web.entrypoint()
