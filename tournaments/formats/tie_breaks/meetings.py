"""What a table says about two who sat at it: who was placed before whom."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.formats.entries import EntryId
from tournaments.formats.results import Played, Results
from tournaments.formats.tie_breaks.rule import Value

# As far as a perfect or an empty score may move a performance beyond the strongest or weakest opponent.
BEYOND = 800.0
HALF = Fraction(1, 2)


class HeadToHead:
    """Head-to-head."""

    name = "Head-to-head"
    abbreviation = "HH"
    sentence = "Who came out ahead where the tied met; it counts only if they all met each other equally often."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        scores, meetings = dict.fromkeys(tied, Fraction(0)), dict.fromkeys(combinations(sorted(tied), 2), 0)
        for entry in tied:
            for other, score in duels(results, entry):
                if other in scores:
                    scores[entry] += score
                    meetings[min(entry, other), max(entry, other)] += 1
        return scores if len(set(meetings.values())) == 1 else dict.fromkeys(tied, 0)


class PerformanceRating:
    """Performance rating."""

    name = "Performance rating"
    abbreviation = "PR"
    sentence = "The strength that would be expected to score what you scored against the opponents you met."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: _performance(results, entry) for entry in tied}


def duels(results: Results, entry: EntryId) -> Iterator[tuple[EntryId, Fraction]]:
    """Everyone this entry met, with 1 for each time ahead of them, ½ for a tie, 0 behind."""
    for played in results.records[entry].played:
        places = _places(results, played)
        for other, place in places.items():
            if other != entry:
                yield other, Fraction(place > places[entry]) + HALF * (place == places[entry])


def _places(results: Results, played: Played) -> dict[EntryId, int]:
    return {results.now(one): place for place, group in enumerate(played.outcome.places) for one in group}


def _performance(results: Results, entry: EntryId) -> float:
    """By halving an interval until it is far narrower than the tenth to which the result is rounded."""
    fought = list(duels(results, entry))
    if not fought:
        return 0.0
    strengths = sorted(results.records[other].entry.strength for other, _ in fought)
    scored = float(sum(score for _, score in fought))
    low, high = strengths[0] - BEYOND, strengths[-1] + BEYOND
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(map(expectation, [middle] * len(strengths), strengths)) < scored:
            low = middle
        else:
            high = middle
    return round(high, 1)


def expectation(strength: float, other: float) -> float:
    """The share that somebody of this strength wins against the other, by Elo's formula."""
    return 1 / (1 + 10 ** ((other - strength) / 400))
