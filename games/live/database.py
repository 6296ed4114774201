"""The way to the database that every move takes: a connection that the event loop itself speaks on.

With a thread in between, two sleepers have to be woken for each move, and each may wait for the other's turn. And a
cursor of the driver's does much, in the middle of a move's way, that is not needed here: these statements take one
document, and answer with numbers.
"""

import asyncio
from collections.abc import Callable

from django.db import connection
from psycopg import AsyncConnection, Error, OperationalError
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

# While the database is away, an attempt or two a second, for as long as the others wait for a connection (settings).
AGAIN_AFTER = 0.5
PATIENCE = 10.0
# What Django adds for connections of its own.
DJANGOS = ("pool", "context", "cursor_factory", "prepare_threshold")


class Database:
    """One connection, made when it is needed, and one statement at a time. Every statement is a transaction, and is
    planned once."""

    def __init__(self, channel: str = "", hear: Callable[[str], None] | None = None) -> None:
        """While it is connected, it hears what is said on a channel (NOTIFY), if it is given one."""
        self.line: Line | None = None
        self.lock = asyncio.Lock()
        self.channel, self.hear = channel, hear

    async def numbers(self, statement: str, document: str) -> list[int]:
        """Executes a statement. If the connection has died while it was idle, a new one does it, so a statement may be
        executed twice."""
        async with self.lock:
            was_connected = self.line is not None
            try:
                return await self.execute(statement, document)
            except Error:
                died = was_connected and self.line is not None and self.line.connection.closed
                await self.close()
                if not died:
                    raise
            return await self.execute(statement, document)

    async def execute(self, statement: str, document: str) -> list[int]:
        line = self.line or await self.connect()
        return await line.numbers(statement, document)

    async def listen(self) -> None:
        """From now on, or again after a connection was lost."""
        async with self.lock:
            if self.line is not None and not self.line.is_open:
                await self.close()
            if self.line is None:
                await self.connect()

    async def connect(self) -> "Line":
        self.line = Line(await connect(), self.hear)
        if self.channel:
            await self.line.ask(lambda pgconn: pgconn.send_query(f"LISTEN {self.channel}".encode()))
        return self.line

    async def close(self) -> None:
        if self.line is not None:
            line, self.line = self.line, None
            await line.close()


class Line:
    """A connection, and what is on its way over it."""

    def __init__(self, connection: AsyncConnection, hear: Callable[[str], None] | None = None) -> None:
        self.hear = hear
        self.connection, self.socket, self.names = connection, connection.fileno(), dict[str, bytes]()
        self.loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[PGresult | None] | None = None
        self.result: PGresult | None = None
        self.is_open = True
        self.loop.add_reader(self.socket, self.read)

    async def numbers(self, statement: str, document: str) -> list[int]:
        """The first column of what a statement answers; it is written as for a cursor."""
        if statement not in self.names:
            name = f"guildhall_{len(self.names)}".encode()
            text = statement.replace("%s", "$1").encode()
            await self.ask(lambda pgconn: pgconn.send_prepare(name, text))
            self.names[statement] = name
        values = [document.encode()]
        result = await self.ask(lambda pgconn: pgconn.send_query_prepared(self.names[statement], values))
        return [int(result.get_value(row, 0) or 0) for row in range(result.ntuples)]

    async def ask(self, send: Callable[[PGconn], None]) -> PGresult:
        self.answer = self.loop.create_future()
        send(self.connection.pgconn)
        self.write()
        try:
            result = await self.answer
        except asyncio.CancelledError:  # what is said now would be taken for the next answer
            await self.close()
            raise
        if result is None or result.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(result) if result else OperationalError("the connection is lost")
        return result

    def write(self) -> None:
        """What the network does not take at once follows when it can."""
        try:
            is_left = self.connection.pgconn.flush()
        except Error as error:
            self.fail(error)
            return
        if is_left:
            self.loop.add_writer(self.socket, self.write)
        else:
            self.loop.remove_writer(self.socket)

    def read(self) -> None:
        """The database has said something: an answer, or a part of it; what others tell us; or that it goes away."""
        pgconn = self.connection.pgconn
        try:
            pgconn.consume_input()
            while self.hear is not None and (notice := pgconn.notifies()):
                self.hear(notice.extra.decode())
            while not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:  # all has been said
                    self.finish()
                    return
                self.result = result
        except Error as error:
            self.fail(error)

    def finish(self) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(self.result)
        self.answer = self.result = None

    def fail(self, error: Error) -> None:
        self.hang_up()
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)
        self.answer = self.result = None

    def hang_up(self) -> None:
        """Once: libpq closes a socket that is lost, and its number may soon be somebody else's."""
        if self.is_open:
            self.is_open = False
            self.loop.remove_reader(self.socket)
            self.loop.remove_writer(self.socket)

    async def close(self) -> None:
        self.hang_up()
        await self.connection.close()


async def connect() -> AsyncConnection:
    """As Django would; waits a while for a database that is away."""
    give_up_at = asyncio.get_running_loop().time() + PATIENCE
    while True:
        parameters = {name: value for name, value in connection.get_connection_params().items() if name not in DJANGOS}
        try:
            return await AsyncConnection.connect(**parameters, autocommit=True)
        except OperationalError:
            if asyncio.get_running_loop().time() > give_up_at:
                raise
        await asyncio.sleep(AGAIN_AFTER)
