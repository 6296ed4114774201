"""Announces to open pages, at intervals, that points at running tables have changed."""

from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

from tournaments.selectors.live_tables import moves_at_tables
from tournaments.services.locks import ROUNDS, tournament_announce

# How long the move counts of the last announcement are cached; without them a tournament is announced again.
MOVE_COUNTS_CACHE_SECONDS = 600


def points_tell() -> list[int]:
    """Announce each tournament with moves since the last time; return which. While the bus is away, announce none."""
    moved = moves_at_tables()
    keys = {pk: f"tournament-moves:{pk}" for pk in moved}
    try:
        before = cache.get_many(list(keys.values()))
    except RedisError:
        return []
    changed = [pk for pk, moves in moved.items() if before.get(keys[pk]) != moves]
    for pk in changed:
        tournament_announce(pk, [ROUNDS])
    with suppress(RedisError):
        cache.set_many({keys[pk]: moved[pk] for pk in changed}, MOVE_COUNTS_CACHE_SECONDS)
    return changed
