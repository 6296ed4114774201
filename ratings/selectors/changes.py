"""What matches did to the ratings, and why.

Kept are the ratings before each match; the rest is worked out when somebody looks, by the formulas that moved them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import connection

from players.models import Player
from ratings.figures import moved
from ratings.formulas.careers import Change, Result, changes_at
from ratings.models import GAMES_A_FOLIO, RatedMatch, Standing

# A match stands on the last folio of a player that begins before it ends; or, if two of their matches ended in the
# same moment, on the one before. A result that was corrected is what it was before, until the ratings are worked out
# again.
TABLES = f"""
SELECT match.match_id, match.key, match.pool_id, match.finished_at, match.state, match.players, match.sides,
    coalesce(earlier.places, match.places), match."left",
    array_agg(folio.number * {GAMES_A_FOLIO} + place ORDER BY seat), array_agg(folio.ratings[place] ORDER BY seat),
    array_agg(player.name ORDER BY seat), array_agg(player.left_at ORDER BY seat)
FROM ({{chosen}}) AS chosen (match_id, revision_id)
JOIN ratings_ratedmatch AS match ON match.match_id = chosen.match_id
CROSS JOIN LATERAL unnest(match.players) WITH ORDINALITY AS sitting (player_id, seat)
JOIN players_player AS player ON player.id = sitting.player_id
CROSS JOIN LATERAL (
    SELECT number, ratings, array_position(matches, match.match_id) AS place
    FROM ratings_folio
    WHERE revision_id = chosen.revision_id AND player_id = sitting.player_id AND since <= match.finished_at
    ORDER BY since DESC, number DESC
    LIMIT 2
) AS folio
LEFT JOIN LATERAL (
    SELECT ARRAY(SELECT jsonb_array_elements(before -> 'places')::smallint) AS places
    FROM ratings_correction JOIN ratings_revision AS revision ON revision.id = ratings_correction.revision_id
    WHERE ratings_correction.match_id = match.match_id AND revision.state = 'building'
    ORDER BY ratings_correction.id
    LIMIT 1
) AS earlier ON true
WHERE place IS NOT NULL
GROUP BY match.match_id, earlier.places
HAVING count(*) = cardinality(match.players)
"""  # noqa: S608
BY_MATCH = """
SELECT match_id, revision.id FROM ratings_ratedmatch JOIN ratings_revision AS revision USING (pool_id)
WHERE match_id = ANY(%(matches)s) AND revision.state = 'live'
"""
BY_NUMBER = f"""
SELECT matches[mod(game - 1, {GAMES_A_FOLIO}) + 1], revision_id
FROM unnest(%(numbers)s::int[]) AS game JOIN ratings_folio ON number = (game - 1) / {GAMES_A_FOLIO}
WHERE revision_id = %(revision)s AND player_id = %(player)s
"""  # noqa: S608


@dataclass(slots=True)
class RatingChange(Change):
    """What one match did to one player's rating, and why."""

    match: RatedMatch
    player: Player

    @property
    def match_id(self) -> int:
        return self.match.match_id

    @property
    def finished_at(self) -> datetime:
        return self.match.finished_at

    @property
    def moved(self) -> int:
        """By how much the rating that people see has moved."""
        return moved(self.before, self.after)


known_of = attrgetter(*Change.__slots__)
# Everyone's change at one table, by seat.
Table = list[RatingChange]


def tables_of_matches(match_ids: Iterable[int]) -> dict[int, Table]:
    """What matches did to everyone at their tables, as people see it now, by match; nothing of those that are not
    settled."""
    return tables(BY_MATCH, {"matches": list(match_ids)})


def changes_of_match(match_id: int) -> Table:
    """What a match did to everyone at the table; empty until it is settled."""
    return tables_of_matches([match_id]).get(match_id, [])


def tables_numbered(standing: Standing, numbers: Collection[int]) -> dict[int, Table]:
    """Some games of a player, by number, in order."""
    values = {"numbers": sorted(numbers), "revision": standing.revision_id, "player": standing.player_id}
    found = tables(BY_NUMBER, values).values()
    by_number = {change_of(table, standing.player_id).number: table for table in found}
    return dict(sorted(by_number.items()))


def change_of(table: Table, player_id: int) -> RatingChange:
    return next(change for change in table if change.player_id == player_id)


def tables(chosen: str, values: Mapping[str, Any]) -> dict[int, Table]:
    """One query."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES.format(chosen=chosen), values)
        rows = cursor.fetchall()
    people: dict[int, Player] = {}  # mostly the same few, at many tables
    return {match_id: table_of(people, match_id, *known) for match_id, *known in rows}


def table_of(
    people: dict[int, Player], match_id: int, key: str, pool: str, finished_at: datetime, state: str,
    players: Sequence[int], sides: Sequence[int], places: Sequence[int], left: Sequence[bool],
    numbers: Sequence[int], ratings: Sequence[float], names: Sequence[str], left_at: Sequence[datetime | None],
) -> Table:  # fmt: skip
    match = RatedMatch(
        match_id=match_id, key=key, pool_id=pool, finished_at=finished_at, state=state,
        players=players, sides=sides, places=places, left=left,
    )  # fmt: skip
    for player, name, gone in zip(players, names, left_at, strict=True):
        if player not in people:
            people[player] = Player(pk=player, name=name, left_at=gone)
    result = Result(match_id, 0, players, sides, places)
    changes = changes_at(result, ratings, [number - 1 for number in numbers])
    return [RatingChange(*(*known_of(change), match, people[change.player_id])) for change in changes]
