"""How ratings are written: rows in PostgreSQL's own binary form, by COPY.

One way for the four players of a match and for everyone in a rebuild. Numbers go over as they are, so what is read
back is the same to the last bit.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

# Timestamps are microseconds since 2000.
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
HEADER, END = b"PGCOPY\n\xff\r\n\x00" + bytes(8), b"\xff\xff"
# What PostgreSQL calls the numbers that stand in arrays.
TYPES = {">i4": 23, ">i8": 20, ">f8": 701}
# Columns by name: one number for each row, or a list of numbers, equally many in all rows.
Columns = Mapping[str, NDArray[Any]]


def microseconds(moment: datetime) -> int:
    """A moment as PostgreSQL counts it."""
    return (moment - EPOCH) // MICROSECOND


def moment_of(at: int) -> datetime:
    return EPOCH + at * MICROSECOND


def rows_copy(table: str, kinds: Mapping[str, str], shapes: Iterable[Columns]) -> None:
    """Writes rows: those that are of one shape together. Each column has the kind of number that the table has."""
    target = f"COPY {table} ({', '.join(kinds)}) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(target) as copy:
        copy.write(HEADER)
        for columns in shapes:
            copy.write(written(kinds, columns).view(np.uint8).data)
        copy.write(END)


def written(kinds: Mapping[str, str], columns: Columns) -> NDArray[Any]:
    """A row is the number of its fields, then for each its length and its bytes."""
    fields = [(name, field_of(kind, columns[name])) for name, kind in kinds.items()]
    rows = np.zeros(len(columns[next(iter(kinds))]), np.dtype([("fields", ">i2"), *fields]))
    rows["fields"] = len(kinds)
    for name, kind in kinds.items():
        fill(rows[name], kind, columns[name])
    return rows


def field_of(kind: str, values: NDArray[Any]) -> np.dtype[Any]:
    """An array begins with its dimensions, whether anything in it is missing, what is in it, and how much of it."""
    number = np.dtype([("length", ">i4"), ("value", kind)])
    if values.ndim == 1:
        return number
    head = [(name, ">i4") for name in ("length", "dimensions", "gaps", "type", "size", "first")]
    return np.dtype([*head, ("numbers", number, values.shape[1])])


def fill(field: NDArray[Any], kind: str, values: NDArray[Any]) -> None:
    numbers, size = field, np.dtype(kind).itemsize
    if values.ndim == 2:
        numbers = field["numbers"]
        field["length"] = field.dtype.itemsize - 4
        field["dimensions"], field["type"], field["size"], field["first"] = 1, TYPES[kind], values.shape[1], 1
    numbers["length"], numbers["value"] = size, values


def alike(*sizes: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Which rows are of one shape, by the sizes of their lists; shape after shape."""
    shape = np.zeros_like(sizes[0])
    for one in sizes:
        shape = shape * (one.max(initial=0) + 1) + one
    order = np.argsort(shape, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(shape[order])) + 1)
