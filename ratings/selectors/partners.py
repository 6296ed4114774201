"""Two people on one side. What they are together is the average of both.

A history of two is found through the one who has played less: games of theirs in which the other sat on their side,
evenly chosen where there are many. So it costs the same however many matches lie behind them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from players.models import Player
from ratings.figures import moved
from ratings.models import RatedMatch, RatingChange, Standing
from ratings.pictures.curves import spread
from ratings.selectors.histories import POINTS, changes_of
from ratings.selectors.standings import standings_live

# Figures are made of so many last games of one of them.
LOOKED_AT = 400
SAME_SIDE = (
    "ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
    " IS NOT DISTINCT FROM ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
)
SHOWN = ("number", "finished_at", "before", "after", "expected", "score", "opponents", "place", "sides", "match__key")


@dataclass(frozen=True, slots=True)
class Together:
    """A match that two people played on one side."""

    own: RatingChange
    other: RatingChange

    @property
    def before(self) -> float:
        return (self.own.before + self.other.before) / 2

    @property
    def after(self) -> float:
        return (self.own.after + self.other.after) / 2

    @property
    def moved(self) -> int:
        return moved(self.before, self.after)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people in one pool."""

    own: Standing
    other: Standing

    @property
    def rating(self) -> float:
        return (self.own.rating + self.other.rating) / 2

    @property
    def fewer(self) -> Standing:
        """Whose games are looked through: the one with fewer."""
        return min(self.own, self.other, key=lambda one: (one.games, one.player_id))

    @property
    def more(self) -> Standing:
        return self.other if self.fewer == self.own else self.own


def pairs_of(one: Player, other: Player) -> list[Pair]:
    """Two people in the pools in which both have a rating and people play side by side; two queries."""
    found = list(standings_live().filter(player__in=[one, other]).select_related("revision__pool", "player"))
    by_pool: dict[str, dict[int, Standing]] = {}
    for standing in sorted(found, key=lambda standing: standing.revision.pool_id):
        by_pool.setdefault(standing.revision.pool_id, {})[standing.player_id] = standing
    both = [Pair(pair[one.pk], pair[other.pk]) for pair in by_pool.values() if len(pair) == 2]
    last = dict(RatedMatch.objects.filter(pk__in=[pair.own.last_match for pair in both]).values_list("pk", "sides"))
    return [pair for pair in both if len(set(last[pair.own.last_match])) < len(last[pair.own.last_match])]


@dataclass(frozen=True, slots=True)
class History:
    """What two partners did: the last games, oldest first, and some of a longer time for a line."""

    recent: list[Together]
    line: list[Together]


def history_of(pair: Pair, first: int = 1) -> History:
    """From a game of the one with fewer on for the line; two queries."""
    games = pair.fewer.games
    recent, numbers = range(max(1, games - LOOKED_AT + 1), games + 1), range(first, games + 1)
    drawn = {numbers[step] for step in spread(len(numbers), POINTS)}
    both = paired(pair, side_by_side(pair, {*recent, *drawn}))
    return History(
        [game for number, game in both.items() if number in recent],
        [game for number, game in both.items() if number in drawn],
    )


def side_by_side(pair: Pair, numbers: Collection[int]) -> list[RatingChange]:
    """Those of the games with these numbers, of the one with fewer, in which the other was on their side.

    The database says for each; asked to choose, it would go through all matches of a pool.
    """
    same_side = RawSQL(SAME_SIDE, [pair.fewer.player_id, pair.more.player_id], BooleanField())  # noqa: S611  (numbers)
    games = changes_of(pair.fewer).filter(number__in=sorted(numbers)).annotate(same_side=same_side)
    return [game for game in games.only(*SHOWN) if game.same_side]


def paired(pair: Pair, changes: Sequence[RatingChange]) -> dict[int, Together]:
    """Both sides of each, by number, oldest first."""
    theirs = RatingChange.objects.filter(
        match__in=[change.match_id for change in changes], revision=pair.more.revision_id, player=pair.more.player_id
    )
    found = {change.match_id: change for change in theirs}
    both: dict[int, Together] = {}
    for one in changes:
        if two := found.get(one.match_id):
            two.match = one.match
            both[one.number] = Together(one, two) if pair.fewer == pair.own else Together(two, one)
    return both
