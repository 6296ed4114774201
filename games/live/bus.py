"""Listening to the other processes, and telling them. A connection that breaks is made anew, and then everything is
looked at again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any

import structlog
from django.conf import settings
from hiredis import HiredisError, PushNotification, Reader
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from games.services.announcements import CHANNEL, OURS, News, read, written

log = structlog.get_logger("guildhall.live")
AGAIN_AFTER = 0.5
PATIENCE = 2.0
READ_AT_ONCE = 256 * 1024
# While the bus hangs, what is announced waits until there is so much of it; the rest is found in the database.
WAITING_AT_MOST = 4 * 1024 * 1024


class Line:
    """One connection on which everything is both said and heard, in one order.

    Past the library, whose own ways to publish and to listen take five times as long: every announcement is heard by
    whoever makes it, too.
    """

    def __init__(self, connection: AbstractConnection) -> None:
        """Takes over a connection that the library has made, by whatever address and password."""
        reader, writer = connection._reader, connection._writer
        if reader is None or writer is None:
            raise ConnectionError("it was closed at once")
        self.reader, self.writer = reader, writer
        self.parser = Reader()
        self.has_answered = True  # since it was last asked
        self.send(b"HELLO", b"3")  # by protocol 2, who listens could not speak
        self.send(b"SUBSCRIBE", CHANNEL.encode())

    def send(self, *words: bytes) -> None:
        if self.writer.transport.get_write_buffer_size() < WAITING_AT_MOST:
            self.writer.write(command(*words))

    def hang_up(self) -> None:
        self.writer.transport.abort()

    async def replies(self) -> AsyncIterator[Any]:
        """Until the connection is lost."""
        while data := await self.reader.read(READ_AT_ONCE):
            self.has_answered = True
            self.parser.feed(data)
            while (reply := self.parser.gets()) is not False:
                if isinstance(reply, HiredisError):
                    raise reply
                yield reply


def command(*words: bytes) -> bytes:
    """As the bus reads it. hiredis could write it too, but takes 124 µs for 110 kB and not 9."""
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])


class Bus:
    """This process's ear and voice."""

    def __init__(self, hear: Callable[[News], Awaitable[None]], catch_up: Callable[[], None]) -> None:
        """Whoever catches up does so beside: a database that is slow must not make us deaf."""
        self.hear, self.catch_up = hear, catch_up
        # By protocol 3 the library writes all that it hears into a line for a log that nobody reads.
        self.redis = Redis.from_url(settings.REDIS_URL, protocol=2, **settings.REDIS_TIMEOUTS)  # type: ignore[arg-type]
        self.line: Line | None = None
        self.is_alone = False  # whether nobody else listens, as far as we know
        self.waiting: list[News] = []

    async def listen(self) -> None:
        """For as long as the process lives."""
        while True:
            try:
                await self.listen_once()
                log.warning("bus lost")
            except (RedisError, HiredisError, OSError) as error:
                log.warning("bus lost", error=type(error).__name__)
            except Exception:
                log.exception("bus lost")  # whatever it was, a process must not go deaf
            await asyncio.sleep(AGAIN_AFTER)

    async def listen_once(self) -> None:
        connection: AbstractConnection = self.redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        try:
            await connection.connect()  # type: ignore[no-untyped-call]
            self.line = Line(connection)
            self.publish([])  # whoever has been alone hears that we listen now, before we look at the database
            has_caught_up = False
            async for reply in self.line.replies():
                if isinstance(reply, int):  # to an announcement: how many have heard it
                    self.is_alone = reply == 1
                    if not has_caught_up:
                        has_caught_up = True
                        self.catch_up()
                elif isinstance(reply, PushNotification) and reply[0] == b"message":
                    await self.hear_all(reply[2])
        finally:
            self.line, self.is_alone = None, False
            await connection.disconnect(nowait=True)

    async def hear_all(self, text: bytes) -> None:
        if not text.startswith(OURS):
            self.is_alone = False
            for one in read(text):
                try:
                    await self.hear(one)
                except Exception:
                    log.exception("live table failed")  # the others at theirs hear what follows

    def look_who_listens(self) -> None:
        """Where one process serves everyone, nobody needs to be told, and a move costs a fifth less. A bus that has
        said nothing since the last look is given up."""
        if self.line is not None:
            if not self.line.has_answered:
                self.line.hang_up()
            self.line.has_answered = False
            self.publish([])

    def say_soon(self, news: News) -> None:
        """With whatever else is to be said in this moment."""
        if not self.is_alone:
            if not self.waiting:
                asyncio.get_running_loop().call_soon(self.say_what_waits)
            self.waiting.append(news)

    def say_what_waits(self) -> None:
        news, self.waiting = self.waiting, []
        self.publish(news)

    def say(self, news: Collection[News]) -> None:
        if not self.is_alone:
            self.publish(news)

    def publish(self, news: Collection[News]) -> None:
        """Never waits, never fails: what is said stands in the database."""
        if self.line is not None:
            self.line.send(b"PUBLISH", CHANNEL.encode(), written(news))
