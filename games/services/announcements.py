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

from games.engine.clock import By, Milliseconds
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
ACTORS = {by.value: by for by in By}
# How many values follow the match's number.
MOVE = len(Move._fields)
MOVE_AND_SHOWN = MOVE + 5


class Shown(NamedTuple):
    """What everyone may see after a move, as it is written in messages; how everyone stands, if that is new; how many
    events they had been told before those in it; and when the next one's time is up."""

    text: str
    standing: str
    told: int
    deadline: Milliseconds | None


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
    """A line of JSON. What is shown is JSON already, and follows as it is, with its place told: within the line every
    quote in it would have to be written in a special way, and read back."""
    told: list[Any] = [origin]
    texts: list[str] = []
    end = 0
    for about, match_id, move, shown in news:
        told.append([about.value, match_id, *(move or ())])
        if move and shown:
            begin, middle = end, end + len(shown.text)
            end = middle + len(shown.standing)
            told[-1] += (begin, middle, end, shown.told, shown.deadline)
            texts += (shown.text, shown.standing)
    return f"{orjson.dumps(told).decode()}\n{''.join(texts)}".encode()


def read(text: bytes) -> list[News]:
    """What another process says. What this version does not know is left out, so that old and new can run together."""
    try:
        line, _, texts = text.decode().partition("\n")
        return [
            News(KNOWN[about], match_id, *read_details(details, texts))
            for about, match_id, *details in orjson.loads(line)[1:]
            if about in KNOWN
        ]
    except (ValueError, TypeError, KeyError):
        return []


def read_details(details: Sequence[Any], texts: str) -> tuple[Move | None, Shown | None]:
    """A move, with or without what it shows. Of anything else it is known only that something has happened."""
    if len(details) not in (MOVE, MOVE_AND_SHOWN):
        return None, None
    seq, seat, action, by, at, spent, client_id, *place = details
    move = Move(seq, seat, action, ACTORS[by], at, spent, client_id)
    if not place:
        return move, None
    begin, middle, end, told, deadline = place
    return move, Shown(texts[begin:middle], texts[middle:end], told, deadline) if end <= len(texts) else None


def announce(*news: News) -> None:
    """Tells every process. A lost announcement is harmless: the next one, or the heartbeat, shows the same."""
    try:
        bus().publish(CHANNEL, written(news, origin="-"))
    except RedisError:
        return


def announce_on_commit(*news: News) -> None:
    """Tells every process once the transaction is committed; all of it together, each thing once."""
    if once := tuple(dict.fromkeys(news)):
        transaction.on_commit(lambda: announce(*once))
