"""The bracket: every table and where its sides come from. Immutable; results are folded over it (course.py)."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from tournaments.formats.elimination.slots import Slot, TableNumber
from tournaments.formats.entries import EntryId


class Part(Enum):
    """Which part of the bracket a round belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    SMALL_FINAL = "small final"  # for third place, if two play the final
    FINAL = "final"
    RESET = "reset"  # the final again, when somebody lost there for the first time


@dataclass(frozen=True, slots=True)
class BracketTable:
    """Who will sit together, and how many of them go on; the others lose the table."""

    number: TableNumber
    slots: tuple[Slot, ...]
    goes_on: int


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Tables that may be played at the same time. A table of one and a bye is not played at all."""

    part: Part
    tables: tuple[BracketTable, ...]


@dataclass(frozen=True)
class Bracket:
    """Rounds in an order in which they can be played; tables are numbered through it."""

    seeds: tuple[EntryId, ...]  # best first
    rounds: tuple[BracketRound, ...]
    lives: int  # lost tables that put one out

    @cached_property
    def tables(self) -> tuple[BracketTable, ...]:
        return tuple(table for each in self.rounds for table in each.tables)

    @cached_property
    def rank(self) -> dict[EntryId, int]:
        return {entry: number for number, entry in enumerate(self.seeds)}
