"""Works a pool out again from a position on: what a correction, a strike, a late result and a rebuild come to.

One transaction under the pool's lock: rows from the position on are deleted, worked out match after match, and written
anew. Readers see the old ones until the commit, and whoever is killed leaves nothing behind. Nobody else waits: matches
that finish meanwhile are settled afterwards, and corrections that are made meanwhile ask for the next replay.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from copy import copy
from itertools import chain, islice
from time import sleep
from typing import NamedTuple

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import connection, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from ratings.formulas.careers import Career, Position, Result, play
from ratings.models import Correction, Pool, RatedMatch, RatedSeat, RatingChange, Replay, Standing
from ratings.services.changes import changes_copy, row_of
from ratings.services.notices import notices_write
from ratings.services.pools import pool_lock, rated_announce_on_commit
from ratings.services.standings import careers_read, standings_save

# The rows of so many matches are written at a time; then progress is told, with a pause, because moves at live tables
# share the cores and the disk. A long replay pauses longer: nobody waits for it.
MATCHES_PER_PIECE = 100
PAUSE_SECONDS = 0.001
LONG_REPLAY_MATCHES = 40_000
LONG_REPLAY_PAUSE_SECONDS = 0.01
MATCHES_PER_FETCH = 5_000
State = RatedMatch.State


class Counted(NamedTuple):
    """A match that counts, and whether it had waited to be settled."""

    result: Result
    was_pending: bool


@transaction.atomic
def pool_replay(*, key: str) -> bool:
    """Carries out what was asked for; False if nothing was, or if somebody else holds the pool."""
    pool = pool_lock(key)
    replay = replay_join(pool) if pool else None
    if pool is None or replay is None:
        return False
    replay.started_at = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")  # all that goes, goes at once; nobody waits for it
    matches = matches_from(pool, replay.position)
    before = careers_read(standings_from(pool, replay.position))
    careers = careers_at(pool, replay.position, before)
    total = books_from(pool, replay.position).count()
    changes_from(pool, replay.position).delete()
    pending = matches_play(replay, matches, careers, total)
    last_games_read(pool, careers)
    changed = {player for player, career in careers.items() if career != before.get(player)}
    standings_save(pool, {player: careers[player] for player in changed})
    notices_write(replay, before, careers)
    replay_finish(pool, replay, pending)
    return True


def replay_join(pool: Pool) -> Replay | None:
    """What waits to be carried out in a pool, as one replay, locked: whatever is changed from now on waits for another.

    There are several where corrections were made at the same moment, or while a worker that was killed was at work.
    """
    waiting = list(Replay.objects.select_for_update().filter(pool=pool, finished_at=None).order_by("pk"))
    if not waiting:
        return None
    replay, *others = waiting
    positions = [one.position for one in waiting]
    replay.position = None if None in positions else min(filter(None, positions))
    Correction.objects.filter(replay__in=others).update(replay=replay)
    Replay.objects.filter(pk__in=[one.pk for one in others]).delete()
    return replay


# --- What is read ---


def at_or_after(position: Position | None, path: str = "") -> Q:
    """From a position on, in a form that PostgreSQL finds by an index that begins with the moment."""
    if position is None:
        return Q()
    at, match = position
    earlier = Q(**{f"{path}finished_at": at, f"{path}match_id__lt": match})
    return Q(**{f"{path}finished_at__gte": at}) & ~earlier


def changes_from(pool: Pool, position: Position | None) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(at_or_after(position), pool=pool).order_by()


def books_from(pool: Pool, position: Position | None) -> QuerySet[RatedMatch]:
    """Matches that count."""
    return RatedMatch.objects.filter(at_or_after(position), pool=pool, state__in=[State.PENDING, State.SETTLED])


def standings_from(pool: Pool, position: Position | None) -> QuerySet[Standing]:
    """Of everyone who sat at a match from there on, whether it counts or not."""
    standings = Standing.objects.filter(pool=pool)
    if position is None:
        return standings
    seats = RatedSeat.objects.filter(at_or_after(position, "match__"), match__pool=pool)
    return standings.filter(player__in=seats.order_by().values("player"))


def matches_from(pool: Pool, position: Position | None) -> Iterator[Counted]:
    """The matches that count, in order. All of them are read by one statement, which begins now: as the books are at
    this moment, whatever is changed while they are played."""
    by_seat = {name: ArrayAgg(f"seats__{name}", order_by="seats__seat") for name in ("player", "side", "place")}
    books = books_from(pool, position).annotate(**by_seat).order_by("finished_at", "match_id")
    rows = books.values_list("finished_at", "match_id", "state", *by_seat).iterator(MATCHES_PER_FETCH)
    first = list(islice(rows, 1))
    return (
        Counted(Result(Position(finished_at, match), *seats), state == State.PENDING)
        for finished_at, match, state, *seats in chain(first, rows)
    )


def careers_at(pool: Pool, position: Position | None, now: Mapping[int, Career]) -> defaultdict[int, Career]:
    """Where everyone stood before a position: at `before` of their first change that goes, else where they stand."""
    careers = defaultdict(Career, {player: copy(career) for player, career in now.items()})
    gone = changes_from(pool, position)
    wins = dict(gone.filter(is_win=True).values_list("player").annotate(Count("pk")))
    firsts = gone.order_by("player_id", "number").distinct("player_id")
    for player, number, rating in firsts.values_list("player_id", "number", "before"):
        career = careers[player]
        career.rating, career.games, career.last = rating, number - 1, None
        career.wins -= wins.get(player, 0)
    return careers


def last_games_read(pool: Pool, careers: Mapping[int, Career]) -> None:
    """The last game of those who have no other any more since the position: it lies before."""
    unknown = {player: career for player, career in careers.items() if career.games and career.last is None}
    left = RatingChange.objects.filter(pool=pool, player__in=unknown).order_by("player_id", "-number")
    for player, at, match in left.distinct("player_id").values_list("player_id", "finished_at", "match_id"):
        unknown[player].last = Position(at, match)


# --- What is written ---


def matches_play(replay: Replay, matches: Iterator[Counted], careers: Mapping[int, Career], total: int) -> list[int]:
    """Plays matches on and writes their changes, so many at a time; returns those that had waited to be settled."""
    pending: list[int] = []
    pause_seconds = LONG_REPLAY_PAUSE_SECONDS if total > LONG_REPLAY_MATCHES else PAUSE_SECONDS
    while piece := list(islice(matches, MATCHES_PER_PIECE)):
        played = ((result, change) for result, _ in piece for change in play(careers, result))
        changes_copy(row_of(replay.pool_id, result, change) for result, change in played)
        pending += [result.position.match for result, was_pending in piece if was_pending]
        replay.matches += len(piece)
        sleep(pause_seconds)
        replay.progress_tell(replay.matches, total)
    return pending


def replay_finish(pool: Pool, replay: Replay, pending: Collection[int]) -> None:
    """Marks what has been carried out, last of all: whoever corrects one of these matches waits for no longer."""
    corrected = RatedMatch.objects.filter(corrections__replay=replay, state=State.SETTLED)
    match_ids = {*pending, *corrected.values_list("pk", flat=True)}
    RatedMatch.objects.filter(pk__in=pending, state=State.PENDING).update(state=State.SETTLED)
    Pool.objects.filter(pk=pool.pk).update(generation=F("generation") + 1)
    replay.finished_at = timezone.now()
    replay.save()
    rated_announce_on_commit(sorted(match_ids))
