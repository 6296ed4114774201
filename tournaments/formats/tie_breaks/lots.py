"""Draws lots from a seed, so that anyone can draw them again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.chance import random_words
from tournaments.formats.entries import EntryId
from tournaments.formats.results import Results
from tournaments.formats.tie_breaks.rule import Value


@dataclass(frozen=True, slots=True)
class DrawOfLots:
    """Lots."""

    seed: bytes
    name = "Draw of lots"
    abbreviation = "Lot"
    sentence = "Lots drawn from the tournament's published seed; the same all tournament long."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: lot(self.seed, entry) for entry in tied}


def lot(seed: bytes, entry: EntryId) -> int:
    """Return an entry's lot, independent of who else takes part: latecomers change nobody's."""
    stream = random_words(seed, f"lot {entry}")
    return next(stream) << 32 | next(stream)
