"""Draws players and results for the simulation.

Everyone performs at their strength plus chance; a table ends in the order of performances. Chance follows Gumbel's
distribution, because then the probability that one of two is ahead is exactly Elo's formula, at tables of any size.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist

from games.engine.chance import WORD_VALUES, random_words

# Four hundred points more make ten times the chance.
ELO_LOGISTIC_SCALE = 400 / log(10)
# Standard deviations, in Elo points: of the strengths in one event, and of a rating from the true strength.
STRENGTH_DEVIATION_ELO, RATING_DEVIATION_ELO = 200.0, 100.0
NORMAL_DISTRIBUTION = NormalDist()

Player = int  # 0 is truly the best, 1 the next best, and so on
Strengths = Sequence[float]


class Chance:
    """A stream of random numbers from a seed, and what is drawn with them."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.stream: Iterator[int] = random_words(seed, label)

    def between(self) -> float:
        """Return a number above 0 and below 1."""
        return (next(self.stream) + 0.5) / WORD_VALUES

    def normal(self, deviation: float) -> float:
        return NORMAL_DISTRIBUTION.inv_cdf(self.between()) * deviation

    def performance(self, strength: float) -> float:
        return strength - ELO_LOGISTIC_SCALE * log(-log(self.between()))

    def order(self, players: Iterable[Player], strengths: Strengths) -> tuple[Player, ...]:
        """Return the order in which a table ends."""
        performed = {player: self.performance(strengths[player]) for player in players}
        return tuple(sorted(performed, key=lambda player: -performed[player]))


@dataclass(frozen=True, slots=True)
class Event:
    """Players of one event: how strong they are, best first, and in which order their ratings have them."""

    strengths: Strengths
    seeds: tuple[Player, ...]


def draw_event(players: int, chance: Chance) -> Event:
    """Draw strengths from a normal distribution, and ratings with an error."""
    strengths = sorted((chance.normal(STRENGTH_DEVIATION_ELO) for _ in range(players)), reverse=True)
    return Event(strengths, rated(strengths, chance))


def rated(strengths: Strengths, chance: Chance) -> tuple[Player, ...]:
    ratings = [strength + chance.normal(RATING_DEVIATION_ELO) for strength in strengths]
    return tuple(sorted(range(len(strengths)), key=lambda player: -ratings[player]))
