"""Tie-breaks from the opponents' results. An opponent counts with their points for each round that they played.

So an opponent who dropped out or missed rounds neither helps nor harms those who met them. A bye has no opponent.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.entries import EntryId
from tournaments.formats.points import mean
from tournaments.formats.results import Results
from tournaments.formats.tie_breaks.rule import Value


class OpponentsMean:
    """Opponents' mean."""

    name = "Opponents' mean"
    abbreviation = "OM"
    sentence = "The mean of your opponents' points a round: who met stronger opponents stands higher."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: results.opponents_mean[entry] for entry in tied}


class OpponentsOpponents:
    """Opponents' opponents' mean."""

    name = "Opponents' opponents"
    abbreviation = "OOM"
    sentence = "The mean of your opponents' own opponents' mean: whose opponents had it harder stands higher."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        means = results.opponents_mean
        return {entry: mean([means[other] for other in results.met[entry]]) for entry in tied}
