"""A Celery beat of which several may run: only the one that holds the lease on the bus sends tasks."""

import secrets
from typing import Any

from celery.beat import Scheduler
from redis.exceptions import RedisError

from config.bus import bus

LEASE_KEY = "guildhall:beat-lease"
LEASE_SECONDS = 15
# Takes the lease if it is free, and renews it if it is ours.
HOLD_LEASE_SCRIPT = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""


class LeasedScheduler(Scheduler):
    """Schedules by intervals from the settings, without a file; the database says what is due."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.token = secrets.token_hex(8)
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        if not self.holds_lease():
            return float(LEASE_SECONDS) / 3
        return min(float(super().tick(*args, **kwargs)), LEASE_SECONDS / 3)

    def holds_lease(self) -> bool:
        try:
            return bool(bus().eval(HOLD_LEASE_SCRIPT, 1, LEASE_KEY, self.token, LEASE_SECONDS))
        except RedisError:
            return False

    def close(self) -> None:
        """Release the lease, so that the next beat need not wait for it to expire."""
        if self.holds_lease():
            bus().delete(LEASE_KEY)
        super().close()
