"""Seats, against every order there is."""

from itertools import permutations
from random import Random

import pytest

from tournaments.formats.swiss.seating import seated, seats_cost


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_seats_are_the_best_of_all_orders(size):
    random = Random(size)
    for _ in range(60):
        had = [[random.randrange(3) for _ in range(8)] for _ in range(size)]
        best = min(sum(had[who][seat] for seat, who in enumerate(order)) for order in permutations(range(size)))
        assert best == seats_cost(had) == sum(had[who][seat] for seat, who in enumerate(seated(had)))


def test_who_has_had_the_first_seat_gets_another():
    assert seats_cost([[1, 0, 0], [0, 1, 0], [0, 0, 0]]) == 0
    # All three have had the second and the third seat: only one can have the first.
    assert seats_cost([[0, 1, 1], [0, 1, 1], [0, 1, 1]]) == 2
