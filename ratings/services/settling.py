"""Results become ratings: once each, and in the order in which the matches finished."""

from collections.abc import Mapping, Sequence

import numpy as np
from django.db import transaction

from ratings.formulas.careers import Career, Change, Result, play
from ratings.formulas.crowds import Histories
from ratings.models import RatedMatch
from ratings.services.folios import folios_write
from ratings.services.pools import pool_lock, rated_announce_on_commit, rebuild_ensure, revision_live
from ratings.services.rows import microseconds
from ratings.services.standings import careers_read, standings_of, standings_replace

BATCH = 200
State = RatedMatch.State


def pool_settle(*, key: str) -> int:
    """Settles what is pending in a pool, and says how many matches that were. Safe to call at any moment."""
    settled = 0
    while step := batch_settle(key=key):
        settled += step
    return settled


@transaction.atomic
def batch_settle(*, key: str) -> int:
    """The oldest pending matches. Two workers wait for each other at the pool, and the second finds nothing to do."""
    pool = pool_lock(key)
    pending = list(
        RatedMatch.objects.filter(pool=pool, state=State.PENDING).order_by("finished_at", "match_id")[:BATCH]
    )
    if not pending:
        return 0
    revision = revision_live(pool).pk
    careers = careers_read(revision, sorted({player for match in pending for player in match.players}))
    settled, changes = [], []
    for match in pending:
        result = result_of(match)
        if is_late(careers, result):  # its players have played on: only a replay puts it where it belongs
            rebuild_ensure(pool)
        else:
            changes += [(result, change) for change in play(careers, result)]
            settled.append(match)
    matches_settle(revision, settled, careers, changes)
    return len(settled)


def matches_settle(
    revision: int,
    settled: Sequence[RatedMatch],
    careers: Mapping[int, Career],
    changes: Sequence[tuple[Result, Change]],
) -> None:
    """Stores what came of these matches, all of it in one transaction with their new state."""
    if not settled:
        return
    histories = histories_of(changes)
    folios_write(revision, histories.rows, histories)
    standings_replace(revision, standings_of({player: careers[player] for player in histories.rows.tolist()}))
    match_ids = [match.match_id for match in settled]
    RatedMatch.objects.filter(pk__in=match_ids).update(state=State.SETTLED)
    rated_announce_on_commit(match_ids)


def histories_of(changes: Sequence[tuple[Result, Change]]) -> Histories:
    """By player, each in order. Here a player's row is the player's number."""
    in_order = sorted(changes, key=lambda one: (one[1].player_id, one[1].number))
    rows, starts = np.unique([change.player_id for _, change in in_order], return_index=True)
    numbers, before = ([getattr(in_order[start][1], name) for start in starts] for name in ("number", "before"))
    games = [(turn, change.after, result.match, result.at) for turn, (result, change) in enumerate(in_order)]
    return Histories(starts, rows, *map(np.array, (numbers, before, *zip(*games, strict=True))))


def result_of(match: RatedMatch) -> Result:
    return Result(match.match_id, microseconds(match.finished_at), match.players, match.sides, match.places)


def is_late(careers: Mapping[int, Career], result: Result) -> bool:
    """Whether somebody at this table has been rated for a match that finished after it."""
    position = (result.at, result.match)
    return any((careers[player].last_at, careers[player].last_match) > position for player in result.players)
