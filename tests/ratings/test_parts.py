"""A table for each revision: filled aside, nothing in it twice, and gone when nobody reads."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import IntegrityError, connection

from ratings.models import Folio, Revision
from ratings.services.parts import part_begin, part_drop, part_join, part_of
from ratings.services.pools import pool_rebuild
from ratings.services.rebuilding import careers_prepare, revision_begin, revision_build, revisions_clear
from ratings.services.replay import Replay
from ratings.services.settling import pool_settle
from tests.ratings.builders import SOLO, crowd, games_aside, season

pytestmark = pytest.mark.django_db(transaction=True)


def is_there(revision: Revision) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [part_of(revision.pk)])
        return bool(cursor.fetchone()[0])


def written_aside() -> Revision:
    """A rebuild that did not come to its end."""
    revision = revision_begin(pool_rebuild(key=SOLO).pk)
    replay = Replay(SOLO)
    replay.play(replay.next(100))
    careers_prepare(revision, replay)
    assert games_aside(revision)
    return revision


def test_a_folio_cannot_be_written_twice():
    season(crowd(5), 10)
    revision = written_aside()
    with connection.cursor() as cursor, pytest.raises(IntegrityError):
        cursor.execute(f"INSERT INTO {part_of(revision.pk)} SELECT * FROM {part_of(revision.pk)} LIMIT 1")  # noqa: S608


def test_a_revision_given_up_takes_its_part_along():
    season(crowd(5), 10)
    pool_settle(key=SOLO)
    revision = written_aside()
    Revision.objects.filter(pk=revision.pk).update(state="abandoned")
    assert is_there(revision)
    live = list(Folio.objects.order_by("pk").values_list())
    revisions_clear()
    assert not is_there(revision)
    assert list(Folio.objects.order_by("pk").values_list()) == live


def test_every_step_may_be_taken_twice():
    season(crowd(5), 10)
    pool_settle(key=SOLO)
    live = Revision.objects.get(state="live").pk
    rows = Folio.objects.count()
    for step in (part_begin, part_join):
        step(live)
    assert Folio.objects.count() == rows
    assert [part_drop(10**6), part_drop(10**6)] == [True, True]


def test_a_part_goes_when_nobody_reads():
    """A long reader, a backup for instance, is not disturbed, and disturbs nobody: the part goes the next time."""
    season(crowd(5), 10)
    pool_settle(key=SOLO)
    old = Revision.objects.get(state="live")
    revision_build(revision_id=pool_rebuild(key=SOLO).pk)
    with reading_elsewhere():
        revisions_clear()
    old.refresh_from_db()
    assert (old.cleared, is_there(old)) == (False, True)
    revisions_clear()
    old.refresh_from_db()
    assert (old.cleared, is_there(old)) == (True, False)


@contextmanager
def reading_elsewhere() -> Iterator[None]:
    """Somebody has read histories, in a transaction that goes on."""
    other = psycopg.connect(**connection.get_connection_params())
    try:
        other.execute("SELECT count(*) FROM ratings_folio")
        yield
    finally:
        other.close()
