"""Reads the current points of running matches, for lists of many of them."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from redis.exceptions import RedisError

from games.engine.game import Seat
from games.engine.registry import GAMES
from games.engine.running import Seq
from games.models import Event, Match

# Each move makes a new cache entry; the old one is not read again and expires.
POINTS_CACHE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class LivePoints:
    """The points of each side if the game ended now, and how many rounds of how many have begun."""

    points: tuple[int, ...]
    round: int
    rounds: int


class Position(NamedTuple):
    """A match after a number of moves."""

    match_id: int
    seq: Seq

    @property
    def key(self) -> str:
        return f"live-points:{self.match_id}:{self.seq}"


def live_points(match_ids: Collection[int]) -> dict[int, LivePoints]:
    """Return the points of those of these matches that are running and that everyone may watch without delay.

    Takes two queries at most. A match without new moves comes from the cache and is not replayed.
    """
    open_to_all = Match.objects.filter(status=Match.Status.PLAYING, watching=Match.Watching.EVERYONE)
    deals = {
        Position(match_id, seq): (game, options, bytes(seed or b""))  # a constraint guarantees a seed
        for match_id, seq, game, options, seed in open_to_all.filter(pk__in=match_ids).values_list(
            "pk", "seq", "game", "options", "seed"
        )
    }
    known = cached_points(deals)
    if unknown := {position: deal for position, deal in deals.items() if position not in known}:
        fresh = replayed_points(unknown)
        with suppress(RedisError):  # without the cache everything is replayed each time
            cache.set_many({position.key: points for position, points in fresh.items()}, POINTS_CACHE_SECONDS)
        known |= fresh
    return {position.match_id: points for position, points in known.items()}


def cached_points(positions: Collection[Position]) -> dict[Position, LivePoints]:
    try:
        found = cache.get_many([position.key for position in positions])
    except RedisError:
        return {}
    return {position: found[position.key] for position in positions if position.key in found}


def replayed_points(deals: dict[Position, tuple[str, dict[str, str], bytes]]) -> dict[Position, LivePoints]:
    """Replay the moves up to each position, in one query; newer moves count the next time."""
    moves: dict[int, list[tuple[int, str]]] = {position.match_id: [] for position in deals}
    events = Event.objects.filter(match__in=list(moves)).order_by("match_id", "seq")
    for match_id, seat, action in events.values_list("match_id", "seat", "action"):
        moves[match_id].append((seat, action))
    return {position: points_after(*deal, moves[position.match_id][: position.seq]) for position, deal in deals.items()}


def points_after(game: str, options: dict[str, str], seed: bytes, moves: list[tuple[int, str]]) -> LivePoints:
    engine = GAMES[game]
    state: Any = engine.start(options, seed)
    for seat, action in moves:
        state, _ = engine.apply(state, Seat(seat), engine.read(action))
    return LivePoints(engine.points(state), *engine.progress(state))
