"""How ratings are written: rows in PostgreSQL's own binary form, by COPY.

One way for the four changes of a match and for the million of a rebuild. Numbers go over as they are, so what is read
back is the same to the last bit.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from struct import Struct

from django.db import connection

from ratings.formulas.careers import Career, PlainChange

# A row: the number of fields, then for each its length and its bytes. Timestamps are microseconds since 2000.
HEADER, END = b"PGCOPY\n\xff\r\n\x00" + bytes(8), b"\xff\xff"
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
CHANGE = Struct("!h iq iq ii iq iq id id id id id id ih ih ih".replace(" ", "")).pack
STANDING = Struct("!h iq iq id ii ii id ii id ii iq iq iq i".replace(" ", "")).pack
JSONB = b"\x01"
ROWS_AT_ONCE, CAREERS_AT_ONCE = 500, 5_000

CHANGES = "ratings_ratingchange (revision_id, player_id, number, match_id, finished_at, before, after, k, expected, score, opponents, place, sides, seat)"  # fmt: skip  # noqa: E501
STANDINGS = "ratings_standing (revision_id, player_id, rating, games, wins, peak, peak_number, low, low_number, first_at, last_at, last_match, best_wins)"  # fmt: skip  # noqa: E501
TALLIES = """
INSERT INTO ratings_tally (revision_id, player_id, sides, seat, games, wins, half_duels)
SELECT %s, * FROM unnest(%s::bigint[], %s::smallint[], %s::smallint[], %s::int[], %s::int[], %s::int[])
ON CONFLICT (revision_id, player_id, sides, seat) DO UPDATE SET
    games = ratings_tally.games + excluded.games, wins = ratings_tally.wins + excluded.wins,
    half_duels = ratings_tally.half_duels + excluded.half_duels
"""


def microseconds(moment: datetime) -> int:
    """A moment as PostgreSQL counts it."""
    return (moment - EPOCH) // MICROSECOND


def moment_of(at: int) -> datetime:
    return EPOCH + at * MICROSECOND


def copy_rows(target: str, rows: Iterable[bytes]) -> None:
    """Sends rows as they come, so that the database stores the first while the next are worked out."""
    rows = iter(rows)
    with connection.cursor() as cursor, cursor.copy(f"COPY {target} FROM STDIN (FORMAT BINARY)") as copy:
        copy.write(HEADER)
        while some := b"".join(islice(rows, ROWS_AT_ONCE)):
            copy.write(some)
        copy.write(END)


def change_rows(revision: int, match: int, at: int, changes: Iterable[PlainChange]) -> list[bytes]:
    return [
        CHANGE(
            14, 8, revision, 8, player, 4, number, 8, match, 8, at, 8, before, 8, after, 8, k, 8, expected, 8, score,
            8, opponents, 2, place, 2, sides, 2, seat,
        )
        for player, number, before, after, k, expected, score, opponents, place, sides, seat in changes
    ]  # fmt: skip


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


def careers_write(revision: int, careers: Mapping[int, Career]) -> None:
    """Standings of these players, in place of what was there, and what their new games add to their tallies."""
    every = iter(careers.items())
    while some := dict(islice(every, CAREERS_AT_ONCE)):  # no statement may take long
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM ratings_standing WHERE revision_id = %s AND player_id = ANY(%s)", [revision, list(some)]
            )
        copy_rows(STANDINGS, [standing_row(revision, player, career) for player, career in some.items()])
        tallies_add(revision, some)


def tallies_add(revision: int, careers: Mapping[int, Career]) -> None:
    """Adds what has happened since the last time, and takes it out of the careers: nothing is added twice."""
    rows = [
        (player, sides, seat, games, wins, halves)
        for player, career in careers.items()
        for (sides, seat), (games, wins, halves) in career.tallies().items()
    ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    with connection.cursor() as cursor:
        if columns:
            cursor.execute(TALLIES, [revision, *columns])
    for career in careers.values():
        career.outcomes.clear()


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
