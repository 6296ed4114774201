"""Enumerates the tables near a table, where entries have similar scores."""

from collections.abc import Iterator

TableNumber = int


def nearest(number: TableNumber, window: int, count: int) -> Iterator[TableNumber]:
    """Yield the tables around one, in turn below and above, up to so far away."""
    for distance in range(1, min(window, count) + 1):
        if number + distance < count:
            yield number + distance
        if number >= distance:
            yield number - distance
