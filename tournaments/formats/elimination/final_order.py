"""Ranks a bracket: who got further stands higher; who fell in the same round and place is equal."""

from collections.abc import Iterable
from itertools import groupby

from tournaments.formats.elimination.course import Course, Status, TableState
from tournaments.formats.elimination.slots import Dropped, Present
from tournaments.formats.entries import EntryId

DECIDED_STATUSES = (Status.PLAYED, Status.WALKOVER)


def final_order(course: Course, disqualified: frozenset[EntryId] = frozenset()) -> tuple[tuple[EntryId, ...], ...]:
    """Return everybody, best first, in tied groups. While it lasts, those still in share the first place.

    A disqualified entry stands last, whatever it reached; whom it has beaten stays beaten.
    """
    reached = dict.fromkeys(course.bracket.seeds, (0, 0, 0))
    for number, tables in enumerate(rounds(course)):
        for state in tables:
            for entry, place in places(state):
                reached[entry] = (1, -number, place)
    still_in = {entry for state in course.states for entry in waiting_for(state)}
    reached |= dict.fromkeys(still_in, (0, 0, 0)) | dict.fromkeys(disqualified, (2, 0, 0))
    best_first = sorted(course.bracket.seeds, key=lambda entry: (reached[entry], course.bracket.rank[entry]))
    return tuple(tuple(group) for _, group in groupby(best_first, key=reached.__getitem__))


def lost_tables(course: Course) -> dict[EntryId, int]:
    """Count the tables each entry has lost, by play or by leaving."""
    lost = dict.fromkeys(course.bracket.seeds, 0)
    for state in course.states:
        for entry, place in places(state):
            lost[entry] += place > state.table.goes_on
    return lost


def rounds(course: Course) -> Iterable[tuple[TableState, ...]]:
    """The states of each round's tables."""
    start = 0
    for each in course.bracket.rounds:
        yield course.states[start : start + len(each.tables)]
        start += len(each.tables)


def places(state: TableState) -> list[tuple[EntryId, int]]:
    """Return who ended a table where; nothing if it is not decided or was a rest."""
    if state.status not in DECIDED_STATUSES:
        return []
    return [(one.entry, place) for place, one in enumerate(state.finishers, start=1)]


def waiting_for(state: TableState) -> list[EntryId]:
    """Return those who are to play at a table that is not decided yet."""
    if state.status not in (Status.READY, Status.WAITING):
        return []
    return [one.entry for one in state.occupants if isinstance(one, Present | Dropped)]
