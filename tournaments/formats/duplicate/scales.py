"""Scores one's points in a deal against those of others with the same cards: from 0 to 1, with par at a half."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from tournaments.formats.points import Points

Scale = Callable[[float, Sequence[float]], Points]
# The points needed for each step: 1, 3, 6, 10, ... each step takes one point more than the one before. So
# the difference between a good and a great result counts, but one wild deal does not decide a tournament.
STEP_THRESHOLDS_POINTS = tuple(accumulate(range(1, 11)))


def matchpoints(mine: float, others: Sequence[float]) -> Points:
    """Score two for everyone who did worse with the same cards and one for a tie, out of all there were."""
    beaten, tied = sum(other < mine for other in others), sum(other == mine for other in others)
    return Fraction(2 * beaten + tied, 2 * len(others))


def margins(mine: float, others: Sequence[float]) -> Points:
    """Score the mean of the steps by which one is ahead of or behind each of the others; ten ahead of all is 1."""
    ahead = sum(steps(mine - other) for other in others)
    return Fraction(1, 2) + Fraction(ahead, 2 * len(STEP_THRESHOLDS_POINTS) * len(others))


def steps(difference: float) -> int:
    """Convert a difference in points to steps: 0 below one point, ten from 55 up."""
    taken = bisect_right(STEP_THRESHOLDS_POINTS, abs(difference))
    return taken if difference >= 0 else -taken
