"""Everything that live tables read or write, off the event loop, on threads of their own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from channels.db import database_sync_to_async
from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects

from games.engine.running import Move, Running, Seq
from games.models import Match
from games.selectors.matches import (
    events_after,
    match_dealt,
    match_running,
    matches_with_seats,
    milliseconds,
)
from games.selectors.rating import SeatRating, ratings_at
from ratings.models import RatingChange
from ratings.selectors.histories import changes_of_match

Answer = TypeVar("Answer")
# A query that is slow holds up its own thread and nobody's table; and whoever enters cannot hold up the heartbeat.
READERS = ThreadPoolExecutor(4, thread_name_prefix="tables")
HEARTBEAT = ThreadPoolExecutor(1, thread_name_prefix="heartbeat")
THINKERS = ThreadPoolExecutor(1, thread_name_prefix="bots")


def in_thread(function: Callable[..., Answer], executor: ThreadPoolExecutor = READERS) -> Callable[..., Any]:
    return database_sync_to_async(function, thread_sensitive=False, executor=executor)


class Loaded(NamedTuple):
    """A table as the database has it: the match and where it stands, the players' ratings, and what it did to them."""

    match: Match
    running: Running | None
    ratings: dict[int, SeatRating]
    changes: list[RatingChange]


@transaction.atomic
def load_match(match_id: int) -> Loaded | None:
    match = matches_with_seats().filter(pk=match_id).first()
    if match is None:
        return None
    if match.status == Match.Status.FINISHED:
        prefetch_related_objects([match], Prefetch("rematches", Match.objects.select_related("host")))
    running = match_running(match) if match.seed is not None else None
    is_rated = match.rated and match.status == Match.Status.FINISHED
    return Loaded(match, running, ratings_at(match), changes_of_match(match_id) if is_rated else [])


def load_past(match: Match) -> tuple[Running, list[Move]]:
    """The match before its first move, and all moves with their times."""
    return match_dealt(match), events_after(match.pk, 0)


def match_id_of(key: str) -> int | None:
    return Match.objects.filter(key=key).values_list("pk", flat=True).first()


def standing_of(match_ids: Iterable[int]) -> dict[int, tuple[str, Seq, int | None]]:
    """Where matches stand: status, moves, and when the turn began."""
    rows = Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "status", "seq", "since")
    return {pk: (status, seq, milliseconds(since) if since else None) for pk, status, seq, since in rows}
