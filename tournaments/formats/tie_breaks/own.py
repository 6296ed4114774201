"""Tie-breaks from one's own results beyond the points: tables won, and by how much."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats.entries import EntryId
from tournaments.formats.results import PlayedTable, Record, Results
from tournaments.formats.tie_breaks.rule import Value


class Wins:
    """Tables won."""

    name = "Wins"
    abbreviation = "W"
    sentence = "How many tables you won; a first place shared by two counts half, by three a third."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: _wins(results, entry) for entry in tied}


class GamePoints:
    """Game points against the table's mean."""

    name = "Game points"
    abbreviation = "GP"
    sentence = "How far your points in the game lay above the mean of your table, as a mean over your rounds."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: _margin(results, results.records[entry]) for entry in tied}


def _wins(results: Results, entry: EntryId) -> Fraction:
    firsts = (next(filter(None, played.outcome.places)) for played in results.records[entry].played)
    return sum((Fraction(1, len(first)) for first in firsts if entry in map(results.now, first)), Fraction(0))


def _margin(results: Results, record: Record) -> Fraction:
    margins = [_above_mean(results, played, record.entry.id) for played in record.played if played.outcome.points]
    return sum(margins, Fraction(0)) / max(1, len(margins))


def _above_mean(results: Results, played: PlayedTable, entry: EntryId) -> Fraction:
    by_entry = {results.now(other): Fraction(number) for other, number in played.outcome.points.items()}
    return by_entry.get(entry, Fraction(0)) - sum(by_entry.values(), Fraction(0)) / len(played.table.entries)
