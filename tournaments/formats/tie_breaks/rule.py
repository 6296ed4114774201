"""The interface of a tie-break: a name, an abbreviation, a sentence, and a value for each of the tied."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from tournaments.formats.entries import EntryId
from tournaments.formats.results import Results

Value = Fraction | int | float


class TieBreak(Protocol):
    """One rule. More is better."""

    @property
    def name(self) -> str: ...

    @property
    def abbreviation(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        """Return a value for each of those who are still tied when this rule is applied; more is better."""
        ...
