"""The laws of the ratings, and values worked out by hand."""

from itertools import permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.formulas.elo import duels, expectations, expected_score, strength_of_side
from ratings.formulas.places import places_with_leavers
from ratings.formulas.schedule import FIRST_K, LAST_K, SETTLED_AFTER, k_for
from tests.ratings.formulas.one_match import moved

ratings = st.floats(600, 2600)
tables = st.lists(ratings, min_size=2, max_size=6)


def places_for(sides: int):
    """Places as a table has them, ties among them."""
    points = st.lists(st.integers(0, 3), min_size=sides, max_size=sides)
    return points.map(lambda own: [1 + sum(other > one for other in own) for one in own])


@st.composite
def matches(draw, min_sides: int = 2):
    """Strengths, games played, and places of a table where each plays for themselves."""
    strengths = draw(st.lists(ratings, min_size=min_sides, max_size=6))
    games = draw(st.lists(st.integers(0, 500), min_size=len(strengths), max_size=len(strengths)))
    return strengths, games, draw(places_for(len(strengths)))


# --- The classic table ---


@pytest.mark.parametrize(
    ("difference", "expected"),
    # The logistic curve that chess sites use, by hand: 1 / (1 + 10^(-d/400)). FIDE's table rounds the normal one.
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11), (800, 100 / 101)],
)
def test_two_players_are_the_classic_table(difference, expected):
    assert expected_score(1500 + difference, 1500) == pytest.approx(expected, abs=1e-6)
    one, other = moved([1500 + difference, 1500], [1000, 1000], [1, 2])
    assert one.after - one.before == pytest.approx(LAST_K * (1 - expected), abs=1e-4)
    assert other.after - other.before == pytest.approx(-LAST_K * (1 - expected), abs=1e-4)


def test_three_by_hand():
    """1600, 1500 and 1400, old hands, in the order 1500, 1600, 1400.

    0.640065 is the chance at 100 points, 0.759747 at 200. 1600 expects (0.640065 + 0.759747) / 2 = 0.699906, got 1/2.
    1500 expects (0.359935 + 0.640065) / 2 = 1/2 and got 1. 1400 expects (0.240253 + 0.359935) / 2 = 0.300094, got 0.
    """
    changes = moved([1600, 1500, 1400], [1000] * 3, [2, 1, 3])
    assert [change.expected for change in changes] == pytest.approx([0.699906, 0.5, 0.300094], abs=1e-6)
    wanted = [LAST_K * (0.5 - 0.699906), LAST_K * 0.5, LAST_K * -0.300094]
    assert [change.after - change.before for change in changes] == pytest.approx(wanted, abs=1e-4)
    assert [change.opponents for change in changes] == [1450, 1500, 1550]


@given(tables)
def test_expectations_are_the_duels_one_by_one(strengths):
    """A second method: each pair by the classic formula."""
    slow = [
        sum(expected_score(own, other) for seat, other in enumerate(strengths) if seat != place) / (len(strengths) - 1)
        for place, own in enumerate(strengths)
    ]
    assert list(expectations(strengths)) == pytest.approx(slow, abs=1e-12)


@given(st.integers(2, 6).flatmap(places_for))
def test_scores_are_the_duels_one_by_one(places):
    half = [sum((own < other) + (own <= other) for other in places) - 1 for own in places]
    found = duels(tuple(places))
    assert [one.place for one in found] == places
    assert [one.score for one in found] == pytest.approx([one / 2 / (len(places) - 1) for one in half])
    assert sum(half) == 2 * comb(len(places), 2)


@pytest.mark.parametrize(
    ("places", "won"),
    [
        ((1, 2), [True, False]),
        ((1, 1), [False, False]),
        ((1, 1, 3), [True, True, False]),
        ((1, 2, 2, 4), [True, False, False, False]),
        ((1, 1, 1, 1), [False, False, False, False]),
        ((1, 1, 1, 1, 1, 6), [True] * 5 + [False]),
    ],
)
def test_a_first_place_is_won_only_ahead_of_somebody(places, won):
    assert [one.is_win for one in duels(places)] == won


# --- Laws ---


