"""Tables, outcomes and rounds. A table is a list of entries in seat order, of any length."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.formats.entries import EntryId


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits together, in seat order."""

    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table ended: the entries in order, those who tied together, and the game's own points."""

    places: tuple[tuple[EntryId, ...], ...]
    points: Mapping[EntryId, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """Tables and, once they have ended, their outcomes, in the same order; None for a table still being played."""

    tables: tuple[Table, ...]
    outcomes: tuple[Outcome | None, ...]
    # Who sat out, with nothing to win or lose: announced before the pairing.
    absent: frozenset[EntryId] = frozenset()
    # Who went on without playing, because the format leaves no other way.
    byes: frozenset[EntryId] = frozenset()
