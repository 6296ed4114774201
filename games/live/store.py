"""What live tables read and write besides moves: off the event loop, on threads of their own; and one question that is
asked so often that the loop asks it itself."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import orjson
from channels.db import database_sync_to_async
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Prefetch, prefetch_related_objects

from games.engine.clock import Milliseconds
from games.engine.running import Move, Running, Seq
from games.models import Match
from games.selectors.matches import (
    events_after,
    events_of_many_after,
    fold,
    match_dealt,
    matches_with_seats,
    moment,
    seats_away,
)
from games.selectors.rating import SeatRating, ratings_at
from games.services import clocks
from games.services.moves import AskForNumbers
from ratings.models import RatingChange
from ratings.selectors.changes import changes_of_matches

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


def load_matches(match_ids: Sequence[int]) -> list[Loaded | Exception | None]:
    """Each of them, or None if there is no such match; in a handful of queries. One that cannot be read keeps nobody
    else from their table. What is asked for twice is made twice: a table changes what it has been given."""
    try:
        together = load_together(set(match_ids))
    except DatabaseError:
        raise
    except Exception:  # noqa: BLE001
        together = {}
    return [together.pop(match_id) if match_id in together else load_alone(match_id) for match_id in match_ids]


def load_alone(match_id: int) -> Loaded | Exception | None:
    try:
        return load_together([match_id]).get(match_id)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001
        return error


def load_together(match_ids: Collection[int]) -> dict[int, Loaded]:
    matches = list(matches_with_seats().filter(pk__in=match_ids))
    finished = [match for match in matches if match.status == Match.Status.FINISHED]
    prefetch_related_objects(finished, Prefetch("rematches", Match.objects.select_related("host")))
    # The cards of a match that was called off stay secret: there is nothing to be seen.
    seen = [match for match in matches if match.seed is not None and match.status != Match.Status.CALLED_OFF]
    begun = [(match.pk, 0) for match in seen]
    moves = dict(zip(begun, events_of_many_after(begun), strict=True)) if begun else {}
    rated = [match.pk for match in finished if match.rated]
    changes = changes_of_matches(rated) if rated else {}
    return {
        match.pk: Loaded(
            match,
            fold(match, moves[match.pk, 0]) if (match.pk, 0) in moves else None,
            ratings,
            changes.get(match.pk, []),
        )
        for match, ratings in zip(matches, ratings_at(matches), strict=True)
    }


def return_seats(places: Sequence[tuple[int, int]]) -> list[bool | Exception]:
    """Of many who have come to a match and a seat there: whether a bot left the chair for them. Mostly there is none,
    which one query tells of all."""
    away = seats_away({match_id for match_id, _ in places})
    return [return_seat(*place) if place in away else False for place in places]


def return_seat(match_id: int, number: int) -> bool | Exception:
    try:
        return clocks.seat_return(match_id, number)
    except Exception as error:
        if connection.connection is None or connection.connection.closed:
            raise
        return error


def load_past(match: Match) -> tuple[Running, list[Move]]:
    """The match before its first move, and all moves with their times."""
    return match_dealt(match), events_after(match.pk, 0)


def match_ids_of(keys: Sequence[str]) -> list[int | None]:
    found = dict(Match.objects.filter(key__in=keys).values_list("key", "pk"))
    return [found.get(key) for key in keys]


class Standing(NamedTuple):
    """Where a match stands: its status and, once cards are dealt, how many moves were made and when the turn began."""

    status: str
    seq: Seq | None = None
    since: Milliseconds | None = None


# Of these matches, those of which the database knows more. Asked often, so it answers only with them.
BEHIND = """
SELECT one.match_id
FROM jsonb_to_recordset(%s::jsonb) AS one (match_id bigint, status text, seq int, since timestamptz),
    LATERAL (SELECT * FROM games_match WHERE id = one.match_id OFFSET 0) AS match
WHERE CASE
    WHEN one.seq IS NULL OR match.seq = one.seq THEN
        match.status <> one.status
        -- We count in milliseconds.
        OR one.seq IS NOT NULL AND match.status = 'playing'
            AND abs(extract(epoch FROM match.since - one.since)) >= 0.001
    ELSE match.seq > one.seq
END
"""


async def matches_behind(numbers: AskForNumbers, known: Mapping[int, Standing | None]) -> set[int]:
    rows = [
        {"match_id": match_id, **one._asdict(), "since": None if one.since is None else moment(one.since)}
        for match_id, one in known.items()
        if one is not None
    ]
    return set(await numbers(BEHIND, orjson.dumps(rows).decode())) if rows else set()
