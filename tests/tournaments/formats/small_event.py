"""Eight entries, two rounds at tables of four: the example of docs/formats/points-and-tie-breaks.md."""

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.tables import Outcome, Round, Table

ENTRIES = [Entry(EntryId(number), strength=1500) for number in range(1, 9)]


def ended(table: tuple[int, ...], places: list[list[int]], *game_points: int) -> tuple[Table, Outcome]:
    """A table, how it ended, and the game's points in the order of the places."""
    order = [entry for group in places for entry in group]
    given = dict(zip(order, game_points, strict=True)) if game_points else {}
    return Table(table), Outcome(tuple(tuple(group) for group in places), given)


def played(*tables: tuple[Table, Outcome], **others: frozenset[EntryId]) -> Round:
    return Round(tuple(table for table, _ in tables), tuple(outcome for _, outcome in tables), **others)


ROUNDS = [
    played(
        ended((1, 3, 5, 7), [[1], [3], [5], [7]], 20, 15, 10, 3),
        ended((2, 4, 6, 8), [[2], [4, 6], [8]], 18, 12, 12, 6),
    ),
    played(
        ended((3, 1, 2, 4), [[2], [1], [3], [4]], 22, 18, 11, 5),
        ended((5, 6, 7, 8), [[5], [6, 7], [8]], 21, 14, 14, 7),
    ),
]
