"""Reads which seats are connected, from the leases that web processes keep in Valkey (games/live/presence.py)."""

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

# A page does not wait longer for a bus that hangs: it shows nobody as connected.
BUS_TIMEOUT_SECONDS = 2.0


def key_of(match_id: int) -> str:
    return f"guildhall:present:{match_id}"


@cache
def bus() -> Redis:
    return Redis.from_url(
        settings.REDIS_URL, socket_timeout=BUS_TIMEOUT_SECONDS, socket_connect_timeout=BUS_TIMEOUT_SECONDS
    )


def seats_leased(leases: Iterable[bytes]) -> frozenset[int]:
    """Return the seats of leases that have not run out. A process that was killed renews none."""
    now, seats = time.time(), set[int]()
    for lease in leases:
        until, _, numbers = lease.decode().partition(":")
        if float(until) > now:
            seats.update(int(number) for number in numbers.split(",") if number)
    return frozenset(seats)


def seats_connected(match_ids: Sequence[int]) -> Mapping[int, frozenset[int]] | None:
    """Return the connected seats of each match, in one round trip; None while the bus is away."""
    if not match_ids:
        return {}
    try:
        with bus().pipeline(transaction=False) as pipeline:
            for match_id in match_ids:
                pipeline.hvals(key_of(match_id))
            answers = pipeline.execute()
    except (RedisError, OSError):
        return None
    return {match_id: seats_leased(leases) for match_id, leases in zip(match_ids, answers, strict=True)}
