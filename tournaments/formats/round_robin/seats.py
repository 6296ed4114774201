"""Balances seats: in any stretch of as many games as a table has seats, everyone plays one in each seat.

Each entry's games are cut into such stretches. Assigning seats is then an edge colouring between stretches and tables.
"""

from collections.abc import Sequence

from tournaments.formats.edge_colouring import EdgeColouring
from tournaments.formats.entries import EntryId


def seats_in_turn(tables: Sequence[Sequence[EntryId]]) -> list[tuple[EntryId, ...]]:
    """Return the tables, each in seat order. Tables of different sizes are balanced separately."""
    seated: dict[int, tuple[EntryId, ...]] = {}
    for size in {len(table) for table in tables}:
        numbers = [number for number, table in enumerate(tables) if len(table) == size]
        seated |= zip(numbers, seats_of_one_size([tables[number] for number in numbers], size), strict=True)
    return [seated[number] for number in range(len(tables))]


def seats_of_one_size(tables: Sequence[Sequence[EntryId]], size: int) -> list[tuple[EntryId, ...]]:
    seats, games = EdgeColouring(size), dict.fromkeys({entry for table in tables for entry in table}, 0)
    stretches: dict[tuple[object, ...], EntryId] = {}
    for number, table in enumerate(tables):
        for entry in table:
            stretch = ("stretch", entry, games[entry] // size)
            games[entry] += 1
            stretches[stretch] = entry
            seats.join(stretch, ("table", number))
    taken = (seats.edges["table", number] for number in range(len(tables)))
    return [tuple(stretches[taken_by[seat]] for seat in range(size)) for taken_by in taken]
