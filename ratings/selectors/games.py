"""Reads games of a player: the own change, partners, opponents, and their ratings before it."""

from collections.abc import Collection
from dataclasses import dataclass

from ratings.figures import hundredths, whole
from ratings.models import RatingChange, Standing
from ratings.selectors.changes import change_of, changes_numbered


@dataclass(frozen=True, slots=True)
class Game:
    """One rated match of one player. Everyone's ratings are those from before it."""

    own: RatingChange
    partners: list[RatingChange]
    opponents: list[RatingChange]

    @property
    def address(self) -> int:
        """What it is called in an address."""
        return self.own.number

    @property
    def before(self) -> float:
        return self.own.before

    @property
    def after(self) -> float:
        return self.own.after

    @property
    def moved(self) -> int:
        return self.own.moved

    @property
    def members(self) -> list[RatingChange]:
        """Whose change is explained."""
        return [self.own]

    @property
    def k(self) -> str:
        return str(whole(self.own.k))

    @property
    def expected(self) -> int:
        """The share of the other sides that one should have been ahead of, in hundredths."""
        return hundredths(self.own.expected)

    @property
    def score(self) -> int:
        return hundredths(self.own.score)


def games_numbered(standing: Standing, numbers: Collection[int]) -> dict[int, Game]:
    """Some games of a player, by number, in one query."""
    found = changes_numbered(standing, numbers)
    return {number: game_of(changes, standing.player_id) for number, changes in found.items()}


def game_of(changes: list[RatingChange], player_id: int) -> Game:
    own = change_of(changes, player_id)
    return Game(
        own,
        [one for one in changes if one is not own and one.side == own.side],
        [one for one in changes if one.side != own.side],
    )
