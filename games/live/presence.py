"""Who is connected, over all processes. A lease that each process renews, because a process may end without a word."""

import asyncio
import time
from collections.abc import Collection, Mapping
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
# Those who come and go in the same moment are told of together.
A_MOMENT = 0.03


class Presence:
    """What this process says of its seats, and hears of the others."""

    def __init__(self, bus: Bus, tables: Mapping[int, "LiveTable"]) -> None:
        self.bus, self.tables = bus, tables
        self.changes = Gathering[tuple[int, bool]](self.tell, A_MOMENT)

    def changed(self, match_id: int, *, here: bool) -> None:
        """Somebody has come or gone, at a socket of ours or of another process."""
        self.changes.add((match_id, here))

    async def tell(self, changes: Collection[tuple[int, bool]]) -> None:
        """Those at our tables see who is there; the other processes hear of what has changed here."""
        match_ids = {match_id for match_id, _ in changes}
        await self.exchange(match_ids)
        for match_id in match_ids:
            if match_id in self.tables:
                await self.tables[match_id].tell_presence()
        if ours := {News(About.PRESENCE, match_id) for match_id, here in changes if here}:
            await self.bus.say(ours)

    async def exchange(self, match_ids: Collection[int]) -> None:
        """Says who is connected here and hears who is elsewhere, in one round trip."""
        try:
            async with asyncio.timeout(PATIENCE), self.bus.redis.pipeline(transaction=False) as pipeline:
                for match_id in match_ids:
                    pipeline.hset(key_of(match_id), ORIGIN, self.lease(match_id))
                    pipeline.expire(key_of(match_id), round(LEASE) * 2)
                    pipeline.hgetall(key_of(match_id))
                answers = await pipeline.execute()
        except (RedisError, OSError):
            return
        for match_id, leases in zip(match_ids, answers[2::3], strict=True):
            if match_id in self.tables:
                self.tables[match_id].elsewhere = seats_elsewhere(leases)

    def lease(self, match_id: int) -> str:
        seats = self.tables[match_id].seats_here() if match_id in self.tables else ()
        return f"{time.time() + LEASE:.0f}:{','.join(map(str, sorted(seats)))}"


def seats_elsewhere(leases: Mapping[bytes, bytes]) -> frozenset[Seat]:
    """The seats that are connected to other processes, by leases that have not run out."""
    return frozenset(map(Seat, seats_leased(lease for origin, lease in leases.items() if origin.decode() != ORIGIN)))
