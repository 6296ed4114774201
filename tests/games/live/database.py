"""What tests of sockets do to the database beside the site: lock a table, end a connection, look who waits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asgiref.sync import sync_to_async
from django.db import connection
from psycopg import AsyncConnection

from games.live.database_connection import connect

TIMEOUT_SECONDS = 20


@asynccontextmanager
async def locked(*tables: str) -> AsyncIterator[AsyncConnection]:
    """Let nobody else read or write these tables."""
    async with await connect() as other:
        await other.set_autocommit(False)
        await other.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
        yield other
        await other.rollback()


@sync_to_async
def backends(condition: str) -> list[int]:
    """Return the connections of this database of which a condition on `pg_stat_activity` holds."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ({condition})")  # noqa: S608
        return [pid for (pid,) in cursor.fetchall()]


async def until_backends(condition: str) -> list[int]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (found := await backends(condition)):
            await asyncio.sleep(0.01)
    return found


async def until_waiting_for_a_lock() -> None:
    await until_backends("wait_event_type = 'Lock'")


@sync_to_async
def end_backend(pid: int) -> None:
    """End a connection, and wait until it has ended."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