@given(matches())
def test_with_equal_k_nothing_is_won_or_lost_in_sum(match):
    strengths, _, places = match
    changes = moved(strengths, [7] * len(strengths), places)
    assert sum(change.after - change.before for change in changes) == pytest.approx(0, abs=1e-9)


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_seats_is_irrelevant(match, chance):
    table = list(zip(*match, strict=True))
    shuffled = chance.sample(range(len(table)), len(table))
    straight = moved(*map(list, zip(*table, strict=True)))
    mixed = moved(*map(list, zip(*(table[seat] for seat in shuffled), strict=True)))
    for seat, old in enumerate(shuffled):
        assert mixed[seat].after == pytest.approx(straight[old].after, abs=1e-9)


@given(tables, st.integers(0, 500))
def test_a_better_place_never_costs(strengths, games):
    """Whatever the others do among themselves: of all orders of the table, the better own place brings more."""
    results = [
        (order[0], moved(strengths, [games] * len(strengths), list(order))[0].after)
        for order in permutations(range(1, len(strengths) + 1))
        if len(strengths) <= 4 or list(order[1:]) == sorted(order[1:])
    ]
    by_place = dict(results)
    assert all(after == pytest.approx(by_place[place]) for place, after in results)
    afters = [by_place[place] for place in sorted(by_place)]
    assert afters == sorted(afters, reverse=True)


@given(matches())
def test_first_never_loses_and_last_never_gains(match):
    for change in moved(*match):
        if change.score == 1:
            assert change.after >= change.before
        if change.score == 0:
            assert change.after <= change.before


@given(st.lists(ratings, min_size=6, max_size=6), st.integers(0, 500), places_for(3))
def test_teammates_move_alike(strengths, games, places):
    changes = moved(strengths, [games] * 6, places * 2, sides=[0, 1, 2] * 2)
    for one, partner in zip(changes[:3], changes[3:], strict=True):
        # Added to different ratings, the same difference is rounded differently.
        assert one.after - one.before == pytest.approx(partner.after - partner.before, abs=1e-9)
        assert (one.expected, one.score) == (partner.expected, partner.score)


def test_partners_of_different_experience_move_the_same_way_by_their_own_k():
    newcomer, _, old_hand, _ = moved([1500] * 4, [0, 50, 1000, 50], [1, 2, 1, 2], sides=[0, 1, 0, 1])
    assert newcomer.after - newcomer.before == pytest.approx(FIRST_K / 2)
    assert old_hand.after - old_hand.before == pytest.approx(LAST_K / 2)


@given(st.lists(ratings, min_size=2, max_size=2), st.lists(ratings, min_size=2, max_size=2))
def test_a_side_is_as_strong_as_its_members_on_average(ours, theirs):
    team = moved([ours[0], theirs[0], ours[1], theirs[1]], [9] * 4, [1, 2, 1, 2], sides=[0, 1, 0, 1])
    duel = moved([sum(ours) / 2, sum(theirs) / 2], [9, 9], [1, 2])
    assert team[0].expected == pytest.approx(duel[0].expected)
    assert strength_of_side(ours) == pytest.approx(sum(ours) / 2)


# --- K, and who left ---


def test_k_falls_and_stays():
    schedule = [k_for(games) for games in range(2 * SETTLED_AFTER)]
    assert schedule == sorted(schedule, reverse=True)
    assert (schedule[0], schedule[-1]) == (FIRST_K, LAST_K)
    assert schedule[SETTLED_AFTER - 1] == pytest.approx(LAST_K, abs=1e-6)


@pytest.mark.parametrize(
    ("places", "left", "rated"),
    [
        ([1, 2, 3], [False, False, False], [1, 2, 3]),
        ([1, 2, 3], [True, False, False], [3, 1, 2]),
        ([1, 2, 3, 4], [True, False, True, False], [3, 1, 3, 2]),
        ([1, 1, 3], [False, True, False], [1, 3, 2]),
        ([1, 2, 2, 4], [True, False, False, False], [4, 1, 1, 3]),
        ([1, 2, 3], [True, True, True], [1, 1, 1]),
    ],
)
def test_whoever_left_shares_the_last_place(places, left, rated):
    assert places_with_leavers(places, left) == rated
