"""Elo for a table: every pair of sides plays a duel, and the better place has won it (docs/ratings.md).

All values of a side are shares of the other sides: a score of 1 is "ahead of everyone", 0.5 "ahead of half of them".
So K means the same at a table of six as in a duel.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, fsum, log

START = 1500.0
# As in chess: 400 points more are ten wins to one loss.
WEIGHT_PER_POINT = log(10) / 400
MOST_SIDES = 12
# Every pair of sides once, by the number of sides.
PAIRS = [tuple(combinations(range(sides), 2)) for sides in range(MOST_SIDES + 1)]


def expected_score(own: float, other: float) -> float:
    """The chance to be ahead of one other side."""
    return 1 / (1 + exp((other - own) * WEIGHT_PER_POINT))


def strength_of_side(ratings: Sequence[float]) -> float:
    """A side is as strong as its members are on average."""
    return fsum(ratings) / len(ratings)


def weight_of(strength: float) -> float:
    """Chances are shares of weights: 400 points more weigh ten times as much."""
    return exp(strength * WEIGHT_PER_POINT)


def expectations(strengths: Sequence[float]) -> list[float]:
    """For each side, the share of the others that it should be ahead of."""
    weights = [weight_of(strength) for strength in strengths]
    sides = len(weights)
    others, sums = sides - 1, [0.0] * sides
    for one, other in PAIRS[sides]:
        chance = weights[one] / (weights[one] + weights[other])
        sums[one] += chance
        sums[other] += 1.0 - chance
    return [total / others for total in sums]


@lru_cache(maxsize=4096)
def half_duels(places: tuple[int, ...]) -> tuple[int, ...]:
    """For each side, two for every side behind it and one for every side that shares its place."""
    return tuple(sum(2 if own < other else own == other for other in places) - 1 for own in places)


@lru_cache(maxsize=4096)
def scores(places: tuple[int, ...]) -> tuple[float, ...]:
    """For each side, the share of the others that it came out ahead of; a shared place counts half."""
    return tuple(halves / (2 * (len(places) - 1)) for halves in half_duels(places))


def opposition(strengths: Sequence[float]) -> list[float]:
    """For each side, how strong the others are on average."""
    total, others = fsum(strengths), len(strengths) - 1
    return [(total - own) / others for own in strengths]
