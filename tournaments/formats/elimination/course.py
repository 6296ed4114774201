"""Folds results and departures over a bracket, from its first table to its last.

Nothing is kept but the bracket, the results and who has left. A wrong result is mended by folding the right one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from tournaments.formats.elimination.bracket import Bracket, BracketTable
from tournaments.formats.elimination.slots import (
    Bye,
    Dropped,
    Finisher,
    NotYetKnown,
    Occupant,
    Present,
    Seeded,
    Slot,
    TableNumber,
)
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal, OutcomeContradictsTable
from tournaments.formats.tables import Outcome

Results = Mapping[TableNumber, Outcome]
# By table: everyone in the order in which a walkover was decided.
Walkovers = Mapping[TableNumber, Sequence[EntryId]]
NO_ENTRIES: frozenset[EntryId] = frozenset()
NO_WALKOVERS: Walkovers = MappingProxyType({})


class NoSuchTable(FormatRefusal):
    """A result for a table that the bracket does not have."""

    code = "no-such-table"


class TableNotReady(FormatRefusal):
    """A result for a table that is not to be played: its sides are not known yet, or it is decided without play."""

    code = "table-not-ready"


class EveryoneDropped(FormatRefusal):
    """No entry is left to play."""

    code = "everyone-dropped"


class Status(Enum):
    """How far a table has come."""

    WAITING = "waiting"
    READY = "ready"
    PLAYED = "played"
    WALKOVER = "walkover"  # as few are there as may go on
    REST = "rest"  # one and a bye
    NOT_NEEDED = "not needed"  # a reset after the unbeaten won


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the results so far: who sits there and, once decided, all in order of places."""

    table: BracketTable
    occupants: tuple[Occupant, ...]
    status: Status
    finishers: tuple[Finisher, ...] = ()

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Return those who are to play here, or have played."""
        return tuple(occupant.entry for occupant in self.occupants if isinstance(occupant, Present))


@dataclass(frozen=True, slots=True)
class Course:
    """Every table after the results so far, in the order of the bracket."""

    bracket: Bracket
    states: tuple[TableState, ...]

    @property
    def ready(self) -> tuple[TableState, ...]:
        """Return the tables that can be played now."""
        return tuple(state for state in self.states if state.status is Status.READY)

    @property
    def finished(self) -> bool:
        return not any(state.status in (Status.WAITING, Status.READY) for state in self.states)


# Returns the outcome of a table that can be played; None while it has none.
Judge = Callable[[TableState], Outcome | None]


def follow(bracket: Bracket, results: Results, dropped: frozenset[EntryId] = NO_ENTRIES) -> Course:
    """Return the course of a bracket after these results."""
    unknown = [number for number in results if not 0 <= number < len(bracket.tables)]
    if unknown:
        raise NoSuchTable("the bracket has no such table", table=unknown[0])
    if dropped.issuperset(bracket.seeds):
        raise EveryoneDropped("nobody is left to play")
    course = play_out(bracket, lambda state: results.get(state.table.number), dropped)
    for number in results:
        if course.states[number].status is not Status.PLAYED:
            raise TableNotReady("nobody has to play this table now", table=number)
    return course


def correct(
    bracket: Bracket, results: Results, dropped: frozenset[EntryId] = NO_ENTRIES, walkovers: Walkovers = NO_WALKOVERS
) -> tuple[Course, frozenset[TableNumber]]:
    """Return the course after a changed result, and the later tables whose results no longer hold and must be played
    again."""
    stale: set[TableNumber] = set()

    def still_holds(state: TableState) -> Outcome | None:
        outcome = results.get(state.table.number)
        if outcome is None or fits(state, outcome):
            return outcome
        stale.add(state.table.number)
        return None

    course = play_out(bracket, still_holds, dropped, walkovers)
    undone = {number for number in results if course.states[number].status is not Status.PLAYED}
    return course, frozenset(stale | undone)


def play_out(
    bracket: Bracket, judge: Judge, dropped: frozenset[EntryId] = NO_ENTRIES, walkovers: Walkovers = NO_WALKOVERS
) -> Course:
    """Go through the bracket once, asking the judge for the outcome of each table that can be played."""
    states: list[TableState] = []
    for table in bracket.tables:
        occupants = tuple(occupant(slot, states, dropped) for slot in table.slots)
        states.append(decide(table, occupants, judge, bracket.rank, walkovers.get(table.number, ())))
    return Course(bracket, tuple(states))


def occupant(slot: Slot, states: Sequence[TableState], dropped: frozenset[EntryId]) -> Occupant:
    """Return who a slot turns out to be."""
    if isinstance(slot, Bye):
        return slot
    if isinstance(slot, Seeded):
        entry = slot.entry
    elif not states[slot.table].finishers:
        return NotYetKnown(slot.table)
    else:
        entry = states[slot.table].finishers[slot.place - 1].entry
    return Dropped(entry) if entry in dropped else Present(entry)


def decide(
    table: BracketTable,
    occupants: tuple[Occupant, ...],
    judge: Judge,
    rank: Mapping[EntryId, int],
    walkover: Sequence[EntryId] = (),
) -> TableState:
    """Return a table's state. A result counts even if somebody left afterwards; without one a departure decides at
    once."""
    sides = [one for one in occupants if isinstance(one, Present | Dropped)]
    if any(isinstance(one, NotYetKnown) for one in occupants):
        return TableState(table, occupants, Status.WAITING)
    if any(isinstance(one, Bye) for one in occupants):
        return TableState(table, occupants, Status.REST, tuple(sides))
    if len({one.entry for one in sides}) == 1:
        return TableState(table, occupants, Status.NOT_NEEDED, tuple(sides[:1]))
    open_state = TableState(table, occupants, Status.READY)
    outcome = judge(open_state)
    if outcome is not None:
        return TableState(table, occupants, Status.PLAYED, finishers(open_state, outcome, rank))
    if len(open_state.entries) <= table.goes_on:
        return TableState(table, occupants, Status.WALKOVER, without_play(open_state, rank, walkover))
    return open_state


def without_play(state: TableState, rank: Mapping[EntryId, int], walkover: Sequence[EntryId]) -> tuple[Finisher, ...]:
    """Return the order of those present, the better seed first. Once decided it stays: whoever left later had gone on
    by then."""
    sides = [one for one in state.occupants if isinstance(one, Present | Dropped)]
    stays = {one.entry for one in sides} == set(walkover) and set(state.entries) <= set(walkover[: state.table.goes_on])
    if stays:
        return tuple(sorted(sides, key=lambda one: walkover.index(one.entry)))
    return tuple(sorted(sides, key=lambda one: (isinstance(one, Dropped), rank[one.entry])))


def finishers(state: TableState, outcome: Outcome, rank: Mapping[EntryId, int]) -> tuple[Finisher, ...]:
    """Return all in order of places; of those who tied the better seed first; who left before the end last."""
    if not fits(state, outcome):
        raise OutcomeContradictsTable(
            "the result must name everybody at the table once, and nobody else",
            table=state.table.number,
            entries=state.entries,
        )
    named = [entry for tied in outcome.places for entry in sorted(tied, key=rank.__getitem__)]
    by_entry = {one.entry: one for one in state.occupants if isinstance(one, Present | Dropped)}
    unnamed = sorted(by_entry.keys() - set(named), key=rank.__getitem__)
    return tuple(by_entry[entry] for entry in [*named, *unnamed])


def fits(state: TableState, outcome: Outcome) -> bool:
    """Return whether a result names everybody present exactly once, and nobody else but who has left since."""
    named = [entry for tied in outcome.places for entry in tied]
    sides = {one.entry for one in state.occupants if isinstance(one, Present | Dropped)}
    return len(named) == len(set(named)) and set(state.entries) <= set(named) <= sides
