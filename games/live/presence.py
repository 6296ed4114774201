"""Who is connected, over all processes. A lease that each process renews, because a process may end without a word."""

import asyncio
import time
from collections.abc import Iterable, Mapping

from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.engine.game import Seat
from games.services.announcements import ORIGIN

LEASE = 15.0
PATIENCE = 2.0


def key_of(match_id: int) -> str:
    return f"guildhall:present:{match_id}"


class Presence:
    """What this process says of its seats, and hears of the others."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    async def renew(self, seats_by_match: Mapping[int, Iterable[Seat]]) -> None:
        """Says who is connected here, in one round trip."""
        try:
            async with asyncio.timeout(PATIENCE), self.redis.pipeline(transaction=False) as pipeline:
                for match_id, seats in seats_by_match.items():
                    value = f"{time.time() + LEASE:.0f}:{','.join(map(str, sorted(seats)))}"
                    pipeline.hset(key_of(match_id), ORIGIN, value)
                    pipeline.expire(key_of(match_id), round(LEASE) * 2)
                await pipeline.execute()
        except (RedisError, OSError):
            return

    async def elsewhere(self, match_id: int) -> frozenset[Seat]:
        """The seats that are connected to other processes."""
        try:
            async with asyncio.timeout(PATIENCE):
                leases: dict[bytes, bytes] = await self.redis.hgetall(key_of(match_id))  # type: ignore[assignment]
        except (RedisError, OSError):
            return frozenset()
        now, seats = time.time(), set[Seat]()
        for origin, lease in leases.items():
            until, _, numbers = lease.decode().partition(":")
            if origin.decode() != ORIGIN and float(until) > now:
                seats.update(Seat(int(number)) for number in numbers.split(",") if number)
        return frozenset(seats)
