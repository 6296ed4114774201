"""Where a side of a table comes from, and who that turns out to be.

Nobody at all, somebody not known yet, and somebody who has dropped are three different things: the first gives a rest,
the second makes one wait, and the third gives a walkover.
"""

from dataclasses import dataclass
from typing import NewType

from tournaments.formats.entries import EntryId

TableNumber = NewType("TableNumber", int)
Place = NewType("Place", int)  # 1 is the winner


@dataclass(frozen=True, slots=True)
class Seeded:
    """Somebody who sits here from the start."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class Comes:
    """Whoever ends an earlier table in this place."""

    table: TableNumber
    place: Place


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody, ever."""


Slot = Seeded | Comes | Bye


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who will play, or has played, here."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class NotYetKnown:
    """An earlier table will tell."""

    waits_for: TableNumber


@dataclass(frozen=True, slots=True)
class Dropped:
    """Somebody who would sit here, had they not left or been disqualified."""

    entry: EntryId


Finisher = Present | Dropped
Occupant = Finisher | NotYetKnown | Bye
