"""How one's points in a deal compare with those of others who held the same cards: from 0 to 1, and par is a half."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from tournaments.formats.points import Points

Scale = Callable[[float, Sequence[float]], Points]
# How many points ahead makes how many steps: 1, 3, 6, 10, ... each step takes one point more than the one before. So
# the difference between a good and a great result counts, but one wild deal does not decide a tournament.
STEPS = tuple(accumulate(range(1, 11)))


def matchpoints(mine: float, others: Sequence[float]) -> Points:
    """Two for everyone who did worse with the same cards, one for everyone who did as well, out of all there were."""
    beaten, tied = sum(other < mine for other in others), sum(other == mine for other in others)
    return Fraction(2 * beaten + tied, 2 * len(others))


def margins(mine: float, others: Sequence[float]) -> Points:
    """The steps by which one is ahead of each of the others, or behind, on average; ten ahead of all makes 1."""
    ahead = sum(steps(mine - other) for other in others)
    return Fraction(1, 2) + Fraction(ahead, 2 * len(STEPS) * len(others))


def steps(difference: float) -> int:
    """A difference in points as steps: 0 for less than one point, ten for 55 and more."""
    taken = bisect_right(STEPS, abs(difference))
    return taken if difference >= 0 else -taken
