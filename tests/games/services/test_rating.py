"""From the end of a match to its ratings."""

import time

import pytest

from games.engine.clock import TIMEOUTS_BEFORE_BOT
from games.models import Event, Match, Seat
from games.selectors.matches import match_by_key
from games.selectors.presence import bus
from games.selectors.rating import pool_of, ratings_at, report_of
from games.services.rating import NUDGE_MERGE_SECONDS, matches_hand_over
from ratings.models import RatedMatch, Standing, Unratable
from ratings.selectors.changes import changes_of_match
from ratings.services.settling import pool_settle
from tests.games.builders import bot_table, people, playing_table, waiting_table
from tests.games.playing import play_to_the_end
from tests.players.builders import player
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)


# Where a worker would find its tasks.
QUEUE = "celery:celery"


def finished(mode: str = "solo-3", **settings) -> Match:
    players = people(int(mode[-1]))
    return play_to_the_end(playing_table(players, mode, **{"rated": True} | settings))


@pytest.mark.parametrize(
    ("mode", "pool"),
    [
        ("solo-3", "pot-de-vin-solo"),
        ("solo-4", "pot-de-vin-solo"),
        ("solo-5", "pot-de-vin-solo"),
        ("solo-6", "pot-de-vin-six"),
        ("pairs-4", "pot-de-vin-teams"),
        ("pairs-6", "pot-de-vin-teams"),
    ],
)
def test_every_mode_has_its_list(mode, pool, settings):
    assert pool_of(waiting_table(mode)) == pool
    assert pool in settings.RATING_POOLS


@pytest.mark.parametrize("mode", ["solo-3", "pairs-4"])
def test_a_finished_rated_match_is_rated_as_its_record_says(mode):
    match = finished(mode)
    pool = pool_of(match)
    assert matches_hand_over() == {pool}
    assert matches_hand_over() == set()
    pool_settle(key=pool)
    places = {seat: side["place"] for side in match.result["sides"] for seat in side["seats"]}
    changes = changes_of_match(match.pk)
    assert [change.place for change in changes] == [places[change.seat] for change in changes]
    assert [change.player for change in changes] == [seat.player for seat in match.seats.all()]
    assert ratings_at([match_by_key(match.key)])[0] == {change.player_id: (change.after, True) for change in changes}


def test_the_worker_is_woken_for_rated_matches_only():
    casual, rated = playing_table(people(3), "solo-3"), playing_table(people(3, "Other"), "solo-3", rated=True)
    bus().delete(QUEUE)
    play_to_the_end(casual)
    time.sleep(4 * NUDGE_MERGE_SECONDS)
    assert bus().llen(QUEUE) == 0
    play_to_the_end(rated)
    give_up_at = time.monotonic() + 10
    while not bus().llen(QUEUE) and time.monotonic() < give_up_at:
        time.sleep(0.02)
    (task,) = bus().lrange(QUEUE, 0, -1)
    assert b"matches_rate" in task


def test_casual_matches_and_bots_are_not_rated():
    finished(rated=False)
    table = bot_table(player("Ada"))
    Match.objects.filter(pk=table.pk).update(rated=True, status="closed")
    assert matches_hand_over() == set()
    assert not RatedMatch.objects.exists()


def test_of_two_workers_each_match_is_handed_over_once():
    match = finished()
    together(*[matches_hand_over] * 4)
    assert RatedMatch.objects.get().pk == match.pk
    assert not Unratable.objects.exists()


def test_a_result_that_says_nothing_is_kept_aside():
    match = finished()
    Match.objects.filter(pk=match.pk).update(result={"sides": []})
    matches_hand_over()
    assert Unratable.objects.get().problem == "NoResult"
    assert matches_hand_over() == set()


# --- Ruling 27: who never came back ---


def absent(match: Match, number: int, by: str = "bot") -> None:
    """As if a bot had made the last moves at a seat, because its player was away."""
    Seat.objects.filter(match=match, number=number).update(away=True)
    Event.objects.filter(match=match, seat=number).update(by=by)


def test_whoever_never_came_back_ranks_last():
    match = finished("solo-4")
    first = next(side["seats"][0] for side in match.result["sides"] if side["place"] == 1)
    absent(match, first)
    matches_hand_over()
    rated = RatedMatch.objects.get()
    assert rated.left == [number == first for number in range(4)]
    assert rated.places[first] == 4
    assert match_by_key(match.key).result == match.result


def test_in_pairs_the_side_does():
    match = finished("pairs-4")
    first = next(side["seats"][0] for side in match.result["sides"] if side["place"] == 1)
    absent(match, first)
    matches_hand_over()
    rated = RatedMatch.objects.get()
    assert [place for seat, place in enumerate(rated.places) if seat % 2 == first % 2] == [2, 2]


def test_who_acted_again_was_back_even_if_the_chair_is_still_marked():
    match = finished()
    absent(match, 1, by="player")
    assert report_of(match_by_key(match.key)).left == [False] * 3


def test_a_third_time_out_with_the_last_move_of_all_counts_before_the_chair_is_marked():
    match = finished()
    last = Event.objects.filter(match=match).last()
    own = Event.objects.filter(match=match, seat=last.seat).order_by("-seq")[:TIMEOUTS_BEFORE_BOT]
    Event.objects.filter(pk__in=[event.pk for event in own]).update(by="clock")
    assert report_of(match_by_key(match.key)).left == [number == last.seat for number in range(3)]


def test_ratings_at_a_casual_table_are_those_of_its_pool():
    match = finished()
    matches_hand_over()
    pool_settle(key="pot-de-vin-solo")
    one = match.seats.first().player
    casual = waiting_table("solo-5", one)
    assert ratings_at([casual])[0] == {one.pk: (Standing.objects.get(player=one).rating, True)}
    assert ratings_at([waiting_table("pairs-4", one)])[0] == {}


def test_at_a_rated_table_newcomers_stand_where_everyone_begins():
    ada = player("Ada")
    assert ratings_at([waiting_table("solo-4", ada, rated=True)])[0] == {ada.pk: (1500, True)}
