"""Reads what matches did to ratings."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from django.db.models import QuerySet

from players.models import Player
from ratings.models import RatingChange, Standing

READ_ATTEMPTS = 3
Read = TypeVar("Read")


def changes_of_matches(match_ids: Iterable[int]) -> dict[int, list[RatingChange]]:
    """What matches did to everyone at their tables, by match and then by seat; nothing of those that are not settled.

    A correction shows once it is carried out.
    """
    return by_match(RatingChange.objects.filter(match__in=list(match_ids)))


def changes_of_match(match_id: int) -> list[RatingChange]:
    """What a match did to everyone at the table, by seat; empty until it is settled."""
    return changes_of_matches([match_id]).get(match_id, [])


def changes_numbered(standing: Standing, numbers: Collection[int]) -> dict[int, list[RatingChange]]:
    """What some games of a player did to everyone at the table, by the number of the game, in order; one query."""
    own = RatingChange.objects.filter(player=standing.player_id, pool=standing.pool_id, number__in=numbers)
    found = by_match(RatingChange.objects.filter(match__in=own.order_by().values("match")))
    by_number = {change_of(changes, standing.player_id).number: changes for changes in found.values()}
    generation_check(standing, {changes[0].pool.generation for changes in by_number.values()}, numbers)
    return dict(sorted(by_number.items()))


def changes_of_player(pool: str, player: Player) -> QuerySet[RatingChange]:
    """What happened to one player in a pool, the newest first, each with its match."""
    return RatingChange.objects.filter(pool=pool, player=player).select_related("match").order_by("-number")


def by_match(changes: QuerySet[RatingChange]) -> dict[int, list[RatingChange]]:
    found: dict[int, list[RatingChange]] = {}
    for change in changes.select_related("match", "player", "pool").order_by("match_id", "seat"):
        found.setdefault(change.match_id, []).append(change)
    return found


def change_of(changes: Iterable[RatingChange], player_id: int) -> RatingChange:
    """One player's of those at a table."""
    return next(change for change in changes if change.player_id == player_id)


# --- What is read in pieces ---


class HistoryChanged(Exception):  # noqa: N818
    """A replay has replaced rows between two pieces of a history that belong together."""


def generation_check(standing: Standing, generations: set[int], wanted: Collection[int]) -> None:
    """Compares the generation of the pool that came with some games to the one that came with the standing."""
    if generations - {standing.pool.generation} or (wanted and not generations):
        raise HistoryChanged


def consistently(read: Callable[[], Read]) -> Read:
    """Reads again if a replay has come between two pieces."""
    for _ in range(READ_ATTEMPTS - 1):
        try:
            return read()
        except HistoryChanged:
            continue
    return read()
