"""Who is connected, over all processes. A lease that each process renews, because a process may end without a word."""

import asyncio
import time
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

from games.engine.game import Seat
from games.live.bus import PATIENCE, Bus
from games.live.gathering import Gathering
from games.selectors.presence import key_of, seats_leased
from games.services.announcements import ORIGIN, About, News

if TYPE_CHECKING:
    from games.live.table import LiveTable

LEASE = 15.0
# Says of many matches at once who is connected here, and answers with what the other processes say of each. One call
# for all of them: three commands a match would take Python twenty times as long, while no move is handled.
EXCHANGE = """
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
# Those who come and go in the same moment are told of together.
A_MOMENT = 0.03


class Presence:
    """What this process says of its seats, and hears of the others."""

    def __init__(self, bus: Bus, tables: Mapping[int, "LiveTable"]) -> None:
        self.bus, self.tables = bus, tables
        self.changes = Gathering[tuple[int, bool]](self.tell, A_MOMENT)
        self.script = bus.redis.register_script(EXCHANGE)

    def changed(self, match_id: int, *, here: bool) -> None:
        """Somebody has come or gone, at a socket of ours or of another process."""
        self.changes.add((match_id, here))

    async def tell(self, changes: Collection[tuple[int, bool]]) -> None:
        """Those at our tables see who is there; the other processes hear of what has changed here."""
        match_ids = {match_id for match_id, _ in changes}
        await self.exchange(match_ids)
        await self.tell_tables(match_ids)
        if ours := {News(About.PRESENCE, match_id) for match_id, here in changes if here}:
            self.bus.say(ours)

    async def renew(self, match_ids: Collection[int]) -> None:
        """So that we are still believed; and those for whom a process spoke that has ended are seen to be gone."""
        await self.tell_tables(await self.exchange(match_ids))

    async def tell_tables(self, match_ids: Iterable[int]) -> None:
        for match_id in match_ids:
            if match_id in self.tables:
                await self.tables[match_id].tell_presence()

    async def exchange(self, match_ids: Collection[int]) -> list[int]:
        """Says who is connected here and hears who is elsewhere, in one round trip; and at which tables that is new."""
        keys, leases = [key_of(one) for one in match_ids], [self.lease(one) for one in match_ids]
        try:
            async with asyncio.timeout(PATIENCE):
                answers = await self.script(keys, [ORIGIN, round(LEASE) * 2, *leases])
        except (RedisError, OSError):
            return []
        changed = []
        for match_id, others in zip(match_ids, answers, strict=True):
            elsewhere = frozenset(map(Seat, seats_leased(others)))
            if match_id in self.tables and self.tables[match_id].elsewhere != elsewhere:
                self.tables[match_id].elsewhere = elsewhere
                changed.append(match_id)
        return changed

    def lease(self, match_id: int) -> str:
        seats = self.tables[match_id].seats_here() if match_id in self.tables else ()
        return f"{time.time() + LEASE:.0f}:{','.join(map(str, sorted(seats)))}"
