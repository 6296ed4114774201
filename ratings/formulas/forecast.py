"""What is to be expected of a table before it plays.

Elo says how likely one side is ahead of another. Among the models for a whole order that agree with all of these duels,
Plackett and Luce's is the one where the chance to win is a side's share of all weights: the first place is drawn by
weight, then the second among the rest, and so on. So nothing here contradicts what a rating was worked out from.
"""

from collections.abc import Sequence
from itertools import combinations

from ratings.formulas.elo import expectations
from ratings.formulas.schedule import k_for
from ratings.formulas.weights import weight


def expected_places(strengths: Sequence[float]) -> list[float]:
    """The place that each side should take on average: one more than the number of sides expected ahead of it."""
    others = len(strengths) - 1
    return [1 + others * (1 - share) for share in expectations(strengths)]


def win_chances(strengths: Sequence[float]) -> list[float]:
    """The chance of each side to be first."""
    weights = weights_of(strengths)
    return [weight / sum(weights) for weight in weights]


def place_chances(strengths: Sequence[float]) -> list[list[float]]:
    """By side and place, the chance that the side takes it."""
    weights, everyone = weights_of(strengths), range(len(strengths))
    chances = [[0.0] * len(strengths) for _ in strengths]
    # By who is placed already, in whatever order: how likely that is. Each set comes before those that it is part of.
    reached = {frozenset[int](): 1.0}
    for placed in everyone:
        for done in map(frozenset, combinations(everyone, placed)):
            rest = [side for side in everyone if side not in done]
            total = sum(weights[side] for side in rest)
            for side in rest:
                chance = reached[done] * weights[side] / total
                chances[side][placed] += chance
                reached[done | {side}] = reached.get(done | {side}, 0.0) + chance
    return chances


def weights_of(strengths: Sequence[float]) -> list[float]:
    """Seen from the strongest, so that no number is too large."""
    best = max(strengths)
    return [weight(strength - best) for strength in strengths]


def stakes(strengths: Sequence[float], side: int, games: int) -> list[float]:
    """What each place, not shared, would bring to a member of a side who has played so many games."""
    others, expected, k = len(strengths) - 1, expectations(strengths)[side], k_for(games)
    return [k * ((others - behind) / others - expected) for behind in range(others + 1)]
