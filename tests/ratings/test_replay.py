"""A pool is worked out again while people go on playing, whoever is killed; nobody waits for it."""

from functools import partial
from itertools import count

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection

from games.services.tables import table_sit
from players.services.players import player_leave
from ratings.models import Pool, RatedMatch, RatingChange, RatingNotice, Replay, Standing
from ratings.selectors.changes import HistoryChanged, changes_of_match, consistently
from ratings.selectors.games import Game, games_numbered
from ratings.selectors.partners import pairs_of
from ratings.selectors.standings import standing_of
from ratings.services import replay
from ratings.services.corrections import result_annul, result_correct, result_restore
from ratings.services.pools import pool_rebuild
from ratings.services.replay import pool_replay
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from ratings.web import downloads
from tests.games.builders import waiting_table
from tests.players.builders import player
from tests.players.together import together
from tests.ratings.builders import SOLO, TEAMS, crowd, everything, forget_ratings, recorded, season, written
from tests.ratings.held import replay_held
from tests.ratings.reference import books_in, stored, worked_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Seven matches at a time."""
    monkeypatch.setattr(replay, "MATCHES_PER_PIECE", 7)


@pytest.fixture
def people():
    """Six who have played a season of forty matches."""
    people = crowd(6)
    season(people, 40)
    pool_settle(key=SOLO)
    return people


@pytest.fixture
def impatient():
    """Whoever waits for a lock fails at once."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    yield
    connection.close()


def test_a_rebuild_comes_to_the_same_bits(people):
    before, generation = everything(), Pool.objects.get().generation
    asked = pool_rebuild(key=SOLO)
    assert (asked.position, asked.progress) == (None, 0)
    assert pool_replay(key=SOLO)
    asked.refresh_from_db()
    assert (asked.is_finished, asked.matches, asked.progress) == (True, 40, 100)
    assert everything() == before
    assert Pool.objects.get().generation == generation + 1
    assert not RatingNotice.objects.exists()


def test_rows_before_the_position_stay_as_they_are(people):
    matches = list(RatedMatch.objects.order_by("finished_at", "match_id"))
    result_annul(match=matches[30], version=1, by=player(), reason="A test.")
    early = set(RatingChange.objects.filter(match__in=matches[:30]).values_list("pk", flat=True))
    later = set(RatingChange.objects.filter(match__in=matches[30:]).values_list("pk", flat=True))
    replays_carry_out()
    left = set(RatingChange.objects.values_list("pk", flat=True))
    assert (left >= early, left & later) == (True, set())
    assert Replay.objects.get().matches == 9


def test_of_matches_of_one_moment_those_before_the_position_stay():
    """Three finish at once; the second is annulled. By number the first stays, and nobody comes twice."""
    people = crowd(3)
    matches = [recorded(people, places, 5) for places in ([1, 2, 3], [2, 3, 1], [3, 1, 2])]
    pool_settle(key=SOLO)
    first = [change.pk for change in changes_of_match(matches[0].pk)]
    result_annul(match=matches[1], version=1, by=player(), reason="A test.")
    replays_carry_out()
    assert [change.pk for change in changes_of_match(matches[0].pk)] == first
    assert stored(SOLO) == worked_out(books_in(SOLO))
    assert Replay.objects.get().matches == 1


def test_a_replay_that_is_asked_for_twice_is_one_replay(people):
    asked = {pool_rebuild(key=SOLO).pk for _ in range(3)}
    assert len(asked) == 1
    assert together(*[lambda: pool_replay(key=SOLO)] * 3).count(True) == 1
    assert not pool_replay(key=SOLO)


def test_requests_of_the_same_moment_become_one(people):
    """Each sees that the other's is locked, or not there yet, and asks for its own."""
    matches, organiser = list(RatedMatch.objects.order_by("match_id")), player()

    def annul(match: RatedMatch) -> bool:
        return bool(result_annul(match=match, version=1, by=organiser, reason="A test."))

    assert together(*[partial(annul, matches[number]) for number in (5, 9, 20)]) == [True] * 3
    replays_carry_out()
    asked = Replay.objects.get()
    assert asked.position == matches[5].position
    assert asked.corrections.count() == 3
    assert stored(SOLO) == worked_out(books_in(SOLO))


