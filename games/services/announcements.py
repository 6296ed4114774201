"""What crosses the bus: that something has changed, and nothing secret. docs/architecture.md says who listens."""

import os
import secrets
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import orjson
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.exceptions import RedisError

from games.engine.clock import By
from games.engine.game import Seat
from games.engine.running import Move


def channel_of(url: str) -> str:
    """Every numbered database of a server hears what is published in any of them, and sites may share a server."""
    return f"guildhall:{urlsplit(url).path.strip('/') or 0}:matches"


CHANNEL = channel_of(settings.REDIS_URL)
# Which process speaks: what a process has announced itself it knows already, and need not even read.
ORIGIN = f"{os.getpid()}-{secrets.token_hex(4)}"
OURS = orjson.dumps([ORIGIN])[:-1]


class About(Enum):
    """What has changed about a match."""

    MOVES = "m"
    TABLE = "t"  # its seats, its status, its clocks
    WORDS = "w"
    PRESENCE = "p"
    RATINGS = "r"  # what the match did to them is known


KNOWN = {about.value: about for about in About}


class Shown(NamedTuple):
    """What everyone may see after a move, as it is written in messages: the fields of the clock, and of the view."""

    clock: str
    view: str


class News(NamedTuple):
    """Something has changed about a match. A move that all have seen is told with it, which saves asking for it; and
    what they see now, which saves working it out."""

    about: About
    match_id: int
    move: Move | None = None
    shown: Shown | None = None


@cache
def bus() -> Redis:
    return Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)


def written(news: Iterable[News], origin: str = ORIGIN) -> bytes:
    return orjson.dumps(
        [origin, *[[one.about.value, one.match_id, *(one.move or ()), *(one.shown or ())] for one in news]]
    )


def read(text: bytes) -> list[News]:
    """What another process says. What this version does not know is left out, so that old and new can run together."""
    try:
        return [
            News(KNOWN[about], match_id, *read_details(details))
            for about, match_id, *details in orjson.loads(text)[1:]
            if about in KNOWN
        ]
    except (ValueError, TypeError):
        return []


def read_details(details: Sequence[Any]) -> tuple[Move | None, Shown | None]:
    """A move, with or without what it shows. Of anything else it is known only that something has happened."""
    length = len(Move._fields)
    if len(details) == length:
        return read_move(*details), None
    if len(details) == length + len(Shown._fields):
        return read_move(*details[:length]), read_shown(*details[length:])
    return None, None


def read_move(seq: int, seat: int, action: str, by: str, at: int, spent: int, client_id: str) -> Move:
    return Move(seq, Seat(seat), action, By(by), at, spent, client_id)


def read_shown(clock: Any, view: Any) -> Shown | None:
    return Shown(clock, view) if isinstance(clock, str) and isinstance(view, str) else None


def announce(*news: News) -> None:
    """Tells every process. A lost announcement is harmless: the next one, or the heartbeat, shows the same."""
    try:
        bus().publish(CHANNEL, written(news, origin="-"))
    except RedisError:
        return


def announce_on_commit(*news: News) -> None:
    transaction.on_commit(lambda: announce(*news))
