"""Queries for live tables, each for many tables at once. They run on threads (games/live/threads.py)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import Error as DatabaseError
from django.db.models import Prefetch, prefetch_related_objects

from games.engine.running import Move, Running
from games.models import Match
from games.selectors.matches import (
    events_after,
    events_of_many_after,
    fold,
    match_dealt,
    matches_with_seats,
)
from games.selectors.rating import SeatRating, ratings_at
from ratings.models import RatingChange
from ratings.selectors.changes import changes_of_matches


class Loaded(NamedTuple):
    """A table as the database has it: the match, its state, its players' ratings, and how it changed them."""

    match: Match
    running: Running | None
    ratings: dict[int, SeatRating]
    changes: list[RatingChange]


def load_matches(match_ids: Sequence[int]) -> list[Loaded | Exception | None]:
    """Return each match, or None if there is no such one, in a constant number of queries.

    The error of a match that cannot be read takes its place. A match that is asked for twice is made twice, because
    a table changes what it has been given.
    """
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


def load_past(match: Match) -> tuple[Running, list[Move]]:
    """Return the match before its first move, and all its moves."""
    return match_dealt(match), events_after(match.pk, 0)


def match_ids_of(keys: Sequence[str]) -> list[int | None]:
    found = dict(Match.objects.filter(key__in=keys).values_list("key", "pk"))
    return [found.get(key) for key in keys]


def rating_changes_of(match_ids: Sequence[int]) -> list[list[RatingChange]]:
    changes = changes_of_matches(set(match_ids))
    return [changes.get(match_id, []) for match_id in match_ids]
