"""A connection to PostgreSQL on which the event loop itself waits, for statements that a move or a heartbeat needs.

A thread in between would cost two wake-ups for each statement.
"""

import asyncio

from django.db import connection
from psycopg import AsyncConnection, Error, OperationalError

# While the database is away, it is tried so often, for as long as Django's pool waits for a connection (settings).
CONNECT_RETRY_SECONDS = 0.5
CONNECT_TIMEOUT_SECONDS = 10.0
# Parameters that Django adds for its own connections.
DJANGO_PARAMETERS = ("pool", "context", "cursor_factory", "prepare_threshold")


class DatabaseConnection:
    """One connection in autocommit mode, opened when it is first used and again after it was lost."""

    def __init__(self) -> None:
        self.connection: AsyncConnection | None = None
        self.lock = asyncio.Lock()

    async def fetch_numbers(self, statement: str, document: str) -> list[int]:
        """Execute a statement with one JSON document and return the first column of its rows.

        A connection that died while it was idle is replaced, so a statement may be executed twice.
        """
        async with self.lock:
            was_open = self.connection is not None
            try:
                return await self.execute(statement, document)
            except Error:
                if not self.discard_if_broken() or not was_open:
                    raise
            return await self.execute(statement, document)

    async def execute(self, statement: str, document: str) -> list[int]:
        if self.connection is None:
            self.connection = await connect()
        cursor = await self.connection.execute(statement.encode(), [document], prepare=True)
        return [number for (number,) in await cursor.fetchall()]

    def discard_if_broken(self) -> bool:
        if self.connection is None or not self.connection.closed:
            return False
        self.connection = None
        return True

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
            self.connection = None


async def connect() -> AsyncConnection:
    """Open a connection with Django's parameters; wait a while for a database that is away."""
    loop = asyncio.get_running_loop()
    give_up_at = loop.time() + CONNECT_TIMEOUT_SECONDS
    while True:
        parameters = {
            name: value for name, value in connection.get_connection_params().items() if name not in DJANGO_PARAMETERS
        }
        try:
            return await AsyncConnection.connect(**parameters, autocommit=True)
        except OperationalError:
            if loop.time() > give_up_at:
                raise
        await asyncio.sleep(CONNECT_RETRY_SECONDS)
