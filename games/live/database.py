"""The way to the database that every move takes: a connection that the event loop itself speaks on.

With a thread in between, two sleepers have to be woken for each move, and each may wait for the other's turn.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from django.db import connection
from psycopg import AsyncConnection, Error, OperationalError

# While the database is away, an attempt or two a second, for as long as the others wait for a connection (settings).
AGAIN_AFTER = 0.5
PATIENCE = 10.0
# What Django adds for connections of its own.
DJANGOS = ("pool", "context", "cursor_factory", "prepare_threshold")

Rows = list[tuple[Any, ...]]


class Database:
    """One connection, made when it is needed. Every statement is a transaction, and is planned once."""

    def __init__(self) -> None:
        self.connection: AsyncConnection | None = None

    async def rows(self, statement: str, values: Sequence[Any]) -> Rows:
        """Executes a statement. If the connection has died while it was idle, a new one does it, so a statement may be
        executed twice."""
        was_connected = self.connection is not None
        try:
            return await self.execute(statement, values)
        except Error:
            died = was_connected and self.connection is not None and self.connection.closed
            await self.close()
            if not died:
                raise
        return await self.execute(statement, values)

    async def execute(self, statement: str, values: Sequence[Any]) -> Rows:
        if self.connection is None:
            self.connection = await connect()
        cursor = await self.connection.execute(statement, values)
        return await cursor.fetchall()

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
            self.connection = None


async def connect() -> AsyncConnection:
    """As Django would; waits a while for a database that is away."""
    give_up_at = asyncio.get_running_loop().time() + PATIENCE
    while True:
        parameters = {name: value for name, value in connection.get_connection_params().items() if name not in DJANGOS}
        try:
            return await AsyncConnection.connect(**parameters, autocommit=True, prepare_threshold=0)
        except OperationalError:
            if asyncio.get_running_loop().time() > give_up_at:
                raise
        await asyncio.sleep(AGAIN_AFTER)
