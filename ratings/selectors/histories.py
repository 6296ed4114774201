"""How ratings came about. A player's changes are numbered, so a part of a history costs the same wherever it lies."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL

from players.models import Player
from ratings.models import Correction, RatedMatch, RatingChange, Revision, Standing, Tally

# Enough points for any picture.
POINTS = 240
COMMON = 100

HEAD_TO_HEAD = """
SELECT count(*) FILTER (WHERE NOT together AND own < theirs), count(*) FILTER (WHERE NOT together AND own = theirs),
    count(*) FILTER (WHERE NOT together AND own > theirs), count(*) FILTER (WHERE together)
FROM (
    SELECT places[seat] AS own, places[other_seat] AS theirs, sides[seat] = sides[other_seat] AS together
    FROM ratings_ratedmatch,
        LATERAL (SELECT array_position(players, %(player)s), array_position(players, %(other)s)) AS x (seat, other_seat)
    WHERE pool_id = %(pool)s AND state = 'settled' AND players @> ARRAY[%(player)s, %(other)s]::bigint[]
) AS met
"""
SAME_SIDE = "sides[array_position(players, %s)] = sides[array_position(players, %s)]"

# Numbers and moments rise together, so the first number at or after a moment is found by halving: one query, and a
# handful of steps in a history of any length.
FIRST_NUMBER = """
WITH RECURSIVE search (low, high) AS (
    SELECT 1, %(games)s + 1
    UNION ALL
    SELECT CASE WHEN finished_at < %(moment)s THEN number + 1 ELSE low END,
           CASE WHEN finished_at < %(moment)s THEN high ELSE number END
    FROM search JOIN ratings_ratingchange ON number = (low + high) / 2
    WHERE low < high AND revision_id = %(revision)s AND player_id = %(player)s
)
SELECT max(low) FROM search
"""


def changes_live() -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(revision__state=Revision.State.LIVE)


def changes_of_match(match_id: int) -> list[RatingChange]:
    """What a match did to everyone at the table, by seat; empty until it is settled."""
    return list(changes_live().filter(match=match_id).select_related("player").order_by("seat"))


def corrections_of_match(match_id: int) -> list[Correction]:
    """What organisers have changed about a match, in order, each with the match as it is now and the rebuild."""
    return list(Correction.objects.filter(match=match_id).select_related("match", "revision").order_by("pk"))


def changes_of_matches(match_ids: Sequence[int]) -> dict[int, list[RatingChange]]:
    """The same for several matches, in one query."""
    found: dict[int, list[RatingChange]] = {}
    for change in changes_live().filter(match__in=list(match_ids)).select_related("player").order_by("match", "seat"):
        found.setdefault(change.match_id, []).append(change)
    return found


# --- One player in one pool ---


def changes_of(standing: Standing) -> QuerySet[RatingChange]:
    """A whole history, oldest first; to be cut by number."""
    changes = RatingChange.objects.filter(revision=standing.revision_id, player=standing.player_id)
    return changes.select_related("match").order_by("number")


def number_at(standing: Standing, moment: datetime) -> int:
    """The first of somebody's games that finished at that moment or later; one more than there are, if none did."""
    with connection.cursor() as cursor:
        cursor.execute(
            FIRST_NUMBER,
            {
                "games": standing.games,
                "moment": moment,
                "revision": standing.revision_id,
                "player": standing.player_id,
            },
        )
        (number,) = cursor.fetchone()
    return int(number)


def tallies_of(standing: Standing) -> list[Tally]:
    """Results by number of sides and seat."""
    own = Tally.objects.filter(revision=standing.revision_id, player=standing.player_id)
    return list(own.order_by("sides", "seat"))


# --- Two players ---


class Meeting(NamedTuple):
    """A match in which two people sat at one table, with what it did to both."""

    match: RatedMatch
    own: RatingChange
    other: RatingChange

    @property
    def together(self) -> bool:
        """Whether they were on one side."""
        return bool(self.match.sides[self.own.seat] == self.match.sides[self.other.seat])


def meetings(
    pool: str, player: Player, other: Player, *, partners: bool | None = None, limit: int = COMMON
) -> list[Meeting]:
    """The last matches in which both sat at the table, newest first; all, only as partners, or only against each other.

    As partners it is the history of a team: how strong it was is the average of both.
    """
    both = RatedMatch.objects.filter(pool=pool, players__contains=[player.pk, other.pk], state=RatedMatch.State.SETTLED)
    if partners is not None:
        same_side = RawSQL(SAME_SIDE, [player.pk, other.pk], BooleanField())  # noqa: S611  (numbers, and as parameters)
        both = both.alias(partners=same_side).filter(partners=partners)
    matches = list(both.order_by("-finished_at", "-match_id")[:limit])
    changes = changes_live().filter(match__in=matches, player__in=[player, other])
    found = {(change.match_id, change.player_id): change for change in changes}
    return [
        Meeting(match, found[match.pk, player.pk], found[match.pk, other.pk])
        for match in matches
        if (match.pk, player.pk) in found and (match.pk, other.pk) in found
    ]


class HeadToHead(NamedTuple):
    """How often somebody was ahead of somebody else, behind, or level; and how often they were on one side."""

    ahead: int
    level: int
    behind: int
    together: int


def head_to_head(pool: str, player: Player, other: Player) -> HeadToHead:
    """All matches of two people in a pool, counted by the database."""
    with connection.cursor() as cursor:
        cursor.execute(HEAD_TO_HEAD, {"pool": pool, "player": player.pk, "other": other.pk})
        return HeadToHead(*cursor.fetchone())
