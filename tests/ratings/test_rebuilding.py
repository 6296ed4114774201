"""A pool worked out again: bit by bit the same, while people go on playing, whoever is killed."""

import pytest
from django.db import connection
from psycopg.errors import UniqueViolation

from ratings.models import GAMES_A_FOLIO, Folio, RatedMatch, Revision, Standing
from ratings.services import rebuilding
from ratings.services.folios import HistoryBroken, folios_write
from ratings.services.parts import part_of
from ratings.services.pools import pool_rebuild
from ratings.services.rebuilding import (
    Superseded,
    careers_prepare,
    chunk_play,
    revision_begin,
    revision_build,
    revision_finish,
    revisions_clear,
)
from ratings.services.replay import Replay
from ratings.services.settling import pool_settle
from tests.players.together import together
from tests.ratings.builders import SOLO, crowd, everything, games_aside, recorded, season, written

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Seven matches at a time, written twenty at a time."""
    monkeypatch.setattr(rebuilding, "CHUNK", 7)
    monkeypatch.setattr(rebuilding, "WRITTEN_TOGETHER", 20)


def begun(chunks: int) -> tuple[Revision, Replay]:
    """A rebuild that has come so far."""
    revision, replay = revision_begin(pool_rebuild(key=SOLO).pk), Replay(SOLO)
    for _ in range(chunks):
        chunk_play(revision, replay, replay.next(rebuilding.CHUNK))
    return revision, replay


def prepared() -> tuple[Revision, Replay]:
    """All but the last step."""
    revision, replay = begun(0)
    while tables := replay.next(rebuilding.CHUNK):
        chunk_play(revision, replay, tables)
    careers_prepare(revision, replay)
    return revision, replay


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


def test_long_histories_fill_folio_after_folio_to_the_same_bits():
    season(crowd(3), 2 * GAMES_A_FOLIO + 5)
    pool_settle(key=SOLO)
    before = everything()
    assert [len(folio) for folio in matches_on_folios()] == 3 * [GAMES_A_FOLIO, GAMES_A_FOLIO, 5]
    assert revision_build(revision_id=pool_rebuild(key=SOLO).pk)
    assert everything() == before


def matches_on_folios() -> list[list[int]]:
    return list(Folio.objects.order_by("player", "number").values_list("matches", flat=True))


def test_nothing_is_added_to_a_history_that_is_not_as_long_as_believed():
    season(crowd(3), 10)
    revision, replay = begun(1)
    histories = replay.crowd.take()
    players = replay.crowd.players(histories.rows)
    with pytest.raises(HistoryBroken):
        folios_write(revision.pk, players, histories._replace(numbers=histories.numbers + 1))
    folios_write(revision.pk, players, histories)
    with pytest.raises(UniqueViolation):
        folios_write(revision.pk, players, histories)


def test_while_it_runs_matches_are_settled_and_then_they_are_in_it():
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision, _ = begun(1)
    meanwhile = recorded(people[:4], [1, 2, 3, 4], minute=100)
    assert pool_settle(key=SOLO) == 1
    live = everything()
    assert revision_build(revision_id=revision.pk)
    assert everything() == live
    assert len([game for game in written(revision=revision) if game.match == meanwhile.pk]) == 4


def test_a_worker_that_died_is_followed_by_one_that_begins_again():
    season(crowd(6), 40)
    pool_settle(key=SOLO)
    before = everything()
    revision, _ = begun(4)
    revision.refresh_from_db()
    assert (revision.matches, revision.attempts) == (28, 1)
    assert games_aside(revision) > 0
    assert written(revision=revision) == []
    assert revision_build(revision_id=revision.pk)
    revision.refresh_from_db()
    assert (revision.matches, revision.attempts) == (40, 2)
    assert everything() == before


def test_a_worker_that_only_seemed_dead_stops():
    season(crowd(6), 40)
    pool_settle(key=SOLO)
    before = everything()
    revision, replay = begun(4)
    other, others_replay = begun(4)
    for step in (careers_prepare, revision_finish):
        with pytest.raises(Superseded):
            step(revision, replay)
    with pytest.raises(Superseded):
        chunk_play(revision, replay, replay.next(7))
    for tables in iter(lambda: others_replay.next(7), []):
        chunk_play(other, others_replay, tables)
    careers_prepare(other, others_replay)
    assert revision_finish(other, others_replay)
    assert everything() == before


def test_a_worker_that_only_seemed_dead_stops_before_the_last_step_too():
    """Another has begun meanwhile, and emptied what was written."""
    season(crowd(6), 40)
    pool_settle(key=SOLO)
    before = everything()
    revision, replay = prepared()
    other = revision_begin(revision.pk)
    with pytest.raises(Superseded):
        revision_finish(revision, replay)
    assert everything() == before
    assert revision_build(revision_id=other.pk)
    assert everything() == before


def test_a_result_that_comes_late_in_mid_rebuild_starts_it_over():
    people = crowd(5)
    season(people, 30)
    pool_settle(key=SOLO)
    revision, replay = begun(1)
    late = recorded(people[:3], [3, 1, 2], minute=1.5)
    pool_settle(key=SOLO)
    for tables in iter(lambda: replay.next(7), []):
        chunk_play(revision, replay, tables)
    careers_prepare(revision, replay)
    assert not revision_finish(revision, replay)
    revision.refresh_from_db()
    assert revision.state == "abandoned"
    assert revision_build(revision_id=Revision.objects.get(state="building").pk)
    assert RatedMatch.objects.get(pk=late.pk).state == "settled"


def test_rows_that_nobody_sees_any_more_go():
    season(crowd(5), 20)
    pool_settle(key=SOLO)
    games = len(written())
    revision_build(revision_id=pool_rebuild(key=SOLO).pk)
    assert len(written()) == 2 * games
    before = everything()
    revisions_clear()
    assert len(written()) == games
    assert everything() == before
    assert [(one.state, one.cleared) for one in Revision.objects.all()] == [("live", False), ("retired", True)]


def test_a_worker_that_died_before_the_last_step_is_followed_by_one_that_takes_it():
    """Everything was prepared, and a match came after that: nothing is added twice."""
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision, _ = prepared()
    recorded(people[:4], [1, 2, 3, 4], minute=100)
    pool_settle(key=SOLO)
    live = everything()
    assert revision_build(revision_id=revision.pk)
    assert everything() == live


def test_what_comes_between_the_standings_and_the_switch_is_in_them():
    people = crowd(6)
    season(people, 30)
    pool_settle(key=SOLO)
    revision, replay = prepared()
    recorded(people[:4], [1, 2, 3, 4], minute=100)
    pool_settle(key=SOLO)
    live = everything()
    assert revision_finish(revision, replay)
    assert everything() == live


def test_standings_whose_histories_could_not_be_written_make_way_for_another_attempt():
    """They are written beside each other, and one may fail."""
    season(crowd(6), 19)
    pool_settle(key=SOLO)
    before = everything()
    revision, replay = begun(3)
    columns = "player_id, number, since, matches, ratings"
    with connection.cursor() as cursor:  # somebody has written there already
        cursor.execute(
            f"INSERT INTO {part_of(revision.pk)} (revision_id, {columns})"  # noqa: S608
            f" SELECT {revision.pk}, {columns} FROM ratings_folio LIMIT 1"
        )
    with pytest.raises(UniqueViolation):
        careers_prepare(revision, replay)
    assert Standing.objects.filter(revision=revision).count() == 6
    assert revision_build(revision_id=revision.pk)
    assert everything() == before
