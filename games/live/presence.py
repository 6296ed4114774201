"""Tells every process who is connected to which table, by leases in Valkey.

Each process renews its leases, because a process may end without a word.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.engine.game import Seat
from games.live.batching import Batcher, in_chunks
from games.live.live_table import LiveTable
from games.selectors.presence import key_of, seats_leased
from games.services.announcements import ChangeKind, MatchChange

LEASE_SECONDS = 15.0
RENEW_INTERVAL_SECONDS = LEASE_SECONDS / 3
EXCHANGE_TIMEOUT_SECONDS = 2.0
# A chunk is written here and read from a script's answer, and a move may wait for that.
LEASES_CHUNK_SIZE = 16
# Connections that come and go within this time are announced together.
MERGE_SECONDS = 0.03
# Sets this process's lease of many matches and returns the leases of the other processes, in one call: three commands a
# match would take Python twenty times as long, and no move is handled meanwhile.
EXCHANGE_LEASES = """
local others = {}
for number, key in ipairs(KEYS) do
    redis.call('HSET', key, ARGV[1], ARGV[number + 2])
    redis.call('EXPIRE', key, ARGV[2])
    local leases = redis.call('HGETALL', key)
    others[number] = {}
    for at = 1, #leases, 2 do
        if leases[at] ~= ARGV[1] then
            table.insert(others[number], leases[at + 1])
        end
    end
end
return others
"""


class Presence:
    """Publishes which seats are connected here, and reads which are connected to other processes."""

    def __init__(self, tables: Mapping[int, LiveTable], origin: str, announce: Callable[..., None]) -> None:
        """`origin` names this process; `announce` tells the others of changes."""
        self.tables, self.origin, self.announce = tables, origin, announce
        self.redis = Redis.from_url(settings.REDIS_URL, socket_timeout=EXCHANGE_TIMEOUT_SECONDS)
        self.exchange_leases = self.redis.register_script(EXCHANGE_LEASES)
        self.changes = Batcher[tuple[int, bool]](self.handle_changes, MERGE_SECONDS)

    def seats_changed(self, match_id: int, *, is_ours: bool = True) -> None:
        """Handle soon that a seat is connected or disconnected, here (`is_ours`) or at another process."""
        self.changes.add((match_id, is_ours))

    async def handle_changes(self, changes: Collection[tuple[int, bool]]) -> None:
        """Exchange leases, send `present` to the tables concerned, and announce what has changed here."""
        match_ids = list({match_id for match_id, _ in changes})
        await self.exchange(match_ids)
        await self.send_presence(match_ids)
        if ours := {match_id for match_id, is_ours in changes if is_ours}:
            self.announce(*(MatchChange(ChangeKind.PRESENCE, match_id) for match_id in ours))

    async def renew(self) -> None:
        """Renew the leases of all tables; seats whose lease of another process has run out are no longer present."""
        async for match_ids in in_chunks(list(self.tables), LEASES_CHUNK_SIZE):
            await self.send_presence(await self.exchange(match_ids))

    async def send_presence(self, match_ids: Iterable[int]) -> None:
        for match_id in match_ids:
            if match_id in self.tables:
                await self.tables[match_id].send_presence()

    async def exchange(self, match_ids: Collection[int]) -> list[int]:
        """Exchange leases in one round trip; return the matches at which other seats are connected elsewhere now."""
        keys, leases = [key_of(match_id) for match_id in match_ids], [self.lease(match_id) for match_id in match_ids]
        try:
            async with asyncio.timeout(EXCHANGE_TIMEOUT_SECONDS):
                answers = await self.exchange_leases(keys, [self.origin, round(LEASE_SECONDS) * 2, *leases])
        except (RedisError, OSError):
            return []
        changed = []
        for match_id, others in zip(match_ids, answers, strict=True):
            seats = frozenset(map(Seat, seats_leased(others)))
            if match_id in self.tables and self.tables[match_id].seats_elsewhere != seats:
                self.tables[match_id].seats_elsewhere = seats
                changed.append(match_id)
        return changed

    def lease(self, match_id: int) -> str:
        """Return until when, and which seats: `1700000000:0,2`."""
        seats = self.tables[match_id].seats_here() if match_id in self.tables else ()
        return f"{time.time() + LEASE_SECONDS:.0f}:{','.join(map(str, sorted(seats)))}"

    async def close(self) -> None:
        await self.changes.close()
        await self.redis.aclose()
