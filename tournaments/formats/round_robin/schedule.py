"""Schedules a round robin for given entries: who sits where in which round, and how evenly they meet."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.round_robin.approximate_schedules import approximately_balanced
from tournaments.formats.round_robin.balanced_schedules import Rounds, balanced, meetings
from tournaments.formats.round_robin.seats import seats_in_turn
from tournaments.formats.sizes import SIDES_MINIMUM, TableSizes
from tournaments.formats.tables import Table


class NoSuchLength(FormatRefusal):
    """A round robin has at least one round."""

    code = "no-such-length"


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of tables, and the fewest and most times that two meet: equal in a balanced schedule."""

    rounds: tuple[tuple[Table, ...], ...]
    fewest_meetings: int
    most_meetings: int


def round_robin(
    entries: Sequence[EntryId], size: int, *, least: int = SIDES_MINIMUM, rounds: int | None = None, times: int = 1
) -> Schedule:
    """Return a schedule in which everyone meets everyone equally often at tables of a size, if one is known.

    Otherwise the nearest found, at tables of the size and smaller ones down to the least. Without a number of rounds:
    as many as the balanced schedule takes; or, where there is none, as many as it takes at least to meet everyone.
    """
    sizes = TableSizes(least, size)
    if len(entries) < sizes.least:
        raise TooFewEntries("fewer entries than a table has seats", entries=len(entries), seats=sizes.least)
    if times < 1 or (rounds is not None and rounds < 1):
        raise NoSuchLength("a round robin has at least one round", rounds=rounds, times=times)
    return seated(entries, numbered(len(entries), min(size, len(entries)), least, rounds) * times)


def numbered(entries: int, size: int, least: int, rounds: int | None) -> Rounds:
    """Return the schedule for numbers."""
    known = balanced(entries, size)
    if known and (rounds is None or len(known) == rounds):
        return known
    return approximately_balanced(entries, rounds or -(-(entries - 1) // (size - 1)), size, least)


def seated(entries: Sequence[EntryId], rounds: Rounds) -> Schedule:
    """Replace numbers by entries, and balance the seats."""
    met = list(meetings(len(entries), rounds))
    tables = seats_in_turn([[entries[number] for number in table] for tables in rounds for table in tables])
    at = iter(tables)
    named = tuple(tuple(Table(next(at)) for _ in tables) for tables in rounds)
    return Schedule(named, min(met), max(met))
