"""What a win is, and what a shared place."""

import pytest

from ratings.formulas.elo import Duels, duels
from ratings.models import RatingChange


def came_in(duels: Duels, sides: int) -> RatingChange:
    return RatingChange(score=duels.score, place=duels.place, sides=sides, is_win=duels.is_win)


@pytest.mark.parametrize("sides", range(2, 7))
def test_a_win_is_first_and_ahead_of_somebody(sides):
    """However many share the first place, it is won as long as somebody is behind."""
    for first in range(1, sides + 1):
        places = (1,) * first + tuple(range(first + 1, sides + 1))
        changes = [came_in(one, sides) for one in duels(places)]
        assert [change.is_win for change in changes] == [first < sides] * first + [False] * (sides - first)


@pytest.mark.parametrize(
    "places", [(1, 2), (1, 1), (1, 2, 2), (1, 1, 3), (1, 1, 1, 4, 5), (1, 2, 2, 4), (1, 2, 3, 3, 5, 5)]
)
def test_a_place_is_shared_where_another_side_has_it_too(places):
    changes = [came_in(one, len(places)) for one in duels(places)]
    assert [change.is_shared for change in changes] == [places.count(place) > 1 for place in places]
