"""Knockouts as they are played: results, departures, corrections, and the final order."""

from itertools import pairwise
from random import Random

import pytest

from tests.tournaments.formats.knockouts import EVERY_RULE, PAIRS, double, order, single, sizes_for
from tournaments.formats.elimination.bracket import Part
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.course import (
    EveryoneDropped,
    NoSuchTable,
    Status,
    TableNotReady,
    correct,
    follow,
    play_out,
)
from tournaments.formats.elimination.final_order import final_order, lost_tables
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.elimination.slots import Bye, Dropped, NotYetKnown, Present
from tournaments.formats.refusals import OutcomeContradictsTable
from tournaments.formats.sizes import TableSizes
from tournaments.formats.tables import Outcome


def at_random(random: Random):
    return lambda state: order(*random.sample(state.entries, len(state.entries)))


def test_a_bracket_of_four_from_start_to_end():
    bracket = single_elimination([1, 2, 3, 4], PAIRS, small_final=True)
    course = follow(bracket, {})
    assert [state.entries for state in course.ready] == [(1, 4), (2, 3)]
    assert course.states[3].occupants == (NotYetKnown(0), NotYetKnown(1))
    assert final_order(course) == ((1, 2, 3, 4),)
    course = follow(bracket, {0: order(4, 1), 1: order(2, 3)})
    assert [state.entries for state in course.ready] == [(1, 3), (4, 2)]
    course = follow(bracket, {0: order(4, 1), 1: order(2, 3), 2: order(3, 1), 3: order(4, 2)})
    assert course.finished
    assert final_order(course) == ((4,), (2,), (3,), (1,))
    assert final_order(course, disqualified=frozenset({4})) == ((2,), (3,), (1,), (4,))


def test_without_a_small_final_third_place_is_shared():
    bracket = single_elimination([1, 2, 3, 4], PAIRS)
    course = follow(bracket, {0: order(1, 4), 1: order(2, 3), 2: order(1, 2)})
    assert final_order(course) == ((1,), (2,), (3, 4))


def test_a_bye_a_departure_and_not_yet_known_are_three_things():
    bracket = single_elimination([1, 2, 3], PAIRS)
    course = follow(bracket, {}, frozenset({3}))
    assert course.states[0].occupants == (Present(1), Bye())
    assert course.states[0].status is Status.REST
    assert course.states[1].occupants == (Present(2), Dropped(3))
    assert course.states[1].status is Status.WALKOVER
    # Both are through at once.
    assert course.states[2].occupants == (Present(1), Present(2))
    assert course.states[2].status is Status.READY
    assert follow(bracket, {}).states[2].occupants == (Present(1), NotYetKnown(1))


def test_walkovers_run_through_the_bracket_in_a_chain():
    bracket = single_elimination(range(1, 9), PAIRS)
    # Of the lower half only 7 is left: both halves of it fall in, and 7 waits in the final.
    course = follow(bracket, {}, frozenset({2, 3, 6}))
    assert course.states[1].status is Status.WALKOVER
    assert course.states[2].occupants == (Dropped(3), Dropped(6))
    assert course.states[5].status is Status.WALKOVER
    assert course.states[6].occupants == (NotYetKnown(4), Present(7))


def test_who_left_after_winning_gives_the_next_a_walkover_and_whom_they_beat_stays_beaten():
    bracket = single_elimination([1, 2, 3, 4], PAIRS)
    course = follow(bracket, {0: order(4, 1), 1: order(2, 3)}, frozenset({4}))
    assert course.states[2].status is Status.WALKOVER
    assert final_order(course) == ((2,), (4,), (1, 3))


def test_at_a_larger_table_the_others_play_on_without_who_left():
    bracket = single_elimination(range(1, 5), Rules(TableSizes(2, 4)))
    course = follow(bracket, {}, frozenset({2}))
    assert course.states[0].status is Status.READY
    assert course.states[0].entries == (1, 3, 4)
    course = follow(bracket, {0: order(4, 1, 3)}, frozenset({2}))
    assert final_order(course) == ((4,), (1,), (3,), (2,))


def test_of_two_who_tie_the_better_seed_goes_on():
    bracket = single_elimination([1, 2, 3, 4], PAIRS)
    course = follow(bracket, {0: Outcome(((4, 1),)), 1: order(3, 2)})
    assert course.states[2].entries == (1, 3)


def test_the_final_is_played_again_only_if_the_unbeaten_lost_it():
    bracket = double_elimination([1, 2], PAIRS)
    assert [each.part for each in bracket.rounds] == [Part.WINNERS, Part.FINAL, Part.RESET]
    course = follow(bracket, {0: order(1, 2), 1: order(1, 2)})
    assert course.states[2].status is Status.NOT_NEEDED
    assert course.finished
    assert final_order(course) == ((1,), (2,))
    course = follow(bracket, {0: order(1, 2), 1: order(2, 1)})
    assert course.ready[0].table == bracket.tables[2]
    assert final_order(follow(bracket, {0: order(1, 2), 1: order(2, 1), 2: order(2, 1)})) == ((2,), (1,))


def test_at_larger_tables_the_reset_is_between_the_unbeaten_and_the_winner():
    bracket = double_elimination([1, 2, 3], Rules(TableSizes(2, 4)))
    course = follow(bracket, {0: order(1, 2, 3), 1: order(3, 2, 1)})
    assert course.ready[0].entries == (1, 3)
    course = follow(bracket, {0: order(1, 2, 3), 1: order(3, 2, 1), 2: order(1, 3)})
    assert final_order(course) == ((1,), (3,), (2,))
    # A game for three to five has no table for two: its final decides.
    assert double_elimination([1, 2, 3], Rules(TableSizes(3, 5))).rounds[-1].part is Part.FINAL


