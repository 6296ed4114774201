"""Writes rating changes: a few through the ORM, many by COPY."""

from collections.abc import Iterable
from typing import Any

from django.db import connection

from ratings.formulas.careers import Change, Result
from ratings.models import RatingChange

# The columns of a change, but for its key, with their types in PostgreSQL.
COLUMNS = {
    "match_id": "int8",
    "pool_id": "varchar",
    "finished_at": "timestamptz",
    "player_id": "int8",
    **dict.fromkeys(("seat", "side", "place", "sides"), "int2"),
    "number": "int4",
    **dict.fromkeys(("before", "after", "k", "expected", "score", "opponents"), "float8"),
    "is_win": "bool",
}
# Binary takes an eighth of our time that text takes, and numbers go over as they are.
COPY = f"COPY {RatingChange._meta.db_table} ({', '.join(COLUMNS)}) FROM STDIN (FORMAT BINARY)"
Row = tuple[Any, ...]


def row_of(pool: str, result: Result, change: Change) -> Row:
    """A change in the order of the columns, of which its own fields are the last."""
    at, match = result.position
    return (match, pool, at, *change)


def changes_create(rows: Iterable[Row]) -> None:
    RatingChange.objects.bulk_create(RatingChange(**dict(zip(COLUMNS, row, strict=True))) for row in rows)


def changes_copy(rows: Iterable[Row]) -> None:
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        copy.set_types(list(COLUMNS.values()))
        for row in rows:
            copy.write_row(row)
