"""The interface of a simulated format: its name, its length, and how to play it once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.simulation.chance import Chance, Event, Player


@dataclass(frozen=True, slots=True)
class SimulatedResult:
    """One simulated tournament: the final order, and how many games everyone had."""

    order: Sequence[Player]
    games: Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class SimulatedFormat:
    """A format for a number of players."""

    name: str
    rounds: int
    play: Callable[[Event, Chance], SimulatedResult]
