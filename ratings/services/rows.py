"""How ratings are written: rows in PostgreSQL's own binary form, by COPY.

One way for the four changes of a match and for the million of a rebuild. Numbers go over as they are, so what is read
back is the same to the last bit.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from struct import Struct
from typing import TypeVar

import numpy as np
from django.db import connection
from numpy.typing import ArrayLike

from ratings.formulas.careers import Career
from ratings.formulas.crowds import TallyRow

# A row: the number of fields, then for each its length and its bytes. Timestamps are microseconds since 2000.
HEADER, END = b"PGCOPY\n\xff\r\n\x00" + bytes(8), b"\xff\xff"
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
STANDING = Struct("!h iq iq id ii ii id ii id ii iq iq iq i".replace(" ", "")).pack
JSONB = b"\x01"
Row = TypeVar("Row")
# No statement may take long.
ROWS_AT_ONCE = 20_000

CHANGE = {
    **dict.fromkeys(("revision_id", "match_id", "finished_at", "player_id"), ">i8"),
    "number": ">i4",
    **dict.fromkeys(("before", "after", "k", "expected", "score", "opponents"), ">f8"),
    **dict.fromkeys(("place", "sides", "seat"), ">i2"),
}
TALLY = {
    **dict.fromkeys(("revision_id", "player_id"), ">i8"),
    **dict.fromkeys(("sides", "seat"), ">i2"),
    **dict.fromkeys(("games", "wins", "half_duels"), ">i4"),
}
STANDINGS = "ratings_standing (revision_id, player_id, rating, games, wins, peak, peak_number, low, low_number, first_at, last_at, last_match, best_wins)"  # fmt: skip  # noqa: E501
TALLIES = """
INSERT INTO ratings_tally (revision_id, player_id, sides, seat, games, wins, half_duels)
SELECT %s, * FROM unnest(
    string_to_array(%s, ' ')::bigint[], string_to_array(%s, ' ')::smallint[], string_to_array(%s, ' ')::smallint[],
    string_to_array(%s, ' ')::int[], string_to_array(%s, ' ')::int[], string_to_array(%s, ' ')::int[])
ON CONFLICT (revision_id, player_id, sides, seat) DO UPDATE SET
    games = ratings_tally.games + excluded.games, wins = ratings_tally.wins + excluded.wins,
    half_duels = ratings_tally.half_duels + excluded.half_duels
"""


def microseconds(moment: datetime) -> int:
    """A moment as PostgreSQL counts it."""
    return (moment - EPOCH) // MICROSECOND


def moment_of(at: int) -> datetime:
    return EPOCH + at * MICROSECOND


def copy_rows(target: str, rows: Iterable[bytes | memoryview]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {target} FROM STDIN (FORMAT BINARY)") as copy:
        for part in (HEADER, *rows, END):
            copy.write(part)


class Sheet:
    """Where rows of one kind are written out, column by column. A rebuild keeps the one for changes: a new one for
    each chunk takes longer than filling it."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self.names = list(kinds)
        lengths_and_values = [
            part for name, kind in kinds.items() for part in ((f"{name} length", ">i4"), (name, kind))
        ]
        # What all rows have in common: how many fields there are, and how long each is.
        self.blank = np.zeros(1, np.dtype([("fields", ">i2"), *lengths_and_values]))
        self.blank["fields"] = len(kinds)
        for name, kind in kinds.items():
            self.blank[f"{name} length"] = np.dtype(kind).itemsize
        self.rows = self.blank

    def write(self, table: str, revision: int, columns: Iterable[ArrayLike]) -> None:
        """All columns but the first, which is the revision's."""
        values = [np.asarray(column) for column in columns]
        if len(self.rows) < len(values[0]):
            self.rows = np.repeat(self.blank, len(values[0]))
        rows = self.rows[: len(values[0])]
        for name, value in zip(self.names, (revision, *values), strict=True):
            rows[name] = value
        copy_rows(f"{table} ({', '.join(self.names)})", [rows.view(np.uint8).data])


def standing_row(revision: int, player: int, career: Career) -> bytes:
    best = JSONB + json.dumps(career.best_wins).encode()
    return (
        STANDING(
            13, 8, revision, 8, player, 8, career.rating, 4, career.games, 4, career.wins, 8, career.peak,
            4, career.peak_number, 8, career.low, 4, career.low_number, 8, career.first_at, 8, career.last_at,
            8, career.last_match, len(best),
        )
        + best
    )  # fmt: skip


def standings_write(revision: int, careers: Mapping[int, Career]) -> None:
    """Standings of these players, in place of what was there."""
    for players in parts(list(careers)):
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM ratings_standing WHERE revision_id = %s AND player_id = ANY(%s)", [revision, list(players)]
            )
        copy_rows(STANDINGS, [b"".join(standing_row(revision, player, careers[player]) for player in players)])


def tallies_write(revision: int, tallies: Sequence[TallyRow]) -> None:
    """All of a revision that has none yet."""
    if tallies:
        Sheet(TALLY).write("ratings_tally", revision, zip(*tallies, strict=True))


def tallies_add(revision: int, tallies: Sequence[TallyRow]) -> None:
    """Adds what has happened since the last time. Numbers go over as text: lists of them take ten times as long."""
    for some in parts(tallies):
        with connection.cursor() as cursor:
            cursor.execute(TALLIES, [revision, *(" ".join(map(str, column)) for column in zip(*some, strict=True))])


def parts(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    return (rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE))


def careers_read(revision: int, players: Sequence[int]) -> dict[int, Career]:
    """What is known of these players, except for their tallies, which only grow; a newcomer's career has not begun."""
    careers = {player: Career() for player in players}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player_id, rating, games, wins, peak, peak_number, low, low_number, first_at, last_at, last_match,"
            " best_wins::text FROM ratings_standing WHERE revision_id = %s AND player_id = ANY(%s)",
            [revision, list(players)],
        )
        for player, *known, first_at, last_at, last_match, best_wins in cursor.fetchall():
            career = careers[player]
            (career.rating, career.games, career.wins, career.peak, career.peak_number,
             career.low, career.low_number) = known  # fmt: skip
            career.first_at, career.last_at = microseconds(first_at), microseconds(last_at)
            career.last_match = last_match
            career.best_wins = [(opponents, number) for opponents, number in json.loads(best_wins)]
    return careers
