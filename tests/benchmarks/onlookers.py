"""Spectators of a page of standings, on real sockets and in a process of their own: each waits until it hears that the
standings have changed, then for a moment of its own, as live_page.js does, and fetches them.

A helper of tests/benchmarks/spectators.py.
"""

import asyncio
import json
import random
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.moving_standings import say

# As in config/static/guildhall/js/live_page.js.
SPREAD_SECONDS = 1.5
CONNECTING_AT_ONCE = 50
OPEN_TIMEOUT_SECONDS = 30


class Onlooker:
    """One browser: a socket, and a connection that is kept open for what it fetches."""

    def __init__(self, order: dict[str, Any], socket: ClientConnection) -> None:
        self.order, self.socket = order, socket
        self.fetch_seconds: list[float] = []
        self.failed = 0

    async def watch(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.order["port"])
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "changed":
                await asyncio.sleep(random.random() * SPREAD_SECONDS)
                await self.fetch(message["version"])

    async def fetch(self, version: int) -> None:
        began = time.monotonic()
        path = f"{self.order['part']}?version={version}"
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(line[16:]) for line in head.splitlines() if line.lower().startswith("content-length:"))
        await self.reader.readexactly(length)
        self.fetch_seconds.append(time.monotonic() - began)
        self.failed += not head.startswith("HTTP/1.1 200")


async def seated(order: dict[str, Any]) -> list[Onlooker]:
    limit = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def one() -> Onlooker:
        async with limit:
            socket = await connect(
                order["socket"], origin=order["origin"], open_timeout=OPEN_TIMEOUT_SECONDS, ping_interval=None
            )
            assert json.loads(await socket.recv())["type"] == "hello"
            return Onlooker(order, socket)

    return await asyncio.gather(*[one() for _ in range(order["number"])])


async def main() -> None:
    order = json.loads(sys.stdin.readline())
    onlookers = await seated(order)
    say("seated")
    await asyncio.to_thread(sys.stdin.readline)
    watching = [asyncio.create_task(one.watch()) for one in onlookers]
    await asyncio.sleep(order["seconds"])
    broken = [task.exception() for task in watching if task.done()]
    for task in watching:
        task.cancel()
    spent = sorted(seconds for one in onlookers for seconds in one.fetch_seconds)
    say({"fetches": spent, "failed": sum(one.failed for one in onlookers) + len(broken)})


if __name__ == "__main__":
    asyncio.run(main())
