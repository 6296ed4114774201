"""The routes from one stage into the next: by place, by points, by invitation."""

from dataclasses import dataclass

from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points


@dataclass(frozen=True, slots=True)
class FirstOfEachGroup:
    """The first so many of every group; of a Swiss, which is one group, simply the first."""

    places: int


@dataclass(frozen=True, slots=True)
class BestOfTheRest:
    """So many more from any group: by place first, so that no fourth passes a third, then by points a game."""

    count: int


@dataclass(frozen=True, slots=True)
class EveryoneWith:
    """All who have reached so many points."""

    points: Points


@dataclass(frozen=True, slots=True)
class Invited:
    """Wild cards: chosen by the organiser, from the stage or from outside.

    Who has qualified needs none: their wild card goes to the best of the rest.
    """

    entries: tuple[EntryId, ...]


Route = FirstOfEachGroup | BestOfTheRest | EveryoneWith | Invited
