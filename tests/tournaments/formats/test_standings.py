"""Standings and tie-breaks over the small event, worked out by hand as the docs do."""

from fractions import Fraction
from math import log10

import pytest

from tests.tournaments.formats.small_event import ENTRIES, ROUNDS, ended, played
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.results import Results, Unplayed
from tournaments.formats.standings import standings
from tournaments.formats.tie_breaks import (
    DrawOfLots,
    GamePoints,
    HeadToHead,
    OpponentsMean,
    OpponentsOpponents,
    PerformanceRating,
    TieBreak,
    Wins,
)

EVERYONE = [entry.id for entry in ENTRIES]
ALL_TIE_BREAKS: list[TieBreak] = [
    OpponentsMean(),
    OpponentsOpponents(),
    HeadToHead(),
    Wins(),
    GamePoints(),
    PerformanceRating(),
    DrawOfLots(b"seed"),
]


@pytest.fixture
def results() -> Results:
    return Results(ENTRIES, ROUNDS)


def order(placings):
    return [(placing.place, placing.entry) for placing in placings]


def values(rule: TieBreak, results: Results, *entries: int):
    return rule.values(results, [EntryId(entry) for entry in entries])


def test_points_alone_leave_ties_as_shared_places(results):
    placings = standings(results)
    assert order(placings) == [(1, 2), (2, 1), (3, 5), (4, 3), (4, 6), (6, 4), (6, 7), (8, 8)]
    assert [placing.points for placing in placings] == [
        2,
        Fraction(5, 3),
        Fraction(4, 3),
        1,
        1,
        Fraction(1, 2),
        Fraction(1, 2),
        0,
    ]


def test_opponents_mean_parts_the_tied(results):
    placings = standings(results, [OpponentsMean()])
    assert order(placings) == [(1, 2), (2, 1), (3, 5), (4, 3), (5, 6), (6, 4), (7, 7), (8, 8)]
    assert [placing.reasons for placing in placings[3:7]] == [{"OM": Fraction(n, 36)} for n in (23, 13, 23, 19)]
    assert placings[0].reasons == {}


def test_opponents_opponents(results):
    assert values(OpponentsOpponents(), results, 3) == {3: Fraction(1, 2)}


def test_wins_count_shared_first_places_in_part(results):
    assert Wins().values(results, EVERYONE) == {1: 1, 2: 2, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0, 8: 0}
    shared = Results(ENTRIES, [played(ended((1, 2, 3), [[1, 3], [2]]))])
    assert values(Wins(), shared, 1, 2) == {1: Fraction(1, 2), 2: 0}


def test_game_points_against_the_mean_of_the_table(results):
    assert values(GamePoints(), results, 3, 6, 4, 7) == {3: 0, 6: 0, 4: Fraction(-9, 2), 7: Fraction(-9, 2)}


def test_head_to_head_counts_only_where_all_met_equally_often(results):
    assert values(HeadToHead(), results, 1, 3) == {1: 2, 3: 0}
    assert values(HeadToHead(), results, 4, 6) == {4: Fraction(1, 2), 6: Fraction(1, 2)}
    assert values(HeadToHead(), results, 3, 6) == {3: 0, 6: 0}
    # 1 met 3 twice but 2 only once: it would not be fair to count.
    assert values(HeadToHead(), results, 1, 2, 3) == {1: 0, 2: 0, 3: 0}


def test_performance_is_the_strength_that_would_score_as_much(results):
    expected = {1: 1500 + 400 * log10(5), 2: 2300, 3: 1500, 8: 700}
    assert values(PerformanceRating(), results, 1, 2, 3, 8) == pytest.approx(expected, abs=0.05)


def test_lots_are_the_same_whoever_else_takes_part(results):
    some = values(DrawOfLots(b"seed"), results, 4, 7)
    assert some.items() <= DrawOfLots(b"seed").values(results, EVERYONE).items()
    assert some != values(DrawOfLots(b"another"), results, 4, 7)
    assert len({placing.place for placing in standings(results, [DrawOfLots(b"seed")])}) == len(ENTRIES)


def test_a_tie_break_is_asked_only_by_those_whom_the_one_before_left_tied(results):
    placings = standings(results, [GamePoints(), Wins(), OpponentsMean()])
    assert placings[3].reasons == {"GP": 0, "W": 0, "OM": Fraction(23, 36)}


def test_each_tie_break_says_what_it_is():
    assert all(rule.name and rule.sentence.endswith(".") for rule in ALL_TIE_BREAKS)
    assert len({rule.abbreviation for rule in ALL_TIE_BREAKS}) == len(ALL_TIE_BREAKS)


def test_rounds_not_played_count_by_the_stated_rule():
    rounds = [
        played(ended((1, 2), [[1], [2]]), absent=frozenset({3}), byes=frozenset({4})),
        played(ended((1, 3), [[3], [1]]), byes=frozenset({2})),
    ]
    unplayed = Unplayed(absent=Fraction(1, 4), bye=Fraction(1), late=Fraction(1, 2))
    points = {placing.entry: placing.points for placing in standings(Results(ENTRIES[:5], rounds, unplayed=unplayed))}
    # 4 dropped after the bye, 5 has come for the third round.
    assert points == {1: 1, 2: 1, 3: Fraction(5, 4), 4: 1, 5: 1}


def test_an_opponent_who_dropped_counts_with_what_they_did_while_there():
    rounds = [played(ended((1, 2), [[2], [1]])), played(ended((1, 3), [[1], [3]]))]
    # 2 won and left: a mean of 1 a round, not half. 3 has 0 of 1.
    assert values(OpponentsMean(), Results(ENTRIES[:3], rounds), 1) == {1: Fraction(1, 2)}


def test_a_substitute_continues_the_record_of_the_one_they_came_in_for():
    entries = [*ENTRIES[:4], Entry(EntryId(9), 1800)]
    rounds = [
        played(ended((1, 2), [[2], [1]]), ended((3, 4), [[3], [4]])),
        played(ended((9, 3), [[9], [3]]), ended((1, 4), [[1], [4]])),
    ]
    results = Results(entries, rounds, substitutes={EntryId(9): EntryId(2)})
    assert order(standings(results)) == [(1, 9), (2, 1), (2, 3), (4, 4)]
    assert values(OpponentsMean(), results, 1) == {1: Fraction(1, 2)}  # 9, who continues 2, has 1 a round; 4 has 0
