"""What is to be expected, and what a set of matches was worth; checked by drawing every order there is."""

from itertools import permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.formulas.elo import expectations
from ratings.formulas.forecast import expected_places, place_chances, stakes, win_chances
from ratings.formulas.performance import MOST_APART, Outing, performance
from ratings.formulas.schedule import FIRST_K
from tests.ratings.formulas.one_match import moved

tables = st.lists(st.floats(900, 2100), min_size=2, max_size=5)


def orders(strengths):
    """Every order of a table and its chance: the next is drawn by weight among those who are left."""
    weights = [10 ** (strength / 400) for strength in strengths]
    for order in permutations(range(len(strengths))):
        left = [sum(weights[side] for side in order[place:]) for place in range(len(order))]
        yield order, prod(weights[side] / total for side, total in zip(order, left, strict=True))


def test_by_hand():
    """400 points more weigh ten times as much: 10, 1 and 1 of 12."""
    assert win_chances([1900, 1500, 1500]) == pytest.approx([10 / 12, 1 / 12, 1 / 12])
    assert expected_places([1900, 1500, 1500]) == pytest.approx([1 + 2 / 11, 1 + 10 / 11 + 0.5, 1 + 10 / 11 + 0.5])


@given(tables)
def test_chances_are_those_of_every_order(strengths):
    slow = [[0.0] * len(strengths) for _ in strengths]
    for order, chance in orders(strengths):
        for place, side in enumerate(order):
            slow[side][place] += chance
    fast = place_chances(strengths)
    for side, chances in enumerate(fast):
        assert chances == pytest.approx(slow[side], abs=1e-9)
        assert chances[0] == pytest.approx(win_chances(strengths)[side])
        average = sum(place * chance for place, chance in enumerate(chances, start=1))
        assert average == pytest.approx(expected_places(strengths)[side])


@given(tables)
def test_before_a_match_nothing_is_to_be_gained_on_average(strengths):
    """What each place brings, weighed by its chance, is nothing: a rating is fair."""
    for side, chances in enumerate(place_chances(strengths)):
        brought = stakes(strengths, side, games=3)
        assert sum(chance * gain for chance, gain in zip(chances, brought, strict=True)) == pytest.approx(0, abs=1e-6)


@given(tables)
def test_stakes_are_what_the_match_brings(strengths):
    places = list(range(1, len(strengths) + 1))
    changes = moved(strengths, [5] * len(strengths), places)
    gains = [change.after - change.before for change in changes]
    assert gains == pytest.approx([stakes(strengths, side, 5)[side] for side in range(len(strengths))], abs=1e-9)


def test_stakes_of_newcomers_by_hand():
    assert stakes([1500, 1500, 1500], 0, games=0) == pytest.approx([FIRST_K / 2, 0, -FIRST_K / 2])


def test_performance_by_hand():
    """Half of the points against 1500 is 1500; ten of eleven is 400 more."""
    assert performance([Outing([1500], 1), Outing([1500], 0)]) == pytest.approx(1500)
    assert performance([Outing([1500], 1)] * 10 + [Outing([1500], 0)]) == pytest.approx(1900, abs=1e-6)


def test_who_won_or_lost_everything_is_as_far_as_one_can_be():
    assert performance([Outing([1400, 1600], 1)]) == pytest.approx(1500 + MOST_APART)
    assert performance([Outing([1400, 1600], 0)]) == pytest.approx(1500 - MOST_APART)
    with pytest.raises(ValueError, match="nothing to judge by"):
        performance([])


@given(st.lists(st.tuples(tables, st.floats(0.05, 0.95)), min_size=1, max_size=5))
def test_with_the_performance_as_rating_the_results_were_to_be_expected(matches):
    outings = [Outing(opponents, score) for opponents, score in matches]
    rating = performance(outings)
    middle = sum(sum(one.opponents) for one in outings) / sum(len(one.opponents) for one in outings)
    if abs(rating - middle) < MOST_APART - 1:
        expected = sum(expectations([rating, *one.opponents])[0] * len(one.opponents) for one in outings)
        assert expected == pytest.approx(sum(one.score * len(one.opponents) for one in outings), abs=1e-6)
