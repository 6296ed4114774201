"""How everyone stands at matches that are being played, for lists of many of them."""

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

# A move makes a new entry; the old one is never asked for again.
CACHE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class LivePoints:
    """What each side would have if the game ended now, and how far it is."""

    points: tuple[int, ...]
    round: int
    rounds: int


class Position(NamedTuple):
    """A match, and after how many moves."""

    match_id: int
    seq: Seq

    @property
    def key(self) -> str:
        return f"live-points:{self.match_id}:{self.seq}"


def live_points(match_ids: Collection[int]) -> dict[int, LivePoints]:
    """Of these matches, those that are being played and that everyone may watch without delay. Two queries at most;
    a match that has not moved since it was last asked for is not played through again."""
    open_to_all = Match.objects.filter(status=Match.Status.PLAYING, watching=Match.Watching.EVERYONE)
    deals = {
        Position(match_id, seq): (game, options, bytes(seed or b""))  # the database sees to it that there is one
        for match_id, seq, game, options, seed in open_to_all.filter(pk__in=match_ids).values_list(
            "pk", "seq", "game", "options", "seed"
        )
    }
    known = cached(deals)
    if unknown := {position: deal for position, deal in deals.items() if position not in known}:
        fresh = played_through(unknown)
        with suppress(RedisError):  # while the bus is away everything is played through each time
            cache.set_many({position.key: points for position, points in fresh.items()}, CACHE_SECONDS)
        known |= fresh
    return {position.match_id: points for position, points in known.items()}


def cached(positions: Collection[Position]) -> dict[Position, LivePoints]:
    try:
        found = cache.get_many([position.key for position in positions])
    except RedisError:
        return {}
    return {position: found[position.key] for position in positions if position.key in found}


def played_through(deals: dict[Position, tuple[str, dict[str, str], bytes]]) -> dict[Position, LivePoints]:
    """The fold over the moves up to a position; what has come since counts the next time."""
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
