"""A bus that hangs."""

import asyncio
from urllib.parse import urlsplit


class Valve:
    """A way to the bus that can be closed: connections stay, and nothing comes through."""

    def __init__(self, url: str) -> None:
        self.bus, self.is_open = urlsplit(url), True

    async def __aenter__(self) -> "Valve":
        self.server = await asyncio.start_server(self.connect, "127.0.0.1")
        port = self.server.sockets[0].getsockname()[1]
        self.url = self.bus._replace(netloc=self.bus.netloc.replace(f":{self.bus.port}", f":{port}")).geturl()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_bus, to_bus = await asyncio.open_connection(self.bus.hostname, self.bus.port)
        await asyncio.gather(self.pass_on(reader, to_bus), self.pass_on(from_bus, writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            while not self.is_open:
                await asyncio.sleep(0.01)
            writer.write(data)
        writer.close()
