"""A stage as it stands, in plain values: all that a format needs to go on from."""

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
NOBODY: frozenset[EntryId] = frozenset()


@dataclass(frozen=True, slots=True)
class TableSoFar:
    """A table as it is stored. Numbers count within the round; in an elimination through the stage, from 1."""

    number: int
    group: Group
    entries: tuple[EntryId | None, ...]
    outcome: Outcome | None = None
    # In an elimination only.
    slots: tuple[Slot, ...] = ()
    part: str = ""
    advances: int | None = None
    # Everyone in their order, where it was decided without play.
    walkover: tuple[EntryId, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundSoFar:
    """A round that was paired: its tables, and who was in without playing."""

    number: int
    tables: tuple[TableSoFar, ...]
    absent: frozenset[EntryId] = NOBODY
    byes: frozenset[EntryId] = NOBODY
    # Not paired yet: a schedule or a bracket that lies ahead.
    planned: bool = False

    def as_round(self) -> Round:
        """The round as the next one is paired from it: tables without an outcome left out."""
        return self._round([one for one in self.tables if one.outcome], self.absent, self.byes)

    def as_counted(self, group: Group, members: frozenset[EntryId]) -> Round:
        """The round as results are counted from it, of one group. At a table without an outcome, being played or
        called off, there is nothing to count; who sits there was there all the same."""
        tables = [one for one in self.tables if one.group == group]
        return self._round(tables, self.absent & members, self.byes & members)

    def _round(self, tables: list[TableSoFar], absent: frozenset[EntryId], byes: frozenset[EntryId]) -> Round:
        seated = tuple(Table(tuple(entry for entry in one.entries if entry is not None)) for one in tables)
        return Round(seated, tuple(one.outcome for one in tables), absent, byes)


@dataclass(frozen=True, slots=True)
class Contest:
    """A stage: who plays in it, in the order of their seeds, and what has happened."""

    settings: StageSettings
    sizes: Sizes
    seed: bytes
    entries: tuple[Entry, ...]
    groups: Mapping[EntryId, Group]
    rounds: tuple[RoundSoFar, ...] = ()
    # Gone for good, and away for the next round.
    dropped: frozenset[EntryId] = NOBODY
    absent: frozenset[EntryId] = NOBODY

    @property
    def paired(self) -> tuple[RoundSoFar, ...]:
        return tuple(one for one in self.rounds if not one.planned)

    @property
    def present(self) -> tuple[Entry, ...]:
        """Who plays the next round."""
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
    absent: frozenset[EntryId] = NOBODY
    byes: frozenset[EntryId] = NOBODY


@dataclass(frozen=True, slots=True)
class Draw:
    """How a stage begins: its groups, how many rounds it has (None: as long as it takes), and what lies ahead."""

    groups: Mapping[EntryId, Group]
    rounds: int | None
    ahead: tuple[RoundPlan, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Where somebody stands: by group, or in the order of a bracket, where points say nothing."""

    entry: EntryId
    group: Group
    place: int
    points: Points = Fraction(0)
    # In the order of the stage's tie-breaks; None where one did not have to be asked.
    tie_breaks: tuple[Value | None, ...] = ()
    per_game: Points | None = None
