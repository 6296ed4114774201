"""Compares the tables of this process with the database, and reloads those of which an announcement was lost."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson

from games.live.batching import in_chunks
from games.live.database_connection import DatabaseConnection
from games.live.live_table import LiveTable, MatchVersion
from games.live.table_services import TableServices
from games.selectors.matches import moment

RECONCILE_INTERVAL_SECONDS = 3.2
# An announcement may be on its way: a table that hears of what it has missed within this time is not reloaded.
ANNOUNCEMENT_DELAY_SECONDS = 0.2
# Returns the matches of which the database knows more: executed often, so it returns nothing else. A match is looked up
# by its key each, however many there are.
MATCHES_BEHIND = """
SELECT known.match_id
FROM jsonb_to_recordset(%s::jsonb) AS known (match_id bigint, status text, seq int, since timestamptz),
    LATERAL (SELECT * FROM games_match WHERE id = known.match_id OFFSET 0) AS match
WHERE CASE
    WHEN known.seq IS NULL OR match.seq = known.seq THEN
        match.status <> known.status
        -- Tables count in milliseconds.
        OR known.seq IS NOT NULL AND match.status = 'playing'
            AND abs(extract(epoch FROM match.since - known.since)) >= 0.001
    ELSE match.seq > known.seq
END
"""


class Reconciler:
    """Finds what announcements did not bring. Pub/sub delivers at most once, and this makes them safe to lose."""

    def __init__(
        self,
        tables: Mapping[int, LiveTable],
        connection: DatabaseConnection,
        services: TableServices,
        lobby_changed: Callable[[], None],
    ) -> None:
        self.tables, self.connection, self.services = tables, connection, services
        self.lobby_changed = lobby_changed

    async def run(self) -> None:
        await self.services.pulse()
        await self.reconcile()

    async def run_after_gap(self) -> None:
        """Reconcile everything because announcements may have been lost."""
        await self.reconcile()
        self.lobby_changed()

    async def reconcile(self) -> None:
        async for match_ids in in_chunks(list(self.tables)):
            versions = {match_id: table.version() for match_id, table in self.still_here(match_ids)}
            if behind := await self.matches_behind(versions):
                await asyncio.sleep(ANNOUNCEMENT_DELAY_SECONDS)
            for match_id, table in self.still_here(match_ids):
                if match_id in behind and table.version() == versions[match_id]:
                    await table.reload()
                elif not table.timer.is_set:  # the database was away when the time was up
                    table.timer.set(table.next_deadline())
                if table.awaits_rating:
                    await table.send_rating()

    def still_here(self, match_ids: Iterable[int]) -> list[tuple[int, LiveTable]]:
        return [(match_id, self.tables[match_id]) for match_id in match_ids if match_id in self.tables]

    async def matches_behind(self, versions: Mapping[int, MatchVersion | None]) -> set[int]:
        rows = [row_of(match_id, version) for match_id, version in versions.items() if version is not None]
        return set(await self.connection.fetch_numbers(MATCHES_BEHIND, orjson.dumps(rows).decode())) if rows else set()


def row_of(match_id: int, version: MatchVersion) -> dict[str, Any]:
    since = None if version.since is None else moment(version.since)
    return {"match_id": match_id, "status": version.status, "seq": version.seq, "since": since}
