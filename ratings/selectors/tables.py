"""Tables as one player saw them: what a match did to them, who sat with them and against them, and how strong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from ratings.figures import hundredths, whole
from ratings.models import RatingChange, Standing
from ratings.selectors.histories import changes_of


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


class LinePoint(NamedTuple):
    """A game as a line goes through it."""

    number: int
    finished_at: datetime
    before: float
    after: float


def line_points(wanted: Sequence[tuple[Standing, Sequence[int]]]) -> dict[int, list[LinePoint]]:
    """Points of several lines, by revision, in one query: only what a line needs, for there are hundreds."""
    these = Q(pk__in=[])
    for standing, numbers in wanted:
        these |= Q(revision=standing.revision_id, player=standing.player_id, number__in=list(numbers))
    found: dict[int, list[LinePoint]] = {standing.revision_id: [] for standing, _ in wanted}
    rows = RatingChange.objects.filter(these).order_by("revision", "number")
    for revision, *point in rows.values_list("revision", *LinePoint._fields):
        found[revision].append(LinePoint(*point))
    return found


def changes_numbered(standing: Standing, numbers: Iterable[int]) -> dict[int, RatingChange]:
    """Some games of a player, by number, in one query."""
    wanted = sorted(set(numbers))
    return {change.number: change for change in changes_of(standing).filter(number__in=wanted)}


def games_of(changes: Sequence[RatingChange]) -> list[Game]:
    """What one player's changes were part of: everyone else at those tables, in one query for all."""
    if not changes:
        return []
    others = RatingChange.objects.filter(match__in={one.match_id for one in changes}, revision=changes[0].revision_id)
    shown = ("revision", "player", "number", "match", "before", "after", "seat", "player__name", "player__left_at")
    by_match: dict[int, list[RatingChange]] = {}
    for other in others.select_related("player").only(*shown).order_by("match", "seat"):
        by_match.setdefault(other.match_id, []).append(other)
    return [game_of(change, by_match.get(change.match_id, [])) for change in changes]


def game_of(own: RatingChange, table: Sequence[RatingChange]) -> Game:
    sides = own.match.sides
    others = [one for one in table if one.player_id != own.player_id]
    return Game(
        own,
        [one for one in others if sides[one.seat] == sides[own.seat]],
        [one for one in others if sides[one.seat] != sides[own.seat]],
    )
