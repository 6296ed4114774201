"""What a socket sends, read from the first moment to the last: what nobody reads stays in the server's memory."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

# Who plays sends a few frames and waits. More than a consumer would answer before it has had enough come from a flood.
UNREAD_FRAMES_AT_MOST = 48
FLOOD = {"type": "flood"}


class Inbox:
    """The frames of one socket in their order. Of those that nobody has handled yet a bounded number is kept; after
    them stands that there were too many, and nothing more is."""

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
        """Drop what still comes until the client has gone: after our close the server goes on receiving for a while."""
        self.is_closed = True
        self.frames = asyncio.Queue()
        if kind is not None:
            self.reading.cancel()
        await asyncio.wait([self.reading])

    async def read(self) -> None:
        while (frame := await self.receive())["type"] == "websocket.receive":
            if self.is_closed:
                continue
            self.is_closed = self.frames.qsize() >= UNREAD_FRAMES_AT_MOST
            self.frames.put_nowait(FLOOD if self.is_closed else frame)
        self.frames.put_nowait(frame)

    async def next(self) -> dict[str, Any]:
        """The oldest frame that nobody has handled, that there were too many, or that the client has gone."""
        return await self.frames.get()
