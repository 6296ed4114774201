"""Elo for a table: every pair of sides plays a duel, and the better place has won it (docs/ratings.md).

All values of a side are shares of the other sides: a score of 1 is "ahead of everyone", 0.5 "ahead of half of them".
So K means the same at a table of six as in a duel.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import combinations
from math import fsum
from operator import add
from typing import NamedTuple

from ratings.formulas.weights import weight

START = 1500.0
MOST_SIDES = 12
# Every pair of sides once, by the number of sides.
PAIRS = [tuple(combinations(range(sides), 2)) for sides in range(MOST_SIDES + 1)]


def expected_score(own: float, other: float) -> float:
    """The chance to be ahead of one other side."""
    return 1 / (1 + weight(other - own))


def strength_of_side(ratings: Sequence[float]) -> float:
    """A side is as strong as its members are on average."""
    return fsum(ratings) / len(ratings)


def expectations(strengths: Sequence[float]) -> Sequence[float]:
    """For each side, the share of the others that it should be ahead of."""
    return shares([weight(strength) for strength in strengths])


def shares(weights: Sequence[float]) -> Sequence[float]:
    """The same from the weights of the sides."""
    if len(weights) == 4:
        return shares_of_four(*weights)
    others: int = len(weights) - 1
    sums = [0.0] * len(weights)
    for one, other in PAIRS[len(weights)]:
        chance = weights[one] / (weights[one] + weights[other])
        sums[one] += chance
        sums[other] += 1.0 - chance
    return [total / others for total in sums]


def shares_of_four(a: float, b: float, c: float, d: float) -> Sequence[float]:
    """The same six duels, written out: most tables are of four, and a replay takes a third less time for it."""
    ab, ac, ad, bc, bd, cd = a / (a + b), a / (a + c), a / (a + d), b / (b + c), b / (b + d), c / (c + d)
    return (ab + ac + ad) / 3, (1 - ab + bc + bd) / 3, (2 - ac - bc + cd) / 3, (3 - ad - bd - cd) / 3


def average_of_others(strengths: Sequence[float]) -> list[float]:
    """For each side, how strong the others are. Added one after another: `sum` depends on the version of Python."""
    total, others = reduce(add, strengths), len(strengths) - 1
    return [(total - strength) / others for strength in strengths]


class Duels(NamedTuple):
    """How a side did against the others."""

    score: float
    place: int
    # First, alone or with others, and ahead of somebody: where all are level nobody has won.
    is_win: bool


def is_shared(place: int, halves: int, sides: int) -> bool:
    """Whether others came in the same place: alone in it, one has two half duels for every side from there on down."""
    return halves < 2 * (sides - place)


@lru_cache(maxsize=4096)
def duels(places: tuple[int, ...]) -> tuple[Duels, ...]:
    """By side. Two half duels for every side behind, one for every side that shares the place."""
    sides = len(places)
    halves = [sum(2 if own < other else own == other for other in places) - 1 for own in places]
    return tuple(
        Duels(half / (2 * (sides - 1)), place, place == 1 and half >= sides)
        for half, place in zip(halves, places, strict=True)
    )
