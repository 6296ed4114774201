"""What the simulation knows of a format: its name, its length, and how to play it once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.which.luck import Event, Luck, Player


@dataclass(frozen=True, slots=True)
class Played:
    """One simulated tournament: the final order, and how many games everyone had."""

    order: Sequence[Player]
    games: Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Format:
    """A format for a number of players."""

    name: str
    rounds: int
    play: Callable[[Event, Luck], Played]
