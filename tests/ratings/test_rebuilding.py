"""A pool worked out again: bit by bit the same, while people go on playing, whoever is killed."""

import pytest

from ratings.models import RatedMatch, RatingChange, Revision
from ratings.services import rebuilding
from ratings.services.pools import pool_rebuild
from ratings.services.rebuilding import (
    careers_prepare,
    chunk_write,
    replay_resume,
    revision_build,
    revision_finish,
    revisions_clear,
)
from ratings.services.settling import pool_settle
from tests.players.together import together
from tests.ratings.builders import SOLO, changes_aside, crowd, everything, recorded, season

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(rebuilding, "CHUNK", 7)


def test_a_rebuild_comes_to_the_same_bits():
    season(crowd(8), 60)
    pool_settle(key=SOLO)
    before = everything()
    revision = pool_rebuild(key=SOLO)
    assert (revision.total, revision.progress) == (60, 0)
    assert revision_build(revision_id=revision.pk)
    revision.refresh_from_db()
    assert (revision.state, revision.matches, revision.progress) == ("live", 60, 100)
    assert everything() == before


def test_a_rebuild_that_is_asked_for_twice_is_one_rebuild():
    season(crowd(5), 20)
    pool_settle(key=SOLO)
    wanted = together(*[lambda: pool_rebuild(key=SOLO).pk] * 4)
    assert len(set(wanted)) == 1
    built = together(*[lambda: revision_build(revision_id=wanted[0])] * 3)
    assert built.count(True) == 1
    assert built.count(False) == 2
    assert Revision.objects.filter(state="live").count() == 1


def test_while_it_runs_matches_are_settled_and_then_they_are_in_it():
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision = pool_rebuild(key=SOLO)
    replay = replay_resume(revision)
    chunk_write(revision, replay)
    meanwhile = recorded(people[:4], [1, 2, 3, 4], minute=100)
    assert pool_settle(key=SOLO) == 1
    live = everything()
    assert revision_build(revision_id=revision.pk)
    assert everything() == live
    assert RatingChange.objects.filter(match=meanwhile, revision=revision).count() == 4


def test_a_worker_that_died_is_followed_by_one_that_goes_on():
    season(crowd(6), 40)
    pool_settle(key=SOLO)
    before = everything()
    revision = pool_rebuild(key=SOLO)
    replay = replay_resume(revision)
    assert chunk_write(revision, replay) == chunk_write(revision, replay) == 7
    written = changes_aside(revision)
    assert not RatingChange.objects.filter(revision=revision).exists()
    revision.refresh_from_db()
    assert (revision.matches, written > 0) == (14, True)
    assert replay_resume(revision).matches == 14
    assert changes_aside(revision) == written
    assert revision_build(revision_id=revision.pk)
    assert everything() == before


def test_a_result_that_comes_late_in_mid_rebuild_starts_it_over():
    people = crowd(5)
    season(people, 30)
    pool_settle(key=SOLO)
    revision = pool_rebuild(key=SOLO)
    replay = replay_resume(revision)
    chunk_write(revision, replay)
    late = recorded(people[:3], [3, 1, 2], minute=1.5)
    pool_settle(key=SOLO)
    assert not revision_build(revision_id=revision.pk)
    revision.refresh_from_db()
    assert revision.state == "abandoned"
    assert revision_build(revision_id=Revision.objects.get(state="building").pk)
    assert RatedMatch.objects.get(pk=late.pk).state == "settled"


def test_rows_that_nobody_sees_any_more_go():
    season(crowd(5), 20)
    pool_settle(key=SOLO)
    rows = RatingChange.objects.count()
    revision_build(revision_id=pool_rebuild(key=SOLO).pk)
    assert RatingChange.objects.count() == 2 * rows
    before = everything()
    revisions_clear()
    assert RatingChange.objects.count() == rows
    assert everything() == before
    assert [(one.state, one.cleared) for one in Revision.objects.all()] == [("live", False), ("retired", True)]


def test_a_worker_that_died_before_the_last_step_is_followed_by_one_that_takes_it():
    """Standings and tallies were prepared, and a match came after that: nothing is added twice."""
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision = pool_rebuild(key=SOLO)
    replay = replay_resume(revision)
    while chunk_write(revision, replay):
        continue
    careers_prepare(revision, replay)
    recorded(people[:4], [1, 2, 3, 4], minute=100)
    pool_settle(key=SOLO)
    live = everything()
    revision.refresh_from_db()
    assert revision_build(revision_id=revision.pk)
    assert everything() == live


def test_what_comes_between_the_standings_and_the_switch_is_in_them():
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision = pool_rebuild(key=SOLO)
    replay = replay_resume(revision)
    while chunk_write(revision, replay):
        continue
    careers_prepare(revision, replay)
    recorded(people[:4], [1, 2, 3, 4], minute=100)
    pool_settle(key=SOLO)
    live = everything()
    assert revision_finish(revision, replay)
    assert everything() == live
