"""Two people on one side. What they are together is the average of both.

A history of two is found through the one who has played less: games of theirs in which the other sat on their side,
so many at a time. So it costs the same however many matches lie behind them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import connection

from players.models import Player
from ratings.figures import hundredths, moved, whole
from ratings.models import GAMES_A_FOLIO, RatedMatch, Standing
from ratings.pictures.curves import spread
from ratings.selectors.changes import RatingChange, change_of, tables_of_matches
from ratings.selectors.histories import POINTS
from ratings.selectors.standings import standings_live

# Figures are made of so many last games of one of them, and a page of games is found among so many.
LOOKED_AT = 400
# Games of the one with fewer: which match each was, and whether the other sat on the same side.
GAMES = f"""
SELECT game, match_id, key,
    sides[array_position(players, player_id)] IS NOT DISTINCT FROM sides[array_position(players, %(other)s)]
FROM unnest(%(numbers)s::int[]) AS game JOIN ratings_folio ON number = (game - 1) / {GAMES_A_FOLIO}
JOIN ratings_ratedmatch ON match_id = matches[mod(game - 1, {GAMES_A_FOLIO}) + 1]
WHERE revision_id = %(revision)s AND player_id = %(player)s
ORDER BY game
"""  # noqa: S608


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
    """Which games these matches were, by their keys; two queries, and none where none is asked for."""
    if not keys:
        return {}
    theirs = RatedMatch.objects.filter(
        key__in=keys, pool=pair.own.revision.pool_id, players__contains=[pair.fewer.player_id]
    )
    tables = tables_of_matches(theirs.values_list("pk", flat=True))
    return {table[0].match.key: change_of(table, pair.fewer.player_id).number for table in tables.values()}


@dataclass(frozen=True, slots=True)
class Looked:
    """Games that were looked at: the key of each, and those in which the two were on one side, oldest first."""

    keys: dict[int, str]
    together: dict[int, Together]


def look_at(pair: Pair, numbers: Collection[int]) -> Looked:
    """Some games of the one with fewer; two queries.

    The database says of each whether they sat on one side; asked to choose, it would go through all of a pool.
    """
    fewer = {"revision": pair.fewer.revision_id, "player": pair.fewer.player_id}
    with connection.cursor() as cursor:
        cursor.execute(GAMES, {"numbers": sorted(numbers), "other": pair.more.player_id, **fewer})
        games = cursor.fetchall()
    tables = tables_of_matches([match for _, match, _, same_side in games if same_side])
    return Looked(
        {number: key for number, _, key, _ in games},
        {number: together(pair, tables[match]) for number, match, *_ in games if match in tables},
    )


def together(pair: Pair, table: Sequence[RatingChange]) -> Together:
    own, other = (change_of(list(table), one.player_id) for one in (pair.own, pair.other))
    sides = own.match.sides
    return Together(own, other, [one for one in table if sides[one.seat] != sides[own.seat]])
