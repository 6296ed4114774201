"""A pool from its first match on, in memory: read in order, played in order, in columns."""

from typing import Any

import numpy as np
from django.db import connection

from ratings.formulas.crowds import Changes, Crowd
from ratings.formulas.waves import Tables, Whole
from ratings.services.rows import CHANGE, Sheet, moment_of

# The next matches by position, which is unique; put together by shape, each column an array in binary form.
IN_ORDER = """
SELECT sides, array_send(array_agg(match_id)), array_send(array_agg(finished_at)),
    array_send(array_agg(players)), array_send(array_agg(places))
FROM (
    SELECT * FROM ratings_ratedmatch
    WHERE pool_id = %s AND state IN ('pending', 'settled')
        AND (finished_at, match_id) > (%s, %s) AND (finished_at, match_id) <= (%s, %s)
    ORDER BY finished_at, match_id LIMIT %s
) AS next
GROUP BY sides
"""
# The moment at which a match finished, as the database counts it, and its number.
Position = tuple[int, int]
# Long before the first match, and long after the last.
BEGINNING, END = (-(10**15), 0), (10**17, 0)


class Replay:
    """All careers of a pool up to some match."""

    def __init__(self, pool: str) -> None:
        self.pool = pool
        self.crowd, self.sheet = Crowd(), Sheet(CHANGE)
        self.position: Position = BEGINNING
        self.matches = 0

    def read(self, limit: int, until: Position = END) -> list[Tables]:
        """The next matches, no more than these."""
        (after, after_match), (last, last_match) = self.position, until
        bounds: list[Any] = [moment_of(after), after_match, moment_of(last), last_match]
        with connection.cursor() as cursor:
            cursor.execute(IN_ORDER, [self.pool, *bounds, limit])
            return [
                Tables(tuple(sides), whole(matches, 8), whole(at, 8), whole(players, 8), whole(places, 2))
                for sides, matches, at, players, places in cursor.fetchall()
            ]

    def play(self, tables: list[Tables]) -> Changes:
        """Plays matches on, and says what came of them."""
        changes = self.crowd.play(tables)
        last = np.lexsort((changes.matches, changes.at))[-1]
        self.position = (int(changes.at[last]), int(changes.matches[last]))
        self.matches += sum(len(one.matches) for one in tables)
        return changes


def whole(array: bytes, size: int) -> Whole:
    """Numbers out of an array: a head of three numbers and two for each dimension, then each one after its length."""
    dimensions = int.from_bytes(array[:4], "big")
    shape = np.frombuffer(array, ">i4", 2 * dimensions, offset=12)[::2]
    cells = np.frombuffer(array, [("length", ">i4"), ("value", f">i{size}")], offset=12 + 8 * dimensions)
    return cells["value"].astype(np.int64).reshape(shape)
