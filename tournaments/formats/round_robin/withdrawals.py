"""Applies a withdrawal to a round robin: before half of one's games all are removed; later one is last at each table to
come.

So nobody gains by having met a leaver early, and nobody loses a game that was nearly all played.
"""

from collections.abc import Sequence

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tables import Outcome, Round, Table


class NotInSchedule(FormatRefusal):
    """An entry that does not take part is to leave."""

    code = "not-in-schedule"


def after_leaving(rounds: Sequence[Round], leaver: EntryId) -> tuple[Round, ...]:
    """Return the whole schedule, rounds to come included, after somebody has left."""
    games = [outcome for each in rounds for table, outcome in pairs(each) if leaver in table.entries]
    if not games:
        raise NotInSchedule("they do not take part", entry=leaver)
    played = sum(outcome is not None for outcome in games)
    settle = strike if 2 * played < len(games) else count_as_last
    return tuple(settle(each, leaver) for each in rounds)


def strike(each: Round, leaver: EntryId) -> Round:
    """Remove the entry from every table; who is left alone at one has a bye."""
    tables, outcomes, byes = [], [], set(each.byes)
    for table, outcome in pairs(each):
        others = tuple(entry for entry in table.entries if entry != leaver)
        if len(others) == 1:
            byes.update(others)
        elif others:
            tables.append(Table(others))
            outcomes.append(outcome and without(outcome, leaver))
    return Round(tuple(tables), tuple(outcomes), each.absent - {leaver}, frozenset(byes - {leaver}))


def count_as_last(each: Round, leaver: EntryId) -> Round:
    """Keep what was played. A table of two is decided; at larger ones the others play, and `complete` adds the
    leaver."""
    outcomes = tuple(
        Outcome((others, (leaver,))) if outcome is None and len(others) == 1 and leaver in table.entries else outcome
        for table, outcome in pairs(each)
        for others in [tuple(entry for entry in table.entries if entry != leaver)]
    )
    return Round(each.tables, outcomes, each.absent, each.byes)


def complete(table: Table, outcome: Outcome, leavers: frozenset[EntryId]) -> Outcome:
    """Return the result of those who played, with those who had left before tied for last."""
    named = {entry for tied in outcome.places for entry in tied}
    missing = tuple(entry for entry in table.entries if entry in leavers and entry not in named)
    return Outcome((*outcome.places, missing), outcome.points) if missing else outcome


def without(outcome: Outcome, leaver: EntryId) -> Outcome:
    """Return the outcome without the leaver."""
    places = [tuple(entry for entry in tied if entry != leaver) for tied in outcome.places]
    points = {entry: points for entry, points in outcome.points.items() if entry != leaver}
    return Outcome(tuple(tied for tied in places if tied), points)


def pairs(each: Round) -> list[tuple[Table, Outcome | None]]:
    return list(zip(each.tables, each.outcomes, strict=True))
