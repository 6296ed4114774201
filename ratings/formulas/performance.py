"""How well somebody played in a set of matches, whatever their rating was."""

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from ratings.formulas.elo import expected_score

# Nobody is infinitely good: who won or lost everything is put as far from the opposition as chess puts them.
MOST_APART = 800.0
PRECISION = 1e-9


class Outing(NamedTuple):
    """One match: how strong the other sides were, and the share of them that one was ahead of."""

    opponents: Sequence[float]
    score: float


def performance(outings: Sequence[Outing]) -> float:
    """The rating with which these results were to be expected, at most 800 from the average of the opposition.

    Expectation grows with the rating, so halving an interval finds the one rating at which it meets the score.
    """
    strengths = [strength for outing in outings for strength in outing.opponents]
    if not strengths:
        raise ValueError("without a match there is nothing to judge by")
    middle = fsum(strengths) / len(strengths)
    achieved = fsum(outing.score * len(outing.opponents) for outing in outings)
    low, high = middle - MOST_APART, middle + MOST_APART
    while high - low > PRECISION:
        rating = (low + high) / 2
        if fsum(expected_score(rating, strength) for strength in strengths) < achieved:
            low = rating
        else:
            high = rating
    return (low + high) / 2
