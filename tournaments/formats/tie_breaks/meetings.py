"""Tie-breaks from who was placed before whom at a table."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.formats.entries import EntryId
from tournaments.formats.results import PlayedTable, Results
from tournaments.formats.tie_breaks.rule import Value

# How far a perfect or an empty score may move a performance beyond the strongest or weakest opponent.
PERFORMANCE_MARGIN_ELO = 800.0
WON, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


class HeadToHead:
    """Head-to-head."""

    name = "Head-to-head"
    abbreviation = "HH"
    sentence = "Who came out ahead where the tied met; it counts only if they all met each other equally often."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        if not all_met_equally(results, tied):
            return dict.fromkeys(tied, 0)
        among = set(tied)
        return {entry: sum([score for other, score in duels(results, entry) if other in among], NONE) for entry in tied}


class PerformanceRating:
    """Performance rating."""

    name = "Performance rating"
    abbreviation = "PR"
    sentence = "The strength that would be expected to score what you scored against the opponents you met."

    def values(self, results: Results, tied: Sequence[EntryId]) -> Mapping[EntryId, Value]:
        return {entry: _performance(results, entry) for entry in tied}


def all_met_equally(results: Results, tied: Sequence[EntryId]) -> bool:
    """Return whether each of the tied met every other equally often. In a large group they mostly have not."""
    among, times = set(tied), set[int]()
    for entry in tied:
        met = Counter([other for other in results.met[entry] if other in among])
        times.update(met.values())
        if len(met) < len(tied) - 1 or len(times) > 1:
            return False
    return True


def duels(results: Results, entry: EntryId) -> Iterator[tuple[EntryId, Fraction]]:
    """Yield everyone this entry met, with 1 for each time ahead of them, ½ for a tie, 0 behind."""
    for played in results.records[entry].played:
        places = _places(results, played)
        for other, place in places.items():
            if other != entry:
                yield other, WON if place > places[entry] else HALF if place == places[entry] else NONE


def _places(results: Results, played: PlayedTable) -> dict[EntryId, int]:
    return {results.now(one): place for place, group in enumerate(played.outcome.places) for one in group}


def _performance(results: Results, entry: EntryId) -> float:
    """Find the rating by bisection, until the whole interval rounds to the same tenth."""
    fought = list(duels(results, entry))
    if not fought:
        return 0.0
    strengths = sorted(results.records[other].entry.strength for other, _ in fought)
    scored = float(sum(score for _, score in fought))
    low, high = strengths[0] - PERFORMANCE_MARGIN_ELO, strengths[-1] + PERFORMANCE_MARGIN_ELO
    while high - low > 1e-6 and round(low, 1) != round(high, 1):
        middle = (low + high) / 2
        if sum(map(expectation, [middle] * len(strengths), strengths)) < scored:
            low = middle
        else:
            high = middle
    return round(high, 1)


def expectation(strength: float, other: float) -> float:
    """Return the share that this strength wins against the other, by Elo's formula."""
    return 1 / (1 + 10 ** ((other - strength) / 400))
