"""The one connection to Valkey that the composition root itself uses."""

from functools import cache

from django.conf import settings
from redis import Redis


@cache
def bus() -> Redis:
    return Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
