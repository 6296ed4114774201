"""The side of a table: where it comes from, and who that turns out to be.

A bye, an entry not known yet and one that has dropped differ: the first gives a rest, the second makes one wait, and
the third gives a walkover.
"""

from dataclasses import dataclass
from typing import NewType

from tournaments.formats.entries import EntryId

TableNumber = NewType("TableNumber", int)
Place = NewType("Place", int)  # 1 is the winner


@dataclass(frozen=True, slots=True)
class Seeded:
    """An entry that sits here from the start."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class FromTable:
    """Whoever ends an earlier table in this place."""

    table: TableNumber
    place: Place


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody, ever."""


Slot = Seeded | FromTable | Bye


@dataclass(frozen=True, slots=True)
class Present:
    """An entry that will play, or has played, here."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class NotYetKnown:
    """An entry that an earlier table will decide."""

    waits_for: TableNumber


@dataclass(frozen=True, slots=True)
class Dropped:
    """An entry that would sit here, had it not left or been disqualified."""

    entry: EntryId


Finisher = Present | Dropped
Occupant = Finisher | NotYetKnown | Bye
