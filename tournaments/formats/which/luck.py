"""Players and results as the simulation draws them.

On the day, everyone performs at their strength and some luck; the table ends in the order of performances. The luck
is drawn from Gumbel's distribution, because then the chance that one of two is ahead is exactly what Elo's formula
says, at tables of any size.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist

from games.engine.chance import WORD_VALUES, random_words

# Four hundred points more make ten times the chance.
ELO = 400 / log(10)
# How far players of one event are apart, and how far a rating is from the truth: standard deviations, in Elo points.
SPREAD, RATING_ERROR = 200.0, 100.0
BELL = NormalDist()

Player = int  # 0 is truly the best, 1 the next best, and so on
Strengths = Sequence[float]


class Luck:
    """Chance from a seed, as numbers between 0 and 1 and what is made of them."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.stream: Iterator[int] = random_words(seed, label)

    def between(self) -> float:
        """Never quite 0 or 1."""
        return (next(self.stream) + 0.5) / WORD_VALUES

    def normal(self, deviation: float) -> float:
        return BELL.inv_cdf(self.between()) * deviation

    def performance(self, strength: float) -> float:
        return strength - ELO * log(-log(self.between()))

    def order(self, players: Iterable[Player], strengths: Strengths) -> tuple[Player, ...]:
        """How a table ends."""
        performed = {player: self.performance(strengths[player]) for player in players}
        return tuple(sorted(performed, key=lambda player: -performed[player]))


@dataclass(frozen=True, slots=True)
class Event:
    """A field of players: how strong they are, best first, and in which order their ratings have them."""

    strengths: Strengths
    seeds: tuple[Player, ...]


def draw_event(players: int, luck: Luck) -> Event:
    """Strengths from a bell curve, and ratings that are not quite right."""
    strengths = sorted((luck.normal(SPREAD) for _ in range(players)), reverse=True)
    return Event(strengths, rated(strengths, luck))


def rated(strengths: Strengths, luck: Luck) -> tuple[Player, ...]:
    ratings = [strength + luck.normal(RATING_ERROR) for strength in strengths]
    return tuple(sorted(range(len(strengths)), key=lambda player: -ratings[player]))
