"""A pool from its first match on, in memory: read in order, played in order, in columns."""

from collections.abc import Iterator

import numpy as np
from django.db import connection

from ratings.formulas.crowds import Crowd
from ratings.formulas.waves import Tables, Whole
from ratings.services.beside import beside
from ratings.services.rows import moment_of

# The next matches by position, which is unique; put together by shape, each column an array in binary form.
IN_ORDER = """
COPY (
    SELECT sides, array_agg(match_id), array_agg(finished_at), array_agg(players), array_agg(places)
    FROM (
        SELECT * FROM ratings_ratedmatch
        WHERE pool_id = %s AND state IN ('pending', 'settled') AND (finished_at, match_id) > (%s, %s)
        ORDER BY finished_at, match_id LIMIT %s
    ) AS next
    GROUP BY sides
) TO STDOUT (FORMAT BINARY)
"""
# As they come, to be read by `whole`, except for the first.
COLUMNS = ["int2[]", *["bytea"] * 4]
# The moment at which a match finished, as the database counts it, and its number.
Position = tuple[int, int]
# Long before the first match.
BEGINNING = (-(10**15), 0)


class Replay:
    """All careers of a pool up to some match."""

    def __init__(self, pool: str) -> None:
        self.pool, self.crowd = pool, Crowd()
        self.position: Position = BEGINNING
        self.matches = 0

    def play(self, tables: list[Tables]) -> None:
        """Plays matches on."""
        self.crowd.play(tables)
        self.position = last_of(tables)
        self.matches += sum(len(one.matches) for one in tables)

    def next(self, limit: int) -> list[Tables]:
        """What comes after what was played; empty if nothing does."""
        return tables_after(self.pool, self.position, limit)


def tables_in_order(pool: str, limit: int) -> Iterator[list[Tables]]:
    """All matches of a pool, so many at a time. While some are played, the next are read, by a connection of their
    own."""
    with beside() as reader:
        reading = reader.submit(tables_after, pool, BEGINNING, limit)
        while tables := reading.result():
            reading = reader.submit(tables_after, pool, last_of(tables), limit)
            yield tables


def tables_after(pool: str, position: Position, limit: int) -> list[Tables]:
    at, match = position
    with connection.cursor() as cursor, cursor.copy(IN_ORDER, [pool, moment_of(at), match, limit]) as copy:
        copy.set_types(COLUMNS)
        return [
            Tables(tuple(sides), whole(matches, 8), whole(at, 8), whole(players, 8).T, whole(places, 2).T)
            for sides, matches, at, players, places in copy.rows()
        ]


def last_of(tables: list[Tables]) -> Position:
    """Where the last of these matches stands among all of its pool."""
    last = max(int(one.at.max()) for one in tables)
    return last, max(int(number) for one in tables for number in one.matches[one.at == last])


def whole(array: bytes, size: int) -> Whole:
    """Numbers out of an array: a head of three numbers and two for each dimension, then each one after its length."""
    dimensions = int.from_bytes(array[:4], "big")
    shape = np.frombuffer(array, ">i4", 2 * dimensions, offset=12)[::2]
    cells = np.frombuffer(array, [("length", ">i4"), ("value", f">i{size}")], offset=12 + 8 * dimensions)
    return cells["value"].astype(f"i{size}").reshape(shape)