def test_a_departure_falls_through_the_losers_too():
    bracket = double_elimination([1, 2, 3, 4], PAIRS)
    # 4 leaves before the start: 1 is through, and so is whoever loses 2 against 3.
    course = follow(bracket, {1: order(2, 3)}, frozenset({4}))
    assert course.states[2].occupants == (Present(3), Dropped(4))
    assert course.states[2].status is Status.WALKOVER


def test_a_walkover_stays_as_it_was_decided_until_others_belong_there_or_are_back():
    bracket = single_elimination([1, 2, 3, 4], PAIRS)
    results = {1: order(2, 3), 2: order(2, 4)}
    course, undone = correct(bracket, results, frozenset({1, 4}), {0: (4, 1)})
    assert (course.states[0].finishers, undone) == ((Dropped(4), Dropped(1)), frozenset())
    assert course.states[2].status is Status.PLAYED
    for decided in ((), (4, 3)):
        course, undone = correct(bracket, results, frozenset({1, 4}), {0: decided})
        assert (course.states[0].finishers, undone) == ((Dropped(1), Dropped(4)), frozenset({2}))
    course, _ = correct(bracket, {}, frozenset({4}), {0: (4, 1)})
    assert course.states[0].finishers == (Present(1), Dropped(4))


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_every_size_at_random(rules):
    for entries in sizes_for(rules):
        random = Random(entries)
        for bracket in (single(entries, rules), double(entries, rules)):
            gone = frozenset(random.sample(bracket.seeds, random.choice([0, 0, entries // 4])))
            course = play_out(bracket, at_random(random), gone)
            assert course.finished
            check_lives(course, bracket.lives)
            standing = final_order(course)
            assert sorted(entry for place in standing for entry in place) == sorted(bracket.seeds)
            assert len(standing[0]) == 1


def check_lives(course, lives: int) -> None:
    """Everybody but the winner is out after so many lost tables, and nobody plays on after that."""
    champion = final_order(course)[0][0]
    lost = lost_tables(course)
    assert lost.pop(champion) <= lives - 1
    no_reset = lives == 2 and course.bracket.rounds[-1].part is Part.FINAL
    assert no_reset or set(lost.values()) <= {lives}
    running = dict.fromkeys(course.bracket.seeds, 0)
    for state in course.states:
        if state.status in (Status.PLAYED, Status.WALKOVER):
            for place, one in enumerate(state.finishers, start=1):
                assert running[one.entry] < lives
                running[one.entry] += place > state.table.goes_on


@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_in_double_elimination_no_pair_meets_again_before_the_losers_are_few(entries):
    # From sixteen up, the losers' round of two tables holds somebody from every corner: either choice may be a rematch.
    few = 1 if entries == 8 else 2
    random, bracket = Random(entries), double(entries, PAIRS)
    late = {table.number for each in bracket.rounds if len(each.tables) <= few for table in each.tables}
    for _ in range(100):
        met = set()
        for state in play_out(bracket, at_random(random)).states:
            pair = frozenset(state.entries)
            assert pair not in met or state.table.number in late
            met.add(pair)


def test_a_corrected_result_is_folded_again():
    bracket = single_elimination(range(1, 5), PAIRS)
    wrong = {0: order(4, 1), 1: order(2, 3), 2: order(4, 2)}
    course, undone = correct(bracket, wrong | {0: order(1, 4)})
    assert undone == {2}
    assert course.ready[0].entries == (1, 2)
    # A correction that changes nobody's way leaves the rest standing.
    course, undone = correct(bracket, wrong | {1: Outcome(((2, 3),))})
    assert undone == frozenset()
    assert final_order(course)[0] == (4,)


def test_following_is_the_same_however_results_arrive():
    bracket = double_elimination(range(9), PAIRS)
    whole = play_out(bracket, at_random(Random(9)))
    results = {
        state.table.number: order(*(one.entry for one in state.finishers))
        for state in whole.states
        if state.status is Status.PLAYED
    }
    assert follow(bracket, results) == whole
    numbers = sorted(results)
    for before, after in pairwise(range(len(numbers))):
        course = follow(bracket, {number: results[number] for number in numbers[:after]})
        assert course.states[numbers[before]] == whole.states[numbers[before]]


@pytest.mark.parametrize(
    "outcome",
    [order(1), order(1, 2), order(1, 1, 4), order(1, 4, 2), Outcome(((1, 4), (1,))), Outcome(())],
    ids=["left out", "not there", "twice", "one more", "twice in a tie", "nobody"],
)
def test_a_result_that_contradicts_the_table(outcome):
    with pytest.raises(OutcomeContradictsTable):
        follow(single_elimination([1, 2, 3, 4], PAIRS), {0: outcome})


def test_other_bad_input():
    bracket = single_elimination([1, 2, 3, 4], PAIRS)
    with pytest.raises(TableNotReady):
        follow(bracket, {2: order(1, 2)})
    with pytest.raises(NoSuchTable):
        follow(bracket, {3: order(1, 2)})
    with pytest.raises(EveryoneDropped):
        follow(bracket, {}, frozenset({1, 2, 3, 4}))
