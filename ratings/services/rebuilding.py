"""Working a pool out again while people go on playing.

A rebuild fills a revision of its own from the first match on; nobody sees it, and matches that finish meanwhile are
settled in the live one. At the end it catches up under the pool's lock and takes the live one's place. A worker that
was killed is followed by one that begins again: the careers of a pool are in memory, and a second brings a quarter of
a million matches back.
"""

from django.db import connection, transaction
from django.utils import timezone

from ratings.formulas.waves import Tables, Whole
from ratings.models import Pool, RatedMatch, Revision
from ratings.services.beside import beside
from ratings.services.folios import folios_write
from ratings.services.notices import notices_write
from ratings.services.parts import part_drop, part_empty, part_join
from ratings.services.pools import COUNTED, pool_lock, rated_announce_on_commit, rebuild_begin
from ratings.services.replay import Replay, tables_in_order
from ratings.services.standings import standings_replace, standings_write

# After so many there is a sign of life.
CHUNK = 10_000
# So many are kept in memory before histories are written: the more, the fewer folios are begun and not filled.
WRITTEN_TOGETHER = 500_000
CLEARED_AT_ONCE = 20_000
State = Revision.State


class Superseded(Exception):  # noqa: N818
    """Somebody else has begun to build the revision, or it is not wanted any more: there is nothing left to do."""


def revision_build(*, revision_id: int) -> bool:
    """Works a revision out and makes it live; False if another worker does, or a newer revision is wanted."""
    try:
        revision = revision_begin(revision_id)
        replay = Replay(revision.pool_id)
        for tables in tables_in_order(revision.pool_id, CHUNK):
            chunk_play(revision, replay, tables)
        careers_prepare(revision, replay)
        return revision_finish(revision, replay)
    except Superseded:
        return False


@transaction.atomic
def revision_begin(revision_id: int) -> Revision:
    """An attempt of our own. What an earlier one has written goes."""
    revision = Revision.objects.select_for_update().get(pk=revision_id)
    if revision.state != State.BUILDING:
        raise Superseded
    revision.attempts += 1
    revision.matches, revision.touched_at = 0, timezone.now()
    revision.save(update_fields=["attempts", "matches", "touched_at"])
    part_empty(revision.pk)
    standings_clear(revision.pk)
    return revision


def revision_lock(revision: Revision) -> None:
    """Holds the revision, if the attempt is still ours."""
    if not Revision.objects.select_for_update().filter(
        pk=revision.pk, state=State.BUILDING, attempts=revision.attempts
    ):
        raise Superseded


@transaction.atomic
def chunk_play(revision: Revision, replay: Replay, tables: list[Tables]) -> None:
    """The next matches, with a sign of life."""
    revision_lock(revision)
    replay.play(tables)
    if replay.crowd.waiting >= WRITTEN_TOGETHER:
        histories_write(revision, replay)
    Revision.objects.filter(pk=revision.pk).update(matches=replay.matches, touched_at=timezone.now())


def histories_write(revision: Revision, replay: Replay) -> Whole:
    """What was played since the last time; says who did."""
    histories = replay.crowd.take()
    folios_write(revision.pk, replay.crowd.players(histories.rows), histories)
    return histories.rows


@transaction.atomic
def careers_prepare(revision: Revision, replay: Replay) -> None:
    """All histories and standings, before anybody has to wait. Standings are written beside the histories, and stay if
    those fail: another attempt begins by clearing them."""
    revision_lock(revision)
    crowd = replay.crowd
    if replay.matches:
        histories = crowd.take() if crowd.waiting else None
        with beside() as writer:
            writing = writer.submit(standings_write, revision.pk, crowd.standings(crowd.everyone))
            if histories:
                folios_write(revision.pk, crowd.players(histories.rows), histories)
            writing.result()
    Revision.objects.filter(pk=revision.pk).update(touched_at=timezone.now())


@transaction.atomic
def revision_finish(revision: Revision, replay: Replay) -> bool:
    """Catches up with the last matches while nobody can settle another, and changes places with the live revision."""
    pool = pool_lock(revision.pool_id)
    revision_lock(revision)
    while tables := replay.next(CHUNK):
        chunk_play(revision, replay, tables)
    if replay.matches != RatedMatch.objects.filter(pool=pool, state__in=COUNTED).count():
        rebuild_begin(pool)  # a match has come in that finished before others which are played already
        return False
    if replay.crowd.waiting:
        standings_replace(revision.pk, replay.crowd.standings(histories_write(revision, replay)))
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
        standings_clear(revision.pk)
        if part_drop(revision.pk):
            Revision.objects.filter(pk=revision.pk).update(cleared=True)


def standings_clear(revision: int) -> None:
    """So many at once that no statement takes long."""
    with connection.cursor() as cursor:
        cleared = CLEARED_AT_ONCE
        while cleared == CLEARED_AT_ONCE:
            cursor.execute(
                "DELETE FROM ratings_standing WHERE ctid = ANY(ARRAY("
                "SELECT ctid FROM ratings_standing WHERE revision_id = %s LIMIT %s))",
                [revision, CLEARED_AT_ONCE],
            )
            cleared = cursor.rowcount
