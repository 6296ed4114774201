"""Orders entries for a bracket or groups."""

from collections.abc import Iterable

from games.engine.chance import shuffle
from tournaments.formats.entries import Entry, EntryId


def seeds_by_strength(entries: Iterable[Entry]) -> tuple[EntryId, ...]:
    """Return the entries strongest first; of equals, who entered first."""
    return tuple(entry.id for entry in sorted(entries, key=lambda entry: (-entry.strength, entry.id)))


def seeds_by_lot(entries: Iterable[Entry], seed: bytes) -> tuple[EntryId, ...]:
    """Return the entries in a random order drawn from the seed."""
    return shuffle(tuple(sorted(entry.id for entry in entries)), seed, "seeding")
