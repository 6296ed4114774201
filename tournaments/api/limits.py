"""Limits how often programs may call: counted a minute, by player, or by address without one."""

import time
from collections.abc import Callable
from typing import TypeVar

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from redis.exceptions import RedisError

from players.models import Player
from tournaments.api.answers import TooOften

Answer = TypeVar("Answer")
WINDOW_SECONDS = 60


def seconds_to_wait(request: HttpRequest, player: Player | None, action: str) -> int:
    """Count this call; return 0 within the limit, else the seconds until the next minute.

    While the bus is away nothing is counted, and every call is within the limit.
    """
    now = int(time.time())
    who = f"player:{player.pk}" if player else f"address:{get_adapter().get_client_ip(request)}"
    key = f"api-calls:{action}:{who}:{now // WINDOW_SECONDS}"
    try:
        cache.add(key, 0, 2 * WINDOW_SECONDS)
        within = cache.incr(key) <= settings.API_CALLS_PER_MINUTE[action]
    except (RedisError, ValueError):  # ValueError: a restarted bus has lost the key in between
        return 0
    return 0 if within else WINDOW_SECONDS - now % WINDOW_SECONDS


def read_limited(request: HttpRequest, player: Player | None) -> None:
    if wait := seconds_to_wait(request, player, "read" if player else "read_unknown"):
        raise TooOften(wait)


def write_limited(
    request: HttpRequest, player: Player, write: Callable[[], Answer], *, action: str = "write"
) -> Answer:
    """Carry out a change within the limit. "Too often" is the last of all refusals: others are found first, and nothing
    is stored."""
    wait = seconds_to_wait(request, player, action)
    if not wait:
        return write()
    with transaction.atomic():
        write()
        raise TooOften(wait)
