"""Limits how often a socket may send."""

import time

from games.refusals import TooQuick


class RateLimit:
    """A token bucket: it refills at a steady rate up to its size, and each message takes one token."""

    def __init__(self, per_second: float, bucket_size: float) -> None:
        self.per_second, self.bucket_size = per_second, bucket_size
        self.tokens, self.refilled_at = bucket_size, time.monotonic()

    def take(self) -> None:
        """Take a token, or raise TooQuick."""
        now = time.monotonic()
        self.tokens = min(self.bucket_size, self.tokens + (now - self.refilled_at) * self.per_second) - 1
        self.refilled_at = now
        if self.tokens < 0:
            raise TooQuick
