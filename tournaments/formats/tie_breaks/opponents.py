"""Who met the stronger field. An opponent counts with their points for each round that they played.

So an opponent who dropped out or missed rounds neither helps nor harms those
who met them: they count with what they did while they were there. A bye has no opponent.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.formats.entries import EntryId
from tournaments.formats.results import Results
from tournaments.formats.tie_breaks.rule import Value


class OpponentsMean:
    """Opponents' mean."""

    name = "Opponents' mean"
    abbreviation = "OM"
    sentence = "The mean of your opponents' points a round: who met stronger opponents stands higher."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: _opponents_mean(results, entry) for entry in tied}


class OpponentsOpponents:
    """Opponents' opponents' mean."""

    name = "Opponents' opponents"
    abbreviation = "OOM"
    sentence = "The mean of your opponents' own opponents' mean: whose opponents had it harder stands higher."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        known: dict[EntryId, Fraction] = {}

        def of(entry: EntryId) -> Fraction:
            if entry not in known:
                known[entry] = _opponents_mean(results, entry)
            return known[entry]

        return {entry: _mean(of(other.entry.id) for other in results.opponents(entry)) for entry in tied}


def _opponents_mean(results: Results, entry: EntryId) -> Fraction:
    return _mean(other.mean for other in results.opponents(entry))


def _mean(numbers: Iterable[Fraction]) -> Fraction:
    found = list(numbers)
    return sum(found, Fraction(0)) / max(1, len(found))
