"""Reads what a socket sends, from its first frame until it is gone: the server keeps in memory what nobody reads."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

# A player sends a few frames and waits for answers. A consumer closes the socket before it has answered so many.
UNREAD_FRAMES_LIMIT = 48
FLOOD = {"type": "flood"}


class Inbox:
    """The unread frames of one socket, in their order.

    Their number is bounded: after the last one that fits comes FLOOD, and nothing more is kept.
    """

    def __init__(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self.receive = receive
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.is_closed = False

    async def __aenter__(self) -> Self:
        self.reading = asyncio.create_task(self.read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Read and drop what comes until the client has disconnected: after a close Daphne goes on receiving."""
        self.is_closed = True
        self.frames = asyncio.Queue()
        if kind is not None:
            self.reading.cancel()
        await asyncio.wait([self.reading])

    async def read(self) -> None:
        while (frame := await self.receive())["type"] == "websocket.receive":
            if self.is_closed:
                continue
            self.is_closed = self.frames.qsize() >= UNREAD_FRAMES_LIMIT
            self.frames.put_nowait(FLOOD if self.is_closed else frame)
        self.frames.put_nowait(frame)

    async def next(self) -> dict[str, Any]:
        """Return the oldest unread frame, FLOOD, or the frame that says that the client has disconnected."""
        return await self.frames.get()
