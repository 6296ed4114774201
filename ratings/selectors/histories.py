"""How ratings came about. A player's games are numbered, so a part of a history costs the same wherever it lies."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from players.models import Player
from ratings.models import GAMES_A_FOLIO, Correction, RatedMatch, Standing
from ratings.selectors.changes import RatingChange, change_of, tables_of_matches

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

# On the last folio that begins before the moment, the first number that does not.
FIRST_NUMBER = f"""
SELECT number * {GAMES_A_FOLIO} + 1 + (
    SELECT count(*) FROM ratings_ratedmatch WHERE match_id = ANY(matches) AND finished_at < %(moment)s
)
FROM ratings_folio WHERE revision_id = %(revision)s AND player_id = %(player)s AND since < %(moment)s
ORDER BY since DESC, number DESC LIMIT 1
"""  # noqa: S608
LINES = f"""
SELECT revision_id, game, finished_at, ratings[place], ratings[place + 1]
FROM unnest(%(revisions)s::bigint[], %(players)s::bigint[], %(games)s::int[]) AS wanted (revision, player, game)
JOIN ratings_folio
    ON revision_id = wanted.revision AND player_id = wanted.player AND number = (game - 1) / {GAMES_A_FOLIO}
CROSS JOIN LATERAL (SELECT mod(game - 1, {GAMES_A_FOLIO}) + 1) AS x (place)
JOIN ratings_ratedmatch ON match_id = matches[place]
ORDER BY revision_id, game
"""  # noqa: S608


def corrections_of_match(match_id: int) -> list[Correction]:
    """What organisers have changed about a match, in order, each with the match as it is now and the rebuild."""
    return list(Correction.objects.filter(match=match_id).select_related("match", "revision").order_by("pk"))


# --- One player in one pool ---


class LinePoint(NamedTuple):
    """A game as a line goes through it."""

    number: int
    finished_at: datetime
    before: float
    after: float


def line_points(wanted: Sequence[tuple[Standing, Sequence[int]]]) -> dict[int, list[LinePoint]]:
    """Points of several lines, by revision, in one query: only what a line needs, for there are hundreds."""
    found: dict[int, list[LinePoint]] = {standing.revision_id: [] for standing, _ in wanted}
    each = [(standing.revision_id, standing.player_id, number) for standing, numbers in wanted for number in numbers]
    columns = [list(column) for column in zip(*each, strict=True)] or [[], [], []]
    with connection.cursor() as cursor:
        cursor.execute(LINES, dict(zip(("revisions", "players", "games"), columns, strict=True)))
        for revision, *point in cursor.fetchall():
            found[revision].append(LinePoint(*point))
    return found


def number_at(standing: Standing, moment: datetime) -> int:
    """The first of somebody's games that finished at that moment or later; one more than there are, if none did."""
    with connection.cursor() as cursor:
        values: dict[str, Any] = {
            "moment": moment,
            "revision": standing.revision_id,
            "player": standing.player_id,
        }
        cursor.execute(FIRST_NUMBER, values)
        (number,) = cursor.fetchone() or (1,)
    return int(number)


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
    tables = tables_of_matches([match.pk for match in matches])
    return [
        Meeting(match, *(change_of(tables[match.pk], one.pk) for one in people))
        for match in matches
        if match.pk in tables
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
