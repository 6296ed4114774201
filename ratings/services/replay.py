"""A pool from its first match on, in memory: read in order, played in order."""

from collections import defaultdict
from collections.abc import Iterator

from django.db import connection

from ratings.formulas.careers import Career, Result, play
from ratings.services.rows import change_rows

# By position, which is unique: the moment at which a match finished, and its number.
IN_ORDER = """
SELECT match_id, (extract(epoch FROM finished_at - '2000-01-01 00:00:00+00'::timestamptz) * 1000000)::bigint,
    players, sides, places
FROM ratings_ratedmatch
WHERE pool_id = %(pool)s AND state IN ('pending', 'settled')
    AND (finished_at, match_id) > ('2000-01-01 00:00:00+00'::timestamptz + %(at)s * interval '1 microsecond', %(match)s)
ORDER BY finished_at, match_id LIMIT %(limit)s
"""
# Long before the first match.
BEGINNING = (-(10**15), 0)


class Replay:
    """All careers of a pool up to some match."""

    def __init__(self, pool: str) -> None:
        self.pool = pool
        self.careers: defaultdict[int, Career] = defaultdict(Career)
        self.position = BEGINNING
        self.matches = 0
        # Whose careers have changed since they were last written.
        self.moved: set[int] = set()

    def read(self, limit: int) -> list[Result]:
        """The next matches, oldest first."""
        at, match = self.position
        with connection.cursor() as cursor:
            cursor.execute(IN_ORDER, {"pool": self.pool, "at": at, "match": match, "limit": limit})
            return [Result(*row) for row in cursor.fetchall()]

    def rows(self, revision: int, results: list[Result]) -> Iterator[bytes]:
        """Plays matches on, and yields what is to be written about them."""
        for result in results:
            yield from change_rows(revision, result.match, result.at, play(self.careers, result))
        self.passed(results)

    def repeat(self, results: list[Result]) -> None:
        """Plays matches again that were written before."""
        for result in results:
            play(self.careers, result)
        self.passed(results)

    def take_moved(self) -> dict[int, Career]:
        """The careers that are to be written."""
        moved = {player: self.careers[player] for player in sorted(self.moved)}
        self.moved.clear()
        return moved

    def passed(self, results: list[Result]) -> None:
        if results:
            self.position = (results[-1].at, results[-1].match)
            self.moved.update(player for result in results for player in result.players)
            self.matches += len(results)
