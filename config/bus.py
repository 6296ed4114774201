"""Connects the composition root to Valkey, for beat's lease and the workers' heartbeat."""

from functools import cache

from django.conf import settings
from redis import Redis


@cache
def bus() -> Redis:
    """Return this process's client, with the time-outs of the settings."""
    return Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
