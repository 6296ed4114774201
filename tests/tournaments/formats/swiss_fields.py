"""Entries, pairs and settings for tests of Swiss pairing."""

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.swiss import Settings, Sizes

PAIRS = Settings(sizes=Sizes(2, 2, 2))
SEED = b"a seed"


def entries(count: int, **clubs: str) -> tuple[Entry, ...]:
    """The first is the strongest."""
    return tuple(Entry(EntryId(n), 2000 - n, clubs.get(f"club_{n}", "")) for n in range(1, count + 1))


def company(found) -> set[frozenset[int]]:
    return {frozenset(table.entries) for table in found.tables}


def pairs(*numbers: tuple[int, int]) -> frozenset[tuple[EntryId, EntryId]]:
    return frozenset((EntryId(one), EntryId(other)) for one, other in numbers)


def ids(*numbers: int) -> frozenset[EntryId]:
    return frozenset(map(EntryId, numbers))
