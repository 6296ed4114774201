"""Ranks entries by points, then by the tie-breaks in their order. Those still tied share a place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points
from tournaments.formats.results import Results
from tournaments.formats.tie_breaks.rule import TieBreak, Value

Reasons = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """One entry's place, and what decided it."""

    place: int
    entry: EntryId
    points: Points
    # The tie-breaks' values by abbreviation, as far as they were needed.
    reasons: Mapping[str, Value]
    # Points for each game that was theirs to play, comparable between groups of different size; None if not known.
    per_game: Points | None = None


def standings(results: Results, tie_breaks: Sequence[TieBreak] = ()) -> list[Placing]:
    """Return everyone who took part, first place first; those who dropped out too, with what they had."""
    placings: list[Placing] = []
    scores = {entry: record.points for entry, record in results.records.items()}
    for _, level in _levels(scores):
        for tied, reasons in _untied(results, level, tie_breaks, ()):
            place = len(placings) + 1
            placings.extend(
                Placing(place, entry, scores[entry], dict(reasons), results.records[entry].per_game) for entry in tied
            )
    return placings


def _levels(values: Mapping[EntryId, Value]) -> Iterator[tuple[Value, list[EntryId]]]:
    """Yield entries by value, best first; within a value by number, only so that the order is always the same."""
    ordered = sorted(values, key=lambda entry: (-values[entry], entry))
    for value, group in groupby(ordered, key=values.__getitem__):
        yield value, list(group)


def _untied(
    results: Results, tied: list[EntryId], tie_breaks: Sequence[TieBreak], reasons: Reasons
) -> Iterator[tuple[list[EntryId], Reasons]]:
    """Split a group of equals by the first tie-break, and each remaining group by the next."""
    if len(tied) == 1 or not tie_breaks:
        yield tied, reasons
        return
    first, *rest = tie_breaks
    for value, part in _levels(first.values(results, tied)):
        yield from _untied(results, part, rest, (*reasons, (first.abbreviation, value)))
