"""Elimination as a stage: draws the bracket once, and folds results and departures over it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.contests.contest import Contest, Draw, RoundPlan, StagePlacing, TablePlan
from tournaments.formats.contests.settings import StageSettings
from tournaments.formats.elimination.bracket import Bracket, BracketRound, BracketTable, Part
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.course import Course, Status, TableState, correct
from tournaments.formats.elimination.final_order import final_order
from tournaments.formats.elimination.sentences import explanation_documents
from tournaments.formats.elimination.shapes import NoBracketFits, Rules
from tournaments.formats.elimination.slots import Dropped, Present, TableNumber
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.sizes import TableSizes
from tournaments.formats.swiss import Sizes

PART_NAMES = {
    Part.WINNERS: "winners",
    Part.LOSERS: "losers",
    Part.SMALL_FINAL: "small-final",
    Part.FINAL: "final",
    Part.RESET: "reset",
}
PARTS_BY_NAME = {name: part for part, name in PART_NAMES.items()}


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of the bracket after the results so far: who sits in which slot, and its status."""

    number: int
    entries: tuple[EntryId | None, ...]
    status: str
    # The entries in order of places, once the table is decided, with or without play.
    order: tuple[EntryId, ...]
    # Whether the result no longer holds, because somebody else belongs at the table.
    is_stale: bool
    present: tuple[EntryId, ...]


def default_advance(sizes: Sizes) -> int:
    """Return how many of a table go on: half."""
    return max(1, sizes.wished // 2)


def rules_to_try(entries: int, settings: StageSettings, sizes: Sizes) -> list[Rules]:
    """Return the rules asked for, then those that fit more numbers of entries: larger tables, one of each going on."""
    least = min(sizes.smallest, entries)
    advance = settings.table_advance or default_advance(sizes)
    tried = [(sizes.wished, advance), (sizes.largest, advance), (sizes.wished, 1), (sizes.largest, 1)]
    return [
        Rules(TableSizes(least, max(most, least)), advances)
        for most, advances in dict.fromkeys(tried)
        if advances < max(most, least)
    ]


def draw(
    entries: Sequence[Entry],
    settings: StageSettings,
    sizes: Sizes,
    *,
    double: bool,
    apart: Mapping[EntryId, str] | None = None,
) -> Draw:
    """Draw the whole bracket."""
    seeds = [entry.id for entry in entries]
    labels = dict(apart or {}) or {entry.id: entry.club for entry in entries if entry.club}
    if len(seeds) < 2:
        return Draw(dict.fromkeys(seeds, ""), 0)
    bracket = fitting_bracket(seeds, settings, sizes, double, labels)
    documents = iter(explanation_documents(bracket))
    ahead = tuple(round_plan(number, each, documents) for number, each in enumerate(bracket.rounds, start=1))
    return Draw(dict.fromkeys(seeds, ""), len(ahead), ahead)


def fitting_bracket(
    seeds: Sequence[EntryId], settings: StageSettings, sizes: Sizes, double: bool, apart: Mapping[EntryId, str]
) -> Bracket:
    """Return the first bracket that can be drawn, trying the rules asked for before those that always fit."""
    refusal: NoBracketFits | None = None
    for rules in rules_to_try(len(seeds), settings, sizes):
        try:
            if double:
                return double_elimination(seeds, rules, apart=apart)
            return single_elimination(seeds, rules, small_final=settings.small_final, apart=apart)
        except NoBracketFits as none:
            refusal = refusal or none
    raise refusal or NoBracketFits("no bracket fits", entries=len(seeds))


def round_plan(number: int, each: BracketRound, documents: Iterator[dict[str, Any]]) -> RoundPlan:
    return RoundPlan(number, tuple(table_plan(table, PART_NAMES[each.part], next(documents)) for table in each.tables))


def table_plan(table: BracketTable, part: str, document: dict[str, Any]) -> TablePlan:
    nobody_yet = (None,) * len(table.slots)
    return TablePlan(table.number + 1, "", nobody_yet, document, table.slots, part, table.goes_on)


def bracket_of(contest: Contest) -> Bracket:
    """Rebuild the drawn bracket from the stored stage."""
    rounds = tuple(
        BracketRound(
            PARTS_BY_NAME[one.tables[0].part],
            tuple(BracketTable(TableNumber(t.number - 1), t.slots, t.advances or 1) for t in one.tables),
        )
        for one in contest.rounds
    )
    lives = 2 if any(each.part is Part.LOSERS or each.part is Part.RESET for each in rounds) else 1
    return Bracket(tuple(entry.id for entry in contest.entries), rounds, lives)


def course_of(contest: Contest) -> tuple[Course, frozenset[TableNumber]]:
    """Return the course after the results so far, and the tables whose results no longer hold."""
    results = {
        TableNumber(table.number - 1): table.outcome
        for one in contest.rounds
        for table in one.tables
        if table.outcome is not None
    }
    walkovers = {
        TableNumber(table.number - 1): table.walkover
        for one in contest.rounds
        for table in one.tables
        if table.walkover
    }
    return correct(bracket_of(contest), results, contest.dropped, walkovers)


def resolve(contest: Contest) -> list[TableNow]:
    """Return every table of the bracket after the results so far."""
    if not contest.rounds:
        return []
    course, stale = course_of(contest)
    return [table_now(state, state.table.number in stale) for state in course.states]


STATUSES = {
    Status.WAITING: "waiting",
    Status.READY: "ready",
    Status.PLAYED: "finished",
    Status.WALKOVER: "walkover",
    Status.REST: "rest",
    Status.NOT_NEEDED: "not-needed",
}


def table_now(state: TableState, is_stale: bool) -> TableNow:
    occupants = [one.entry if isinstance(one, Present | Dropped) else None for one in state.occupants]
    if state.status is Status.NOT_NEEDED:  # both sides would be the same entry, and nobody sits there
        occupants = [None] * len(occupants)
    return TableNow(
        number=state.table.number + 1,
        entries=tuple(occupants),
        status=STATUSES[state.status],
        order=tuple(one.entry for one in state.finishers),
        is_stale=is_stale,
        present=state.entries,
    )


def is_over(contest: Contest) -> bool:
    return not contest.rounds or course_of(contest)[0].finished


def standings(contest: Contest) -> list[StagePlacing]:
    """Return everyone in the order in which they went out; those still in share the first place."""
    if not contest.rounds:
        return [StagePlacing(entry.id, "", place) for place, entry in enumerate(contest.entries, start=1)]
    course, _ = course_of(contest)
    placings: list[StagePlacing] = []
    for tied in final_order(course):
        placings += [StagePlacing(entry, "", place) for place in [len(placings) + 1] for entry in tied]
    return placings
