"""Two people on one side. What they are together is the average of both.

A history of two is found through the one who has played less: games of theirs, evenly chosen where there are many, in
which the other sat on their side. So it costs the same however many matches lie behind them.
"""

from dataclasses import dataclass

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from players.models import Player
from ratings.figures import moved
from ratings.models import RatingChange, Standing
from ratings.pictures.curves import spread
from ratings.selectors.histories import changes_of
from ratings.selectors.standings import standings_live

# So many games of one of them are looked at, for a picture and for the figures.
LOOKED_AT = 1000
SAME_SIDE = (
    "ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
    " = ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
)


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


def pairs_of(one: Player, other: Player) -> list[Pair]:
    """Two people in the pools in which both have a rating."""
    found = (
        standings_live()
        .filter(player__in=[one, other])
        .select_related("revision__pool", "player")
        .order_by("revision__pool")
    )
    by_pool: dict[str, dict[int, Standing]] = {}
    for standing in found:
        by_pool.setdefault(standing.revision.pool_id, {})[standing.player_id] = standing
    return [Pair(both[one.pk], both[other.pk]) for both in by_pool.values() if len(both) == 2]


def games_together(pair: Pair, first: int = 1) -> list[Together]:
    """Matches on one side, oldest first, from a game of the one with fewer games on; two queries."""
    standing = pair.fewer
    other = pair.other if standing == pair.own else pair.own
    count = standing.games - first + 1
    numbers = [first + step for step in spread(count, LOOKED_AT)] if count > 0 else []
    same_side = RawSQL(SAME_SIDE, [standing.player_id, other.player_id], BooleanField())  # noqa: S611  (numbers)
    own = changes_of(standing).filter(number__in=numbers, match__players__contains=[other.player_id])
    changes = list(own.alias(same_side=same_side).filter(same_side=True))
    theirs = RatingChange.objects.filter(
        match__in=[change.match_id for change in changes], revision=other.revision_id, player=other.player_id
    )
    found = {change.match_id: change for change in theirs}
    both = [(change, found[change.match_id]) for change in changes if change.match_id in found]
    for one, two in both:
        two.match = one.match
    return [Together(one, two) if standing == pair.own else Together(two, one) for one, two in both]


def last_looked_at(pair: Pair) -> int:
    """The first of the last games that figures are made of."""
    return max(1, pair.fewer.games - LOOKED_AT + 1)
