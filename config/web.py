"""The web process: Daphne, which writes at once what the network takes, and sees everyone off before it leaves."""

import asyncio
import signal
import sys
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server, twisted_loop
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from config.monitoring import health
from games.live.gathering import small_lots

# Clients connect to another process at moments of their own within this time; whoever is still there then is cut off.
SECONDS_TO_MOVE_OVER = 2.0
SECONDS_AT_MOST = 4.0
# How often connections are asked whether they have been silent for too long, or want a ping.
SECONDS_BETWEEN_LOOKS = 4.0
LOOKED_AT_TOGETHER = 32
# How many may stand at the door. When a process has ended, everyone comes at once; whoever finds no place there tries
# again a second later.
BACKLOG = 2048
# How long a thread that makes a page may go on while a move waits. Python's own number is five milliseconds.
SECONDS_IN_A_ROW = 0.001


def with_backlog(endpoint: str) -> str:
    """As Twisted describes endpoints; its own number is 50."""
    is_open = endpoint.startswith("tcp:") and "backlog=" not in endpoint
    return f"{endpoint}:backlog={BACKLOG}" if is_open else endpoint


class PromptProtocol(WebSocketProtocol):
    """Twisted asks the event loop whether the network is ready, for every message: a quarter of what a move costs."""

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        transport = self.transport
        may_write = transport.connected and not transport.disconnecting and not transport.TLS
        if sync or chopsize or self.send_queue or transport.dataBuffer or transport._tempDataBuffer or not may_write:
            super().sendData(data, sync, chopsize)
            return
        written = transport.writeSomeData(data)
        if not isinstance(written, int):  # the connection is lost, and Twisted will find out
            transport.write(data)
        elif written < len(data):
            transport.write(data[written:])


class PoliteServer(Server):
    """Asked to leave, it lets nobody in, tells everyone to come back, and goes when the last of them has gone."""

    def __init__(self, application: Any, endpoints: list[str], **options: Any) -> None:
        super().__init__(application, [with_backlog(endpoint) for endpoint in endpoints], **options)
        # Those whose application has ended, or who have left, since Daphne last looked.
        self.ended: set[Any] = set()
        self.connections: dict[Any, dict[str, Any]] = {}
        self.ready_callable = self.name_what_is_too_long

    def run(self) -> None:
        self.ports: list[Any] = []
        self.leaving: asyncio.Task[None] | None = None
        self.looking: asyncio.Task[None] | None = None
        twisted_loop.call_soon(self.listen_for_the_end)  # once it runs: Twisted takes the signal first
        super().run()

    def name_what_is_too_long(self) -> None:
        """A frame that is too long closes its socket with a code, 1009, where Daphne would drop the connection."""
        self.ws_factory.setProtocolOptions(failByDrop=False, allowNullOrigin=True)  # the latter as Daphne sets it

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)

    def timeout_checker(self) -> None:
        """Daphne looks at all connections in one go, and no move is handled meanwhile; this, at a few at a time."""
        self.looking = asyncio.get_running_loop().create_task(self.look_again_and_again())

    async def look_again_and_again(self) -> None:
        while True:
            async for protocols in small_lots(list(self.connections), LOOKED_AT_TOGETHER):
                for protocol in protocols:
                    if protocol in self.connections:
                        protocol.check_timeouts()
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        queue = super().create_application(protocol, scope)
        if queue is not None:
            application = self.connections[protocol]["application_instance"]
            application.add_done_callback(lambda _: self.ended.add(protocol))
        return queue

    def protocol_disconnected(self, protocol: Any) -> None:
        super().protocol_disconnected(protocol)
        self.ended.add(protocol)

    def application_checker(self) -> None:
        """Daphne goes through all connections; only those need it whose application has ended, or who have left."""
        everyone, ended, self.ended = self.connections, self.ended, set()
        self.connections = {protocol: everyone[protocol] for protocol in ended if protocol in everyone}
        try:
            super().application_checker()
        finally:
            left, self.connections = self.connections, everyone
            for protocol in ended - left.keys():
                everyone.pop(protocol, None)
            everyone.update(left)  # some may have come meanwhile
            # Whoever has left, and whose application has not ended yet, is looked at again.
            self.ended |= {protocol for protocol, one in left.items() if "disconnected" in one}

    def listen_for_the_end(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.leave)

    def leave(self) -> None:
        if self.leaving is not None:  # asked a second time: at once
            self.stop()
            return
        health.leaving.set()
        for port in self.ports:
            port.stopListening()
        self.leaving = asyncio.get_running_loop().create_task(self.see_everyone_off())

    async def see_everyone_off(self) -> None:
        from games.live.hub import HUBS

        for hub in HUBS.values():
            await hub.say_goodbye(SECONDS_TO_MOVE_OVER)
        until = asyncio.get_running_loop().time() + SECONDS_AT_MOST
        while self.is_busy() and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        self.stop()

    def is_busy(self) -> bool:
        """Whether a page is being made or a socket is open."""
        return any("disconnected" not in details for details in self.connections.values())


class Web(CommandLineInterface):
    """Daphne's own command line."""

    server_class = PoliteServer


if __name__ == "__main__":
    sys.setswitchinterval(SECONDS_IN_A_ROW)
    WebSocketFactory.protocol = PromptProtocol
    Web.entrypoint()
