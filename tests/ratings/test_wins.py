"""What a win is."""

import pytest

from ratings.formulas.elo import duels
from ratings.models import RatingChange


@pytest.mark.parametrize("sides", range(2, 7))
def test_a_win_is_first_and_ahead_of_somebody(sides):
    """However many share the first place, it is won as long as somebody is behind."""
    for first in range(1, sides + 1):
        places = (1,) * first + tuple(range(first + 1, sides + 1))
        changes = [RatingChange(place=one.place, score=one.score, sides=sides) for one in duels(places)]
        assert [change.is_win for change in changes] == [first < sides] * first + [False] * (sides - first)
