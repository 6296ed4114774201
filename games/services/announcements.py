"""What crosses the bus: that something has changed, and never what. docs/architecture.md says who listens."""

import os
import secrets
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.exceptions import RedisError

CHANNEL = "guildhall:matches"
# Which process speaks: what a process has announced itself it knows already.
ORIGIN = f"{os.getpid()}-{secrets.token_hex(4)}"


class About(Enum):
    """What has changed about a match."""

    MOVES = "m"
    TABLE = "t"  # its seats, its status, its clocks
    WORDS = "w"
    PRESENCE = "p"
    RATINGS = "r"  # what the match did to them is known


class News(NamedTuple):
    """Something has changed about a match."""

    about: About
    match_id: int


@cache
def bus() -> Redis:
    return Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)


def written(news: Iterable[News], origin: str = ORIGIN) -> str:
    return " ".join([origin, *(f"{about.value}{match_id}" for about, match_id in news)])


def read(text: str) -> tuple[str, list[News]]:
    """Who says so, and what. What this version does not know is left out, so that old and new can run together."""
    origin, *rest = text.split(" ") if text else [""]
    known = {about.value: about for about in About}
    return origin, [
        News(known[word[0]], int(word[1:])) for word in rest if word and word[0] in known and word[1:].isdecimal()
    ]


def announce(*news: News) -> None:
    """Tells every process. A lost announcement is harmless: the next one, or the heartbeat, shows the same."""
    try:
        bus().publish(CHANNEL, written(news, origin="-"))
    except RedisError:
        return


def announce_on_commit(*news: News) -> None:
    transaction.on_commit(lambda: announce(*news))