@pytest.mark.parametrize("turn", range(4))
def test_settling_and_a_correction_at_the_same_moment(people, turn):
    """Whichever of them is first at a match that waits: it is counted once, with the places of the correction."""
    match, organiser = recorded(people[:4], [1, 2, 3, 4], 100), player()
    settled, corrected = together(
        lambda: pool_settle(key=SOLO),
        lambda: bool(result_correct(match=match, version=1, places=[4, 3, 2, 1], by=organiser, reason="Misread.")),
    )
    assert corrected is True
    assert settled in (0, 1)
    replays_carry_out()
    pool_settle(key=SOLO)
    assert [change.place for change in changes_of_match(match.pk)] == [4, 3, 2, 1]
    assert stored(SOLO) == worked_out(books_in(SOLO))


def test_nobody_waits_for_a_replay(people, impatient):
    """Sitting down, a match that finishes, a page, a correction and a departure, each without a lock to wait for."""
    table, newcomer, organiser = waiting_table(), player(), player()
    first, match = RatedMatch.objects.order_by("match_id")[:2]
    result_annul(match=first, version=1, by=organiser, reason="A test.")
    before = everything()
    with replay_held(SOLO) as held:
        table_sit(match=table, player=people[0], number=1)
        meanwhile = recorded(people[:3], [1, 2, 3], 200)
        recorded([newcomer, *people[1:3]], [1, 2, 3], 201)
        assert pool_settle(key=SOLO) == 0
        assert everything() == before
        result_correct(match=match, version=1, places=match.places[::-1], by=organiser, reason="Misread.")
        player_leave(player=people[5])
        assert held.go_on() is True
    assert everything() != before
    assert pool_settle(key=SOLO) == 2
    assert len(changes_of_match(meanwhile.pk)) == 3
    assert Replay.objects.filter(finished_at=None).count() == 1
    replays_carry_out()
    assert stored(SOLO) == worked_out(books_in(SOLO))
    assert Replay.objects.count() == 2


def test_what_waits_is_settled_right_after_the_replay(people):
    """By the worker that has carried the replay out; whoever was to settle meanwhile has left it alone."""
    result_annul(match=RatedMatch.objects.order_by("match_id")[0], version=1, by=player(), reason="A test.")
    with replay_held(SOLO, replays_carry_out) as held:
        meanwhile = recorded(people[:3], [1, 2, 3], 200)
        assert pool_settle(key=SOLO) == 0
        held.go_on()
    assert len(changes_of_match(meanwhile.pk)) == 3


def test_a_worker_that_is_killed_leaves_nothing_behind(people):
    before = everything()
    match = RatedMatch.objects.order_by("match_id")[20]
    result_annul(match=match, version=1, by=player(), reason="A test.")
    with replay_held(SOLO) as held:
        assert isinstance(held.kill(), OperationalError)
    assert everything() == before
    assert Replay.objects.get().finished_at is None
    result_restore(match=match, version=2, by=player(), reason="Another.")
    result_annul(match=match, version=3, by=player(), reason="And another.")
    replays_carry_out()
    assert Replay.objects.get().corrections.count() == 3
    assert stored(SOLO) == worked_out(books_in(SOLO))


def test_whoever_has_no_match_left_has_no_standing(people):
    alone = crowd(3)
    match = recorded(alone, [1, 2, 3], 50)
    pool_settle(key=SOLO)
    result_annul(match=match, version=1, by=player(), reason="A test.")
    replays_carry_out()
    assert not Standing.objects.filter(player__in=alone).exists()
    assert stored(SOLO) == worked_out(books_in(SOLO))


def test_a_late_result_is_replayed_from_where_it_belongs(people):
    late = recorded(people[:3], [3, 1, 2], minute=30.5)
    assert pool_settle(key=SOLO) == 0
    replays_carry_out()
    assert Replay.objects.get().position == late.position
    assert Replay.objects.get().matches == 10
    assert RatedMatch.objects.get(pk=late.pk).state == "settled"
    assert stored(SOLO) == worked_out(books_in(SOLO))


