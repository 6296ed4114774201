"""Scores a round of duplicate.

A seat at a table of three is another thing than a seat at a table of four: only tables of one size are compared. The
only table of its size, with nobody to compare with, scores as anywhere else: by the share of opponents beaten at the
table.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.duplicate.deals import NoDeals, seating
from tournaments.formats.duplicate.scales import Scale, matchpoints
from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points
from tournaments.formats.refusals import FormatRefusal, OutcomeContradictsTable
from tournaments.formats.tables import Table

# The game's own points of everyone at a table; None if this deal was not played there.
Scores = Mapping[EntryId, float] | None


class NothingPlayed(FormatRefusal):
    """Somebody has played none of the deals, so that there is nothing to score."""

    code = "nothing-played"


def score_round(
    tables: Sequence[Table], deals: Sequence[Sequence[Scores]], scale: Scale = matchpoints
) -> dict[EntryId, Points]:
    """Return everyone's mean over the deals they played. Deals come in order, each with the scores of all tables in
    order."""
    if not deals:
        raise NoDeals("a round of duplicate has at least one deal")
    scored = [score_deal(tables, number, scores, scale) for number, scores in enumerate(deals)]
    return {entry: mean_of(entry, scored) for table in tables for entry in table.entries}


def mean_of(entry: EntryId, scored: Sequence[Mapping[EntryId, Points]]) -> Points:
    played = [deal[entry] for deal in scored if entry in deal]
    if not played:
        raise NothingPlayed("somebody has played none of the deals", entry=entry)
    return sum(played, Fraction(0)) / len(played)


def score_deal(
    tables: Sequence[Table], number: int, scores: Sequence[Scores], scale: Scale = matchpoints
) -> dict[EntryId, Points]:
    """Score one deal: everyone against those in the same seat at the other tables of the same size."""
    if len(scores) != len(tables):
        raise OutcomeContradictsTable("a deal has one result a table", tables=len(tables), results=len(scores))
    results = zip(tables, scores, strict=True)
    played = [(seating(table, number), checked(table, score)) for table, score in results if score is not None]
    found: dict[EntryId, Points] = {}
    for size in {len(seats) for seats, _ in played}:
        alike = [[(entry, points[entry]) for entry in seats] for seats, points in played if len(seats) == size]
        found |= by_seat(alike, scale) if len(alike) > 1 else at_the_table(alike[0])
    return found


def checked(table: Table, score: Mapping[EntryId, float]) -> Mapping[EntryId, float]:
    if score.keys() != set(table.entries):
        raise OutcomeContradictsTable("a deal has points for everyone at the table, and no others", table=table.entries)
    return score


def by_seat(tables: Sequence[Sequence[tuple[EntryId, float]]], scale: Scale) -> dict[EntryId, Points]:
    """Score seat by seat across the tables."""
    found: dict[EntryId, Points] = {}
    for seat in zip(*tables, strict=True):
        for index, (entry, points) in enumerate(seat):
            found[entry] = scale(points, [other for at, (_, other) in enumerate(seat) if at != index])
    return found


def at_the_table(table: Sequence[tuple[EntryId, float]]) -> dict[EntryId, Points]:
    """Score by the share of opponents beaten at the table, ties half."""
    return {entry: matchpoints(points, [other for rival, other in table if rival != entry]) for entry, points in table}
