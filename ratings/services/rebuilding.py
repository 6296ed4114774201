"""Working a pool out again while people go on playing.

A rebuild fills a revision of its own, chunk by chunk, from the first match on; nobody sees it, and matches that finish
meanwhile are settled in the live one. At the end it catches up under the pool's lock and takes the live one's place.
A worker that was killed is followed by one that plays the written part again in memory and goes on from there.
"""

from django.db import connection, transaction
from django.utils import timezone

from ratings.formulas.crowds import Changes, Crowd
from ratings.models import Pool, RatedMatch, Revision
from ratings.services.notices import notices_write
from ratings.services.parts import part_drop, part_index, part_join, part_of
from ratings.services.pools import COUNTED, pool_lock, rated_announce_on_commit, rebuild_begin
from ratings.services.replay import BEGINNING, Replay
from ratings.services.rows import microseconds, moment_of, standings_write, tallies_add, tallies_write

CHUNK = 20_000
CLEARED_AT_ONCE = 20_000
State = Revision.State


class Superseded(Exception):  # noqa: N818
    """Another worker is ahead of this one, or the revision is not wanted any more: there is nothing left to do."""


def revision_build(*, revision_id: int) -> bool:
    """Works a revision out and makes it live; False if another worker does, or a newer revision is wanted."""
    revision = Revision.objects.get(pk=revision_id)
    revision_touch(revision)
    try:
        replay = replay_resume(revision)
        while chunk_write(revision, replay) == CHUNK:
            continue
        changes_index(revision, replay)
        careers_prepare(revision, replay)
        return revision_finish(revision, replay)
    except Superseded:
        return False


def replay_resume(revision: Revision) -> Replay:
    """Where a killed worker has left off: the same matches give the same careers again."""
    replay, end = Replay(revision.pool_id), position_of(revision)
    while tables := replay.read(CHUNK, until=end):
        replay.play(tables)
        revision_touch(revision)
    if replay.matches != revision.matches:  # a match has come in between that finished before
        revision_restart(revision)
        raise Superseded
    return replay


def revision_touch(revision: Revision) -> None:
    """Says that somebody works on it."""
    Revision.objects.filter(pk=revision.pk).update(touched_at=timezone.now())


def position_of(revision: Revision) -> tuple[int, int]:
    if revision.through_at is None or revision.through_match is None:
        return BEGINNING
    return microseconds(revision.through_at), revision.through_match


@transaction.atomic
def revision_restart(revision: Revision) -> None:
    pool = pool_lock(revision.pool_id)
    if Revision.objects.filter(pk=revision.pk, state=State.BUILDING).exists():
        rebuild_begin(pool)


@transaction.atomic
def chunk_write(revision: Revision, replay: Replay) -> int:
    """The next matches, written together with how far that is."""
    revision_lock(revision, replay)
    before, tables = replay.matches, replay.read(CHUNK)
    if tables:
        replay_write(revision, replay, replay.play(tables))
        progress_save(revision, replay)
    return replay.matches - before


def replay_write(revision: Revision, replay: Replay, changes: Changes) -> None:
    matches, at, rows, *rest, _ = changes
    replay.sheet.write(part_of(revision.pk), revision.pk, (matches, at, replay.crowd.players(rows), *rest))


def revision_lock(revision: Revision, replay: Replay) -> None:
    """Holds the revision. Of two workers, the one that finds more written than it knows of has lost."""
    held = Revision.objects.select_for_update().get(pk=revision.pk)
    if held.state != State.BUILDING or position_of(held) != replay.position:
        raise Superseded


def progress_save(revision: Revision, replay: Replay) -> None:
    at, match = replay.position
    Revision.objects.filter(pk=revision.pk).update(
        matches=replay.matches, through_at=moment_of(at), through_match=match, touched_at=timezone.now()
    )


@transaction.atomic
def changes_index(revision: Revision, replay: Replay) -> None:
    """Once for all, which is quicker than for each."""
    revision_lock(revision, replay)
    part_index(revision.pk)
    revision_touch(revision)


@transaction.atomic
def careers_prepare(revision: Revision, replay: Replay) -> None:
    """All standings and tallies before anybody has to wait; what a killed worker has prepared is done again."""
    revision_lock(revision, replay)
    for table in ("standing", "tally"):
        while rows_delete(table, revision.pk) == CLEARED_AT_ONCE:
            continue
    standings_write(revision.pk, replay.crowd.take_moved())
    tallies_write(revision.pk, replay.crowd.take_tallies())
    revision_touch(revision)


def careers_catch_up(revision: Revision, crowd: Crowd) -> None:
    """What has moved since they were prepared."""
    standings_write(revision.pk, crowd.take_moved())
    tallies_add(revision.pk, crowd.take_tallies())


@transaction.atomic
def revision_finish(revision: Revision, replay: Replay) -> bool:
    """Catches up with the last matches while nobody can settle another, and changes places with the live revision."""
    pool = pool_lock(revision.pool_id)
    while chunk_write(revision, replay):
        continue
    if replay.matches != RatedMatch.objects.filter(pool=pool, state__in=COUNTED).count():
        rebuild_begin(pool)  # a match has come in that finished before others which are written already
        return False
    careers_catch_up(revision, replay.crowd)
    part_join(revision.pk)
    revision_switch(pool, revision)
    return True


def revision_switch(pool: Pool, revision: Revision) -> None:
    old = Revision.objects.filter(pool=pool, state=State.LIVE).first()
    Revision.objects.filter(pool=pool, state=State.LIVE).update(state=State.RETIRED)
    Revision.objects.filter(pk=revision.pk).update(state=State.LIVE, live_at=timezone.now())
    pending = RatedMatch.objects.filter(pool=pool, state=RatedMatch.State.PENDING)
    corrected = RatedMatch.objects.filter(corrections__revision=revision, state=RatedMatch.State.SETTLED)
    match_ids = sorted({*pending.values_list("pk", flat=True), *corrected.values_list("pk", flat=True)})
    pending.update(state=RatedMatch.State.SETTLED)
    rated_announce_on_commit(match_ids)
    notices_write(pool, old, revision)


def revisions_clear() -> None:
    """Removes what is kept of revisions that nobody sees any more; the revisions themselves stay."""
    for revision in Revision.objects.filter(state__in=[State.RETIRED, State.ABANDONED], cleared=False):
        for table in ("standing", "tally"):
            while rows_delete(table, revision.pk) == CLEARED_AT_ONCE:
                continue
        if part_drop(revision.pk):
            Revision.objects.filter(pk=revision.pk).update(cleared=True)


def rows_delete(table: str, revision: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM ratings_{table} WHERE ctid = ANY(ARRAY("  # noqa: S608
            f"SELECT ctid FROM ratings_{table} WHERE revision_id = %s LIMIT %s))",
            [revision, CLEARED_AT_ONCE],
        )
        return cursor.rowcount
