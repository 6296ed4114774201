"""How ratings came about. A player's changes are numbered, so a part of a history costs the same wherever it lies."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

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
    WHERE pool_id = %(pool)s AND state = 'settled' AND players @> %(all)s::bigint[]
        AND sides[seat] = ALL (
            SELECT sides[array_position(players, partner)] FROM unnest(%(partners)s::bigint[]) AS partner
        )
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
    """A match in which people sat at one table, with what it did to them; for a team, to its other member too."""

    match: RatedMatch
    own: RatingChange
    other: RatingChange
    partner: RatingChange | None = None

    @property
    def together(self) -> bool:
        """Whether they were on one side."""
        return bool(self.match.sides[self.own.seat] == self.match.sides[self.other.seat])

    @property
    def before(self) -> float:
        """How strong somebody, or a team, was."""
        return self.own.before if self.partner is None else (self.own.before + self.partner.before) / 2


def meetings(
    pool: str, player: Player, other: Player, *, partner: Player | None = None, limit: int = COMMON
) -> list[Meeting]:
    """The last matches in which both sat at the table, newest first; with a partner, those with the two on one side."""
    people = [player, other, *([partner] if partner else [])]
    met = RatedMatch.objects.filter(
        pool=pool, players__contains=[one.pk for one in people], state=RatedMatch.State.SETTLED
    )
    if partner is not None:
        same_side = RawSQL(SAME_SIDE, [player.pk, partner.pk], BooleanField())  # noqa: S611  (numbers, and as parameters)
        met = met.alias(partners=same_side).filter(partners=True)
    matches = list(met.order_by("-finished_at", "-match_id")[:limit])
    found: dict[int, dict[int, RatingChange]] = {}
    for change in changes_live().filter(match__in=matches, player__in=people):
        found.setdefault(change.match_id, {})[change.player_id] = change
    return [
        Meeting(match, *(found[match.pk][one.pk] for one in people))
        for match in matches
        if len(found.get(match.pk, {})) == len(people)
    ]


class HeadToHead(NamedTuple):
    """How often somebody was ahead of somebody else, behind, or level; and how often they were on one side."""

    ahead: int
    level: int
    behind: int
    together: int


def head_to_head(pool: str, player: Player, other: Player, partner: Player | None = None) -> HeadToHead:
    """All matches of two people in a pool, or of a team and somebody else, counted by the database."""
    partners = [partner.pk] if partner else []
    all_of_them = [player.pk, other.pk, *partners]
    values: dict[str, Any] = {
        "pool": pool,
        "player": player.pk,
        "other": other.pk,
        "partners": partners,
        "all": all_of_them,
    }
    with connection.cursor() as cursor:
        cursor.execute(HEAD_TO_HEAD, values)
        return HeadToHead(*cursor.fetchone())
