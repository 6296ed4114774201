"""Closes the sockets of people who have signed out, been banned, changed their password or withdrawn a token.

PostgreSQL notifies every web process when that happens (LISTEN; the triggers stand in
players/migrations/0007_departures.py). All sockets are also checked every few seconds, which finds sessions that have
expired and notifications that a lost connection did not bring.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

import orjson
import structlog
from psycopg import AsyncConnection, Error

from games.live.batching import Batcher, in_chunks
from games.live.database_connection import DatabaseConnection, connect
from games.live.socket_registry import SocketRegistry
from games.live.sockets import Socket
from games.live.visitors import Visitor

log = structlog.get_logger("guildhall.live")
CHANNEL = "departures"
CHECK_INTERVAL_SECONDS = 5.0
NOTIFIES_TIMEOUT_SECONDS = 30.0
ALIVE_TIMEOUT_SECONDS = 5.0
RECONNECT_PAUSE_SECONDS = 1.0
SIGNED_OUT = 4401
# Returns the numbers, from 1, of those claims that no longer hold. Each is looked up by its keys, however many players
# there are; executed often, so it returns nothing else.
REVOKED_CLAIMS = """
SELECT claim.number FROM ROWS FROM (
    jsonb_to_recordset(%s::jsonb) AS (player bigint, session text, seal text, token bigint)
) WITH ORDINALITY AS claim (player, session, seal, token, number)
WHERE (SELECT encode(sha256(convert_to(password, 'UTF8')), 'hex') = claim.seal OR claim.token IS NOT NULL
       FROM players_player WHERE id = claim.player AND is_active) IS NOT TRUE
    OR CASE WHEN claim.token IS NULL
        THEN (SELECT expire_date > now() FROM django_session WHERE session_key = claim.session)
        ELSE (SELECT true FROM players_token WHERE id = claim.token)
    END IS NOT TRUE
"""


class SessionRevocation:
    """Checks whether the sockets of this process may stay open."""

    def __init__(
        self,
        sockets: SocketRegistry,
        connection: DatabaseConnection,
        guarded: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]],
    ) -> None:
        """`connection` is for the checks; `guarded` runs one and logs what fails."""
        self.sockets, self.connection, self.guarded = sockets, connection, guarded
        self.notified = Batcher[str](self.check_notified)

    async def listen(self) -> None:
        """Receive notifications, on a connection of their own: `notifies()` holds its connection's lock."""
        while True:
            try:
                async with await connect() as connection:
                    await self.receive(connection)
            except (Error, OSError):
                log.warning("database away", channel=CHANNEL)
            await asyncio.sleep(RECONNECT_PAUSE_SECONDS)

    async def receive(self, connection: AsyncConnection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        await self.guarded(self.check_all)  # what happened while nobody listened
        while True:
            async for notification in connection.notifies(timeout=NOTIFIES_TIMEOUT_SECONDS):
                self.notified.add(notification.payload)
            async with asyncio.timeout(ALIVE_TIMEOUT_SECONDS):
                await connection.execute("SELECT 1")

    async def check_notified(self, keys: Collection[str]) -> None:
        notified = set(keys)
        sockets = [one for one in self.sockets.sockets if not notified.isdisjoint(one.visitor.revocation_keys)]
        await self.guarded(lambda: self.check(sockets))

    async def check_all(self) -> None:
        await self.check(tuple(self.sockets.sockets))

    async def check(self, sockets: Sequence[Socket]) -> None:
        """Close those of these sockets whose claim no longer holds."""
        async for chunk in in_chunks(sockets):
            revoked = await self.revoked({socket.visitor for socket in chunk})
            for socket in chunk:
                if socket.visitor in revoked:
                    await socket.turn_away("signed-out", SIGNED_OUT)

    async def revoked(self, visitors: Iterable[Visitor]) -> set[Visitor]:
        claiming = [visitor for visitor in visitors if visitor.claim]
        if not claiming:
            return set()
        claims = orjson.dumps([visitor.claim._asdict() for visitor in claiming if visitor.claim]).decode()
        numbers = await self.connection.fetch_numbers(REVOKED_CLAIMS, claims)
        return {claiming[number - 1] for number in numbers}

    async def close(self) -> None:
        await self.notified.close()
