"""Results become ratings once, in the order in which the matches finished."""

import pytest

from ratings.models import RatedMatch, Replay, Standing, Unratable
from ratings.selectors.changes import changes_of_match
from ratings.selectors.standings import standings_with_figures
from ratings.services.results import result_record
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.players.together import together
from tests.ratings.builders import SOLO, TEAMS, crowd, everything, forget_ratings, recorded, report, season, written

pytestmark = pytest.mark.django_db(transaction=True)


def test_newcomers_of_a_table_of_four():
    """By hand: equals expect half of the others each; K is 160, so first place brings 160 · (1 - 1/2) = 80."""
    people = crowd(4)
    match = recorded(people, [2, 1, 4, 3])
    assert pool_settle(key=SOLO) == 1
    changes = changes_of_match(match.pk)
    assert [change.player for change in changes] == people
    assert [change.after for change in changes] == pytest.approx([1526.6667, 1580, 1420, 1473.3333])
    assert {(change.before, change.expected, change.k, change.number) for change in changes} == {(1500, 0.5, 160, 1)}
    assert [change.score for change in changes] == pytest.approx([2 / 3, 1, 0, 1 / 3])
    (winner,) = standings_with_figures(people[1])
    assert (winner.games, winner.wins, winner.peak, winner.low) == (1, 1, winner.rating, winner.rating)
    assert RatedMatch.objects.get().state == "settled"


def test_a_shared_place_is_half_a_duel():
    people = crowd(3)
    match = recorded(people, [1, 1, 3])
    pool_settle(key=SOLO)
    assert [change.after for change in changes_of_match(match.pk)] == pytest.approx([1540, 1540, 1420])


def test_partners_move_alike_and_apart_from_the_solo_list():
    people = crowd(4)
    match = recorded(people, [1, 2, 1, 2], pool=TEAMS, sides=[0, 1, 0, 1])
    pool_settle(key=TEAMS)
    assert [change.after for change in changes_of_match(match.pk)] == pytest.approx([1580, 1420, 1580, 1420])
    assert Standing.objects.filter(pool=TEAMS).count() == 4
    assert not Standing.objects.filter(pool=SOLO).exists()


def test_whoever_left_for_good_is_last():
    """The second left, though the record has them first: 1, 2, 3 become 1, 3, 2."""
    people = crowd(3)
    match = recorded(people, [2, 1, 3], left=[False, True, False])
    assert match.places == [1, 3, 2]
    pool_settle(key=SOLO)
    assert [change.after for change in changes_of_match(match.pk)] == pytest.approx([1580, 1420, 1500])


def test_settling_twice_or_at_once_is_settling_once():
    season(crowd(6), 30)
    assert sum(together(*[lambda: pool_settle(key=SOLO)] * 4)) == 30
    assert pool_settle(key=SOLO) == 0
    games = written()
    assert len({(game.match, game.player) for game in games}) == len(games)
    assert sum(len(match.players) for match in RatedMatch.objects.all()) == len(games)


def test_the_same_match_is_recorded_once():
    people = crowd(3)
    one = report(people, [1, 2, 3], match_id=7)
    together(*[lambda: result_record(one)] * 4)
    pool_settle(key=SOLO)
    result_record(report(people, [3, 2, 1], match_id=7))
    assert pool_settle(key=SOLO) == 0
    assert RatedMatch.objects.get().places == [1, 2, 3]


def test_matches_settle_in_the_order_in_which_they_finished():
    """Recorded backwards and settled together: the same as one after the other."""
    people = crowd(3)
    later, earlier = recorded(people, [3, 2, 1], minute=2), recorded(people, [1, 2, 3], minute=1)
    pool_settle(key=SOLO)
    assert [change.number for change in changes_of_match(earlier.pk)] == [1, 1, 1]
    assert [change.before for change in changes_of_match(later.pk)] == pytest.approx([1580, 1500, 1420])


def test_a_late_result_is_put_where_it_belongs():
    people = crowd(5)
    season(people, 20)
    pool_settle(key=SOLO)
    late = recorded(people[:3], [1, 2, 3], minute=4.5)
    assert pool_settle(key=SOLO) == 0
    assert RatedMatch.objects.get(pk=late.pk).state == "pending"
    replays_carry_out()
    assert RatedMatch.objects.get(pk=late.pk).state == "settled"
    numbers = [change.number for change in changes_of_match(late.pk)]
    assert max(numbers) <= 6
    found = everything()
    forget_ratings()
    assert pool_settle(key=SOLO) == 21
    assert everything() == found


def test_a_late_result_among_strangers_needs_no_replay():
    people, strangers = crowd(3), crowd(3)
    recorded(people, [1, 2, 3], minute=5)
    pool_settle(key=SOLO)
    recorded(strangers, [1, 2, 3], minute=1)
    assert pool_settle(key=SOLO) == 1
    assert not Replay.objects.exists()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"pool": "chess"}, "UnknownPool"),
        ({"places": []}, "NoResult"),
        ({"places": [1, 2]}, "ResultMakesNoSense"),
        ({"places": [1, 3, 3]}, "ResultMakesNoSense"),
        ({"places": [1, 1, 2]}, "ResultMakesNoSense"),
        ({"sides": [0, 0, 0]}, "ResultMakesNoSense"),
        ({"sides": [0, 2, 1]}, "ResultMakesNoSense"),
        ({"sides": [0, 1, 0]}, "ResultMakesNoSense"),
        ({"left": [False]}, "ResultMakesNoSense"),
    ],
)
def test_what_cannot_be_rated_is_kept_aside_with_the_reason(fields, problem):
    one = report(crowd(3), **{"places": [1, 2, 3]} | fields)
    assert not result_record(one)
    assert not result_record(one)
    assert Unratable.objects.get().problem == problem
    assert not RatedMatch.objects.exists()


def test_unknown_players_bots_and_the_same_player_twice_cannot_be_rated():
    from dataclasses import replace

    ada, bea, cleo = crowd(3)
    good = report([ada, bea, cleo], [1, 2, 3])
    for number, players in enumerate(([ada.pk, bea.pk, 10**9], [ada.pk, bea.pk, None], [ada.pk, bea.pk, ada.pk])):
        assert not result_record(replace(good, match_id=100 + number, players=players))
    assert {one.problem for one in Unratable.objects.all()} == {"UnknownPlayers"}
    assert Unratable.objects.count() == 3


def test_a_match_without_an_end_cannot_be_rated():
    from dataclasses import replace

    assert not result_record(replace(report(crowd(3), [1, 2, 3]), finished_at=None))
    assert Unratable.objects.get().problem == "NoResult"
