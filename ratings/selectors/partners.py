"""Two people on one side. What they are together is the average of both.

A history of two is found through the one who has played less: games of theirs in which the other sat on their side,
so many at a time. So it costs the same however many matches lie behind them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from players.models import Player
from ratings.figures import hundredths, moved, whole
from ratings.models import RatedMatch, RatingChange, Standing
from ratings.pictures.curves import spread
from ratings.selectors.histories import POINTS, changes_of
from ratings.selectors.standings import standings_live
from ratings.selectors.tables import games_of

# Figures are made of so many last games of one of them, and a page of games is found among so many.
LOOKED_AT = 400
SAME_SIDE = (
    "ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
    " IS NOT DISTINCT FROM ratings_ratedmatch.sides[array_position(ratings_ratedmatch.players, %s)]"
)
THEIRS = ("revision", "player", "number", "match", "before", "after", "k", "seat")
SHOWN = (*THEIRS, "finished_at", "expected", "score", "opponents", "place", "sides", "match__key", "match__sides")


@dataclass(frozen=True, slots=True)
class Together:
    """A match that two people played on one side: to a page what a game is for one of them.

    Who sat against them is known where somebody has looked (`seen`).
    """

    own: RatingChange
    other: RatingChange
    opponents: list[RatingChange] = field(default_factory=list)

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
        return self.fewer.games > LOOKED_AT


def pairs_of(one: Player, other: Player) -> list[Pair]:
    """Two people in the pools in which both have a rating and people play side by side; two queries."""
    found = list(standings_live().filter(player__in=[one, other]).select_related("revision__pool", "player"))
    by_pool: dict[str, dict[int, Standing]] = {}
    for standing in sorted(found, key=lambda standing: standing.revision.pool_id):
        by_pool.setdefault(standing.revision.pool_id, {})[standing.player_id] = standing
    both = [Pair(pair[one.pk], pair[other.pk]) for pair in by_pool.values() if len(pair) == 2]
    last = dict(RatedMatch.objects.filter(pk__in=[pair.own.last_match for pair in both]).values_list("pk", "sides"))
    return [pair for pair in both if len(set(last[pair.own.last_match])) < len(last[pair.own.last_match])]


# --- Their games. Numbers are those of the one with fewer. ---


def numbers_recent(pair: Pair) -> range:
    """What the figures are made of."""
    return range(max(1, pair.fewer.games - LOOKED_AT + 1), pair.fewer.games + 1)


def numbers_drawn(pair: Pair, first: int) -> set[int]:
    """Games from the first on that a line may go through, evenly chosen."""
    numbers = range(first, pair.fewer.games + 1)
    return {numbers[step] for step in spread(len(numbers), POINTS)}


def numbers_by_key(pair: Pair, keys: Collection[str]) -> dict[str, int]:
    """Which games these matches were, by their keys; one query, and none where none is asked for."""
    if not keys:
        return {}
    return dict(changes_of(pair.fewer).filter(match__key__in=keys).values_list("match__key", "number"))


@dataclass(frozen=True, slots=True)
class Looked:
    """Games that were looked at: the key of each, and those in which the two were on one side, oldest first."""

    keys: dict[int, str]
    together: dict[int, Together]


def look_at(pair: Pair, numbers: Collection[int]) -> Looked:
    """Some games of the one with fewer; two queries.

    The database says of each whether they sat on one side; asked to choose, it would go through all of a pool.
    """
    same_side = RawSQL(SAME_SIDE, [pair.fewer.player_id, pair.more.player_id], BooleanField())  # noqa: S611  (numbers)
    changes = changes_of(pair.fewer).filter(number__in=sorted(numbers)).annotate(same_side=same_side)
    games = list(changes.only(*SHOWN))
    return Looked({one.number: one.match.key for one in games}, paired(pair, [one for one in games if one.same_side]))


def paired(pair: Pair, changes: Sequence[RatingChange]) -> dict[int, Together]:
    """Both sides of each, by number, oldest first."""
    theirs = RatingChange.objects.filter(
        match__in=[change.match_id for change in changes], revision=pair.more.revision_id, player=pair.more.player_id
    )
    found = {change.match_id: change for change in theirs.only(*THEIRS)}
    both: dict[int, Together] = {}
    for one in changes:
        if two := found.get(one.match_id):
            both[one.number] = together(pair, one, two)
    return both


def together(pair: Pair, fewer: RatingChange, more: RatingChange) -> Together:
    """What a match says of a side stands with the one whose games are looked through."""
    fewer.player, more.player = pair.fewer.player, pair.more.player
    for shared in ("match", "finished_at", "expected", "score", "opponents", "place", "sides"):
        setattr(more, shared, getattr(fewer, shared))
    return Together(fewer, more) if pair.fewer == pair.own else Together(more, fewer)


def seen(games: Sequence[Together]) -> list[Together]:
    """The same games with who sat against them; one query."""
    tables = games_of([game.own for game in games])
    return [Together(game.own, game.other, table.opponents) for game, table in zip(games, tables, strict=True)]
