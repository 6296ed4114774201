"""Settles pending matches: once each, in the order in which they finished."""

from collections import defaultdict

from django.db import transaction

from ratings.formulas.careers import Career, Result, is_late, play
from ratings.models import RatedMatch, Standing
from ratings.services.changes import changes_create, row_of
from ratings.services.pools import pool_lock, rated_announce_on_commit, replay_request
from ratings.services.standings import careers_read, standings_save

MATCHES_PER_TRANSACTION = 200
State = RatedMatch.State


def pool_settle(*, key: str) -> int:
    """Settles what is pending in a pool, and says how many matches that were. Safe to call at any moment."""
    settled = 0
    while step := batch_settle(key=key):
        settled += step
    return settled


@transaction.atomic
def batch_settle(*, key: str) -> int:
    """Settles the oldest pending matches. What somebody else holds is left to them: whoever replays a pool settles it
    afterwards, and whoever corrects a match has it replayed."""
    pool = pool_lock(key)
    if pool is None:
        return 0
    pending = RatedMatch.objects.filter(pool=pool, state=State.PENDING).prefetch_related("seats")
    unlocked = pending.select_for_update(no_key=True, skip_locked=True)
    oldest = unlocked.order_by("finished_at", "match_id")[:MATCHES_PER_TRANSACTION]
    results = [result_of(match) for match in oldest]
    players = {player for result in results for player in result.players}
    careers = defaultdict(Career, careers_read(Standing.objects.filter(pool=pool, player__in=players)))
    changes, settled, played = [], [], set[int]()
    for result in results:
        if is_late(careers, result):  # its players have played on: only a replay puts it where it belongs
            replay_request(pool.pk, result.position)
            continue
        changes += [row_of(key, result, change) for change in play(careers, result)]
        settled.append(result.position.match)
        played |= set(result.players)
    changes_create(changes)
    standings_save(pool, {player: careers[player] for player in played})
    RatedMatch.objects.filter(pk__in=settled).update(state=State.SETTLED)
    rated_announce_on_commit(settled)
    return len(settled)


def result_of(match: RatedMatch) -> Result:
    return Result(match.position, match.players, match.sides, match.places)
