"""Tie-breaks over tournaments at random, beside the plain formulas of docs/formats/points-and-tie-breaks.md."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.random_tournaments import outcome, tournament
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import ShareOfOpponents, points
from tournaments.formats.results import Results
from tournaments.formats.standings import standings
from tournaments.formats.swiss import Field, Settings, Sizes
from tournaments.formats.tables import Outcome, Round, Table
from tournaments.formats.tie_breaks import HeadToHead, OpponentsMean, OpponentsOpponents, PerformanceRating
from tournaments.formats.tie_breaks.meetings import expectation


@dataclass(frozen=True)
class Plain:
    """The formulas, each worked out from the rounds anew whenever it is asked."""

    field: Field

    def now(self, entry: EntryId) -> EntryId:
        return next((self.now(into) for into, out in self.field.substitutes.items() if out == entry), entry)

    def tables_of(self, entry: EntryId) -> Iterator[tuple[Table, Outcome]]:
        for one in self.field.rounds:
            for table, ended in zip(one.tables, one.outcomes, strict=True):
                if ended and entry in map(self.now, table.entries):
                    yield table, ended

    def a_round(self, entry: EntryId) -> Fraction:
        worth = [
            value
            for table, ended in self.tables_of(entry)
            for who, value in points(table, ended, ShareOfOpponents()).items()
            if self.now(who) == entry
        ]
        return mean(worth)

    def met(self, entry: EntryId) -> list[EntryId]:
        sat = [self.now(other) for table, _ in self.tables_of(entry) for other in table.entries]
        return [other for other in sat if other != entry]

    def opponents_mean(self, entry: EntryId) -> Fraction:
        return mean([self.a_round(other) for other in self.met(entry)])

    def opponents_opponents(self, entry: EntryId) -> Fraction:
        return mean([self.opponents_mean(other) for other in self.met(entry)])

    def duels(self, entry: EntryId) -> Iterator[tuple[EntryId, Fraction]]:
        for _, ended in self.tables_of(entry):
            places = {self.now(who): place for place, tied in enumerate(ended.places) for who in tied}
            for other in places.keys() - {entry}:
                yield other, Fraction(1 + (places[other] > places[entry]) - (places[other] < places[entry]), 2)

    def head_to_head(self, tied: list[EntryId]) -> dict[EntryId, Fraction]:
        """Nothing, unless all have met all others as often."""
        times = {self.met(one).count(other) for one, other in combinations(tied, 2)}
        if len(times) != 1 or times == {0}:
            return dict.fromkeys(tied, Fraction(0))
        return {one: Fraction(sum(score for other, score in self.duels(one) if other in tied)) for one in tied}

    def performance(self, entry: EntryId) -> float:
        """Halved until nothing is left to be halved."""
        fought = list(self.duels(entry))
        if not fought:
            return 0.0
        strength = {one.id: one.strength for one in self.field.entries}
        strengths = sorted(strength[other] for other, _ in fought)
        scored = float(sum(score for _, score in fought))
        low, high = strengths[0] - 800, strengths[-1] + 800
        while high - low > 1e-6:
            middle = (low + high) / 2
            expected = sum(expectation(middle, other) for other in strengths)
            low, high = (middle, high) if expected < scored else (low, middle)
        return round(high, 1)


def mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else Fraction(0)


def played_field(seed: int, entries: int, size: int, rounds: int) -> Field:
    """Some rounds with all that can happen between rounds, the last one played too."""
    random = Random(seed)
    *_, last = tournament(random, entries, Settings(sizes=Sizes(2, size, size + 1)), rounds, ties=0.3)
    ended = Round(last.round.tables, tuple(outcome(random, table, 0.3) for table in last.round.tables))
    return Field(last.field.entries, (*last.field.rounds, ended), substitutes=last.field.substitutes)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(6, 16), st.integers(2, 5), st.integers(1, 5), st.randoms(use_true_random=False)
)
def test_each_tie_break_is_its_plain_formula(seed, entries, size, rounds, random):
    field = played_field(seed, entries, size, rounds)
    results, plain = Results(field.entries, field.rounds, substitutes=field.substitutes), Plain(field)
    everyone = list(results.records)
    assert OpponentsMean().values(results, everyone) == {one: plain.opponents_mean(one) for one in everyone}
    assert OpponentsOpponents().values(results, everyone) == {one: plain.opponents_opponents(one) for one in everyone}
    assert PerformanceRating().values(results, everyone) == {one: plain.performance(one) for one in everyone}
    for tied in (everyone, random.sample(everyone, 2), random.sample(everyone, 3)):
        assert HeadToHead().values(results, tied) == plain.head_to_head(tied)


def test_head_to_head_of_all_who_met_each_other_twice():
    """Ten at a table, two rounds: everyone meets everyone, in the second in the opposite order; so all are level."""
    seated = Table(tuple(map(EntryId, range(1, 11))))
    order = tuple((entry,) for entry in seated.entries)
    entries = [Entry(entry, 1500) for entry in seated.entries]
    results = Results(entries, [Round((seated,), (Outcome(places),)) for places in (order, order[::-1])])
    assert HeadToHead().values(results, list(seated.entries)) == dict.fromkeys(seated.entries, 9)


def test_what_is_kept_belongs_to_one_set_of_results():
    """The next round changes the means, and new results say so."""
    field = played_field(7, 12, 4, 2)
    for rounds in (field.rounds[:1], field.rounds):
        shorter = Field(field.entries, rounds, substitutes=field.substitutes)
        lines = standings(Results(field.entries, rounds, substitutes=field.substitutes), [OpponentsMean()])
        asked = [line for line in lines if "OM" in line.reasons]
        assert [line.reasons["OM"] for line in asked] == [Plain(shorter).opponents_mean(line.entry) for line in asked]
        assert asked