def test_a_page_that_a_replay_overtakes_is_read_again(people):
    read = []

    def games_of_the_last() -> dict[int, Game]:
        """Between its two questions, the first time, everything is worked out again."""
        standing = standing_of(SOLO, people[0])
        read.append(standing)
        if len(read) == 1:
            pool_rebuild(key=SOLO)
            assert pool_replay(key=SOLO)
        return games_numbered(standing, range(1, 4))

    assert list(consistently(games_of_the_last)) == [1, 2, 3]
    assert len(read) == 2


def test_a_page_does_not_begin_again_for_ever(people):
    standing = standing_of(SOLO, people[0])
    pool_rebuild(key=SOLO)
    assert pool_replay(key=SOLO)
    with pytest.raises(HistoryChanged):
        consistently(lambda: games_numbered(standing, range(1, 4)))


def test_a_download_that_a_replay_overtakes_breaks_off(people):
    standing = standing_of(SOLO, people[0])
    assert [row["number"] for row in downloads.piece(standing, range(1, 4))] == [1, 2, 3]
    pool_rebuild(key=SOLO)
    assert pool_replay(key=SOLO)
    with pytest.raises(HistoryChanged):
        downloads.piece(standing, range(4, 7))


def test_a_download_of_two_partners_breaks_off_as_well():
    people = crowd(4)
    one, other = people[0], people[2]
    for minute in range(4):
        recorded(people, [1, 2, 1, 2], minute, pool=TEAMS, sides=[0, 1, 0, 1])
    pool_settle(key=TEAMS)
    (pair,) = pairs_of(one, other)
    assert [row["number"] for row in downloads.team_piece(pair, [1, 2], count(1))] == [1, 2]
    pool_rebuild(key=TEAMS)
    assert pool_replay(key=TEAMS)
    with pytest.raises(HistoryChanged):
        downloads.team_piece(pair, [3, 4], count(3))


def test_a_change_belongs_to_somebody_who_sat_there(people):
    """The database says so."""
    change = RatingChange.objects.first()
    change.pk, change.player, change.number = None, player(), 1
    with pytest.raises(IntegrityError, match="rating_change_of_seat"):
        change.save()


def test_nothing_is_left_of_a_first_settling(people):
    """The same rows come of settling one match after another and of a replay of all."""
    found = everything()
    forget_ratings()
    pool_settle(key=SOLO)
    assert everything() == found
    assert len(written()) == sum(len(match.players) for match in RatedMatch.objects.all())


def test_one_correction_by_hand():
    """As docs/ratings.md works it out: who was first and second at the second of three matches has changed places."""
    ada, bea, cleo, dora = people = [player(name) for name in ("Ada", "Bea", "Cleo", "Dora")]
    tables = {0: people[:3], 30: people[:3], 60: people[1:]}
    _, second, _ = [recorded(table, [1, 2, 3], minute) for minute, table in tables.items()]
    pool_settle(key=SOLO)

    def stands() -> list[float]:
        return [round(Standing.objects.get(player=one).rating, 1) for one in (ada, bea, cleo, dora)]

    assert stands() == [1632.2, 1561.8, 1395.2, 1405.5]
    result_correct(match=second, version=1, places=[2, 1, 3], by=player(), reason="Misread.")
    replays_carry_out()
    assert stands() == [1554.5, 1624.5, 1401.9, 1414.3]
    assert RatingNotice.objects.count() == 4


def test_a_match_that_somebody_is_correcting_is_left_to_them(people, impatient):
    """It waits to be settled, and an organiser's transaction holds it: the next one is settled, nobody waits."""
    held, other = recorded(people[:3], [1, 2, 3], 100), recorded(people[3:], [1, 2, 3], 101)
    organiser = psycopg.connect(**connection.get_connection_params())
    try:
        organiser.execute("SELECT FROM ratings_ratedmatch WHERE match_id = %s FOR NO KEY UPDATE", [held.pk])
        assert pool_settle(key=SOLO) == 1
    finally:
        organiser.close()
    assert len(changes_of_match(other.pk)) == 3
    assert pool_settle(key=SOLO) == 1
    assert stored(SOLO) == worked_out(books_in(SOLO))
