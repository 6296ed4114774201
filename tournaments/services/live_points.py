"""Tells open pages that points at running tables have changed: now and then, whatever number of moves was made."""

from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

from tournaments.selectors.live_tables import moves_at_tables
from tournaments.services.locks import ROUNDS, tournament_told

# After this nobody remembers how far a tournament's tables were, and they are told of once more.
REMEMBERED_SECONDS = 600


def points_tell() -> list[int]:
    """Tell of each tournament at whose tables somebody has moved since the last time; returns which. While the bus is
    away nobody hears of anything."""
    moved = moves_at_tables()
    keys = {pk: f"tournament-moves:{pk}" for pk in moved}
    try:
        before = cache.get_many(list(keys.values()))
    except RedisError:
        return []
    changed = [pk for pk, moves in moved.items() if before.get(keys[pk]) != moves]
    for pk in changed:
        tournament_told(pk, [ROUNDS])
    with suppress(RedisError):
        cache.set_many({keys[pk]: moved[pk] for pk in changed}, REMEMBERED_SECONDS)
    return changed
