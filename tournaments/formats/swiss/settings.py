"""The settings of a Swiss: sizes of tables, weights of the costs, and how the first round is made."""

from dataclasses import dataclass, field
from enum import Enum

from tournaments.formats.points import PointScale, ShareOfOpponents
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.results import Unplayed


class NoSuchSizes(FormatRefusal):
    """Sizes of tables that contradict each other."""

    code = "no-such-sizes"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many may sit at a table, and how many should."""

    smallest: int
    wished: int
    largest: int

    def __post_init__(self) -> None:
        if not 2 <= self.smallest <= self.wished <= self.largest:
            raise NoSuchSizes(
                f"Tables of {self.smallest} to {self.largest} with {self.wished} wished for do not make sense.",
                smallest=self.smallest,
                wished=self.wished,
                largest=self.largest,
            )


# One table of three takes up an odd team.
TEAM_SIZES = Sizes(2, 2, 3)
SOLO_SIZES = Sizes(3, 4, 5)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each shortcoming of a round costs. Only the proportions matter.

    By default no rematch is accepted for any gain in scores, and scores come before seats, seats before clubs.
    """

    # For each two who meet again, and for each time beyond the first that they had met.
    rematch: int = 10**12
    repeat: int = 10**9
    # For each point between two at a table.
    spread: int = 10**6
    # For each time that somebody has had the seat they are given.
    seat: int = 10**3
    # For each two of a club at a table.
    club: int = 1


class FirstRound(Enum):
    """How the first round is made, while there are no points to go by."""

    ACROSS = "across"
    AT_RANDOM = "at-random"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a Swiss tournament."""

    sizes: Sizes = SOLO_SIZES
    weights: Weights = field(default_factory=Weights)
    first_round: FirstRound = FirstRound.ACROSS
    scale: PointScale = field(default_factory=ShareOfOpponents)
    unplayed: Unplayed = field(default_factory=Unplayed)
    # The steps of the search for fewer rematches, where some are left: a second or two for forty entries.
    search_steps: int = 20_000
