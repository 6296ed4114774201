"""Two people on one side. What they are together is the average of both.

A history of two is found through the one who has played less: games of theirs in which the other sat on their side,
so many at a time. So it costs the same however many matches lie behind them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F, FilteredRelation, Q, Value
from django.db.models.functions import Coalesce

from players.models import Player
from ratings.figures import hundredths, moved, whole
from ratings.models import RatedSeat, RatingChange, Standing
from ratings.pictures.curves import spread
from ratings.selectors.changes import change_of, changes_of_matches, generation_check
from ratings.selectors.histories import LINE_POINTS

# Figures are made of so many last games of one of them, and a page of games is found among so many.
GAMES_SEARCHED = 400


@dataclass(frozen=True, slots=True)
class Together:
    """A match that two people played on one side: to a page what a game is for one of them."""

    own: RatingChange
    other: RatingChange
    opponents: list[RatingChange]

    @property
    def address(self) -> str:
        """What it is called in an address: the same whoever of the two has played more."""
        return self.own.match.key

    @property
    def before(self) -> float:
        return (self.own.before + self.other.before) / 2

    @property
    def after(self) -> float:
        return (self.own.after + self.other.after) / 2

    @property
    def moved(self) -> int:
        return moved(self.before, self.after)

    @property
    def expected(self) -> int:
        return hundredths(self.own.expected)

    @property
    def score(self) -> int:
        return hundredths(self.own.score)

    @property
    def members(self) -> list[RatingChange]:
        return [self.own, self.other]

    @property
    def k(self) -> str:
        """Each has their own, by the games they have played."""
        return " / ".join(dict.fromkeys(str(whole(one.k)) for one in self.members))

    # --- As a tally of one game ---

    games = 1

    @property
    def sides(self) -> int:
        return self.own.sides

    @property
    def wins(self) -> int:
        return int(self.own.is_win)

    @property
    def half_duels(self) -> int:
        return self.own.half_duels


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

    @property
    def is_long(self) -> bool:
        """Whether there are more games than are looked at for the figures."""
        return self.fewer.games > GAMES_SEARCHED


def pairs_of(one: Player, other: Player) -> list[Pair]:
    """Two people in the pools in which both have a rating and people play side by side; two queries."""
    found = Standing.objects.filter(player__in=[one, other]).select_related("pool", "player").order_by("pool")
    by_pool: dict[str, dict[int, Standing]] = {}
    for standing in found:
        by_pool.setdefault(standing.pool_id, {})[standing.player_id] = standing
    both = [Pair(pair[one.pk], pair[other.pk]) for pair in by_pool.values() if len(pair) == 2]
    last = RatedSeat.objects.filter(match__in=[pair.own.last_match_id for pair in both]).values_list("match", "side")
    sides: dict[int, list[int]] = {}
    for match, side in last:
        sides.setdefault(match, []).append(side)
    return [pair for pair in both if len(set(sides[pair.own.last_match_id])) < len(sides[pair.own.last_match_id])]


# --- Their games. Numbers are those of the one with fewer. ---


def numbers_recent(pair: Pair) -> range:
    """What the figures are made of."""
    return range(max(1, pair.fewer.games - GAMES_SEARCHED + 1), pair.fewer.games + 1)


def numbers_drawn(pair: Pair, first: int) -> set[int]:
    """Games from the first on that a line may go through, evenly chosen."""
    numbers = range(first, pair.fewer.games + 1)
    return {numbers[step] for step in spread(len(numbers), LINE_POINTS)}


def numbers_by_key(pair: Pair, keys: Collection[str]) -> dict[str, int]:
    """Which games these matches were, by their keys; no query where none is asked for."""
    if not keys:
        return {}
    theirs = RatingChange.objects.filter(player=pair.fewer.player_id, pool=pair.fewer.pool_id, match__key__in=keys)
    return dict(theirs.order_by().values_list("match__key", "number"))


@dataclass(frozen=True, slots=True)
class Looked:
    """Games that were looked at: the key of each, and those in which the two were on one side, oldest first."""

    keys: dict[int, str]
    together: dict[int, Together]


def look_at(pair: Pair, numbers: Collection[int]) -> Looked:
    """Some games of the one with fewer; two queries.

    The database says of each whether they sat on one side; asked to choose, it would go through all of a pool.
    """
    fewer = pair.fewer
    of_the_other = FilteredRelation("match__changes", condition=Q(match__changes__player=pair.more.player_id))
    own = RatingChange.objects.filter(player=fewer.player_id, pool=fewer.pool_id, number__in=numbers)
    columns = ("number", "match_id", "match__key", "pool__generation")
    same_side = Coalesce(Q(other__side=F("side")), Value(False))
    rows = list(own.alias(other=of_the_other).order_by("number").values_list(*columns, same_side))
    generation_check(fewer, {generation for *_, generation, _ in rows}, numbers)
    changes = changes_of_matches([match for _, match, _, _, together in rows if together])
    return Looked(
        {number: key for number, _, key, *_ in rows},
        {number: together_in(pair, changes[match]) for number, match, *_ in rows if match in changes},
    )


def together_in(pair: Pair, changes: Sequence[RatingChange]) -> Together:
    own, other = (change_of(changes, one.player_id) for one in (pair.own, pair.other))
    return Together(own, other, [one for one in changes if one.side != own.side])
