"""Computes what an act would change: the difference between two versions of a stage, in plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.formats.contests.contest import Contest, RoundSoFar, TableSoFar
from tournaments.formats.contests.elimination import TableNow, resolve
from tournaments.formats.contests.plans import BRACKETS, standings
from tournaments.formats.entries import EntryId
from tournaments.formats.tables import Outcome


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """An entry whose place would change."""

    entry: EntryId
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table of a bracket at which others would sit, or whose result would no longer hold."""

    number: int
    before: tuple[EntryId | None, ...]
    after: tuple[EntryId | None, ...]
    played_again: bool


@dataclass(frozen=True, slots=True)
class Consequences:
    """The places and tables that an act would change."""

    moved: tuple[ChangedPlace, ...] = ()
    reseated: tuple[ChangedTable, ...] = ()


def consequences(kind: str, before: Contest, after: Contest) -> Consequences:
    """Compare where everybody stands, and who sits where, before and after."""
    return Consequences(moves(kind, before, after), reseats(kind, before, after))


def moves(kind: str, before: Contest, after: Contest) -> tuple[ChangedPlace, ...]:
    then, now = places(kind, before), places(kind, after)
    return tuple(
        ChangedPlace(entry, place, now[entry]) for entry, place in then.items() if now.get(entry, place) != place
    )


def places(kind: str, contest: Contest) -> dict[EntryId, int]:
    return {line.entry: line.place for line in standings(kind, contest)}


def reseats(kind: str, before: Contest, after: Contest) -> tuple[ChangedTable, ...]:
    if kind not in BRACKETS:
        return ()
    then, now = tables_of(before), tables_of(after)
    return tuple(
        ChangedTable(number, table.entries, now[number].entries, now[number].is_stale)
        for number, table in then.items()
        if table.entries != now[number].entries or now[number].is_stale
    )


def tables_of(contest: Contest) -> Mapping[int, TableNow]:
    return {one.number: one for one in resolve(contest)}


# --- The stage after an act ---


def with_outcome(contest: Contest, number: int, table: int, outcome: Outcome | None) -> Contest:
    """Return the stage with another outcome at a table; None: to be played again."""
    rounds = tuple(round_with(one, table, outcome) if one.number == number else one for one in contest.rounds)
    return replace(contest, rounds=rounds)


def round_with(one: RoundSoFar, table: int, outcome: Outcome | None) -> RoundSoFar:
    def changed(each: TableSoFar) -> TableSoFar:
        return replace(each, outcome=outcome) if each.number == table else each

    return replace(one, tables=tuple(map(changed, one.tables)))


def without_entries(contest: Contest, entries: Iterable[EntryId]) -> Contest:
    """Return the stage once these have left."""
    return replace(contest, dropped=contest.dropped | frozenset(entries))


def with_entries(contest: Contest, entries: Iterable[EntryId]) -> Contest:
    """Return the stage once these are back."""
    return replace(contest, dropped=contest.dropped - frozenset(entries))
