"""Results become ratings: once each, and in the order in which the matches finished."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from ratings.formulas.careers import Career, Result, play
from ratings.formulas.crowds import TallyRow
from ratings.models import RatedMatch
from ratings.services.parts import part_of
from ratings.services.pools import pool_lock, rated_announce_on_commit, rebuild_ensure, revision_live
from ratings.services.rows import (
    CHANGE,
    Sheet,
    careers_read,
    microseconds,
    standings_write,
    tallies_add,
)

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
            changes += [(result.match, result.at, *change) for change in play(careers, result)]
            settled.append(match)
    matches_settle(revision, settled, careers, changes)
    return len(settled)


def matches_settle(
    revision: int, settled: Sequence[RatedMatch], careers: Mapping[int, Career], changes: Sequence[tuple[float, ...]]
) -> None:
    """Stores what came of these matches, all of it in one transaction with their new state."""
    if not settled:
        return
    Sheet(CHANGE).write(part_of(revision), revision, zip(*changes, strict=True))
    moved = {player: careers[player] for player in sorted({player for match in settled for player in match.players})}
    standings_write(revision, moved)
    tallies_add(revision, tallies_of(moved))
    match_ids = [match.match_id for match in settled]
    RatedMatch.objects.filter(pk__in=match_ids).update(state=State.SETTLED)
    rated_announce_on_commit(match_ids)


def tallies_of(careers: Mapping[int, Career]) -> list[TallyRow]:
    return [
        (player, sides, seat, *counted)
        for player, career in careers.items()
        for (sides, seat), counted in career.tallies().items()
    ]


def result_of(match: RatedMatch) -> Result:
    return Result(match.match_id, microseconds(match.finished_at), match.players, match.sides, match.places)


def is_late(careers: Mapping[int, Career], result: Result) -> bool:
    """Whether somebody at this table has been rated for a match that finished after it."""
    position = (result.at, result.match)
    return any((careers[player].last_at, careers[player].last_match) > position for player in result.players)
