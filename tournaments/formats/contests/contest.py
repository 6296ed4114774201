"""A stage as plain values: all that a format needs to pair the next round and to rank."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.formats.contests.settings import StageSettings
from tournaments.formats.elimination.slots import Slot
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points
from tournaments.formats.swiss import Sizes
from tournaments.formats.tables import Outcome, Round, Table
from tournaments.formats.tie_breaks import Value

Group = str
NO_ENTRIES: frozenset[EntryId] = frozenset()


@dataclass(frozen=True, slots=True)
class TableSoFar:
    """A stored table. Numbers count within the round; in an elimination within the stage, from 1."""

    number: int
    group: Group
    entries: tuple[EntryId | None, ...]
    outcome: Outcome | None = None
    # In an elimination only.
    slots: tuple[Slot, ...] = ()
    part: str = ""
    advances: int | None = None
    # The entries in order of places, where the table was decided without play.
    walkover: tuple[EntryId, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundSoFar:
    """A paired round: its tables, and who was in without playing."""

    number: int
    tables: tuple[TableSoFar, ...]
    absent: frozenset[EntryId] = NO_ENTRIES
    byes: frozenset[EntryId] = NO_ENTRIES
    # Of a schedule or bracket, and not paired yet.
    planned: bool = False

    def as_round(self) -> Round:
        """Return the round as pairing needs it: without tables that have no outcome."""
        return self._round([one for one in self.tables if one.outcome], self.absent, self.byes)

    def as_counted(self, group: Group, members: frozenset[EntryId]) -> Round:
        """Return the round of one group as results are counted from it.

        A table without an outcome, being played or called off, counts for nothing; who sits there counts as present.
        """
        tables = [one for one in self.tables if one.group == group]
        return self._round(tables, self.absent & members, self.byes & members)

    def _round(self, tables: list[TableSoFar], absent: frozenset[EntryId], byes: frozenset[EntryId]) -> Round:
        seated = tuple(Table(tuple(entry for entry in one.entries if entry is not None)) for one in tables)
        return Round(seated, tuple(one.outcome for one in tables), absent, byes)


@dataclass(frozen=True, slots=True)
class Contest:
    """A stage: its entries in the order of their seeds, its settings, and the rounds so far."""

    settings: StageSettings
    sizes: Sizes
    seed: bytes
    entries: tuple[Entry, ...]
    groups: Mapping[EntryId, Group]
    rounds: tuple[RoundSoFar, ...] = ()
    # Gone for good, and away for the next round.
    dropped: frozenset[EntryId] = NO_ENTRIES
    absent: frozenset[EntryId] = NO_ENTRIES

    @property
    def paired(self) -> tuple[RoundSoFar, ...]:
        return tuple(one for one in self.rounds if not one.planned)

    @property
    def present(self) -> tuple[Entry, ...]:
        """Return who plays the next round."""
        return tuple(entry for entry in self.entries if entry.id not in self.dropped | self.absent)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table to be stored."""

    number: int
    group: Group
    entries: tuple[EntryId | None, ...]
    explanation: Mapping[str, Any] | None = None
    slots: tuple[Slot, ...] = ()
    part: str = ""
    advances: int | None = None


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round to be stored."""

    number: int
    tables: tuple[TablePlan, ...]
    absent: frozenset[EntryId] = NO_ENTRIES
    byes: frozenset[EntryId] = NO_ENTRIES


@dataclass(frozen=True, slots=True)
class Draw:
    """The start of a stage: its groups, its number of rounds (None if open), and the rounds known in advance."""

    groups: Mapping[EntryId, Group]
    rounds: int | None
    ahead: tuple[RoundPlan, ...] = ()


@dataclass(frozen=True, slots=True)
class StagePlacing:
    """An entry's place in a stage: within its group, or in the order of a bracket, where points are not used."""

    entry: EntryId
    group: Group
    place: int
    points: Points = Fraction(0)
    # In the order of the stage's tie-breaks; None where one was not needed.
    tie_breaks: tuple[Value | None, ...] = ()
    per_game: Points | None = None
