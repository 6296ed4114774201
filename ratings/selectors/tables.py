"""Tables as one player saw them: what a match did to them, who sat with them and against them, and how strong."""

from collections.abc import Collection
from dataclasses import dataclass

from ratings.figures import hundredths, whole
from ratings.models import Standing
from ratings.selectors.changes import RatingChange, Table, change_of, tables_numbered


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
    return {number: game_of(table, standing.player_id) for number, table in tables_numbered(standing, numbers).items()}


def game_of(table: Table, player_id: int) -> Game:
    own, sides = change_of(table, player_id), table[0].match.sides
    return Game(
        own,
        [one for one in table if one is not own and sides[one.seat] == sides[own.seat]],
        [one for one in table if sides[one.seat] != sides[own.seat]],
    )
