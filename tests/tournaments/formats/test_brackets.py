"""Brackets by themselves: who is drawn where, for every size."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from tests.tournaments.formats.knockouts import EVERY_RULE, PAIRS, by_seed, double, single, sizes_for
from tournaments.formats.elimination.bracket import Bracket, Part
from tournaments.formats.elimination.building import EntryTwice, double_elimination, single_elimination
from tournaments.formats.elimination.course import play_out
from tournaments.formats.elimination.final_order import final_order
from tournaments.formats.elimination.shapes import NoBracketFits, RoundShape, Rules, round_shapes
from tournaments.formats.elimination.slots import Bye, FromTable, Seeded
from tournaments.formats.refusals import TooFewEntries
from tournaments.formats.sizes import NoSuchTableSize, TableSizes


def first_round(bracket: Bracket) -> list[list[int]]:
    return [[slot.entry for slot in table.slots if isinstance(slot, Seeded)] for table in bracket.rounds[0].tables]


def rests(bracket: Bracket) -> list[int]:
    """For each round of the winners, how many rest."""
    rounds = [each for each in bracket.rounds if each.part is Part.WINNERS]
    return [sum(Bye() in table.slots for table in each.tables) for each in rounds]


def test_eight_by_hand():
    bracket = single_elimination(range(1, 9), PAIRS, small_final=True)
    assert first_round(bracket) == [[1, 8], [2, 7], [3, 6], [4, 5]]
    # 1 is to meet 4 and 2 is to meet 3: winners of tables 0 and 3, and of 1 and 2.
    assert [table.slots for table in bracket.rounds[1].tables] == [
        (FromTable(0, 1), FromTable(3, 1)),
        (FromTable(1, 1), FromTable(2, 1)),
    ]
    assert [each.part for each in bracket.rounds[2:]] == [Part.SMALL_FINAL, Part.FINAL]
    assert bracket.rounds[2].tables[0].slots == (FromTable(4, 2), FromTable(5, 2))
    assert bracket.rounds[3].tables[0].slots == (FromTable(4, 1), FromTable(5, 1))


def test_sixteen_at_tables_of_four_of_which_two_go_on():
    bracket = single_elimination(range(1, 17), Rules(TableSizes(3, 4), 2))
    assert first_round(bracket) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    # Each table has two winners and two seconds, all from different tables.
    for table in bracket.rounds[1].tables:
        assert sorted(slot.place for slot in table.slots) == [1, 1, 2, 2]
        assert sorted(slot.table for slot in table.slots) == [0, 1, 2, 3]


def test_byes_go_to_the_best_seeds():
    bracket = single_elimination(range(1, 7), PAIRS)
    assert first_round(bracket) == [[1], [2], [3, 6], [4, 5]]
    # Seven at tables of three to five, one goes on: 1 rests, and two tables of three give a final of three.
    bracket = single_elimination(range(1, 8), Rules(TableSizes(3, 5)))
    assert first_round(bracket) == [[1], [2, 5, 6], [3, 4, 7]]


def test_smaller_tables_go_to_better_seeds():
    assert first_round(single_elimination(range(1, 8), Rules(TableSizes(2, 4), 2))) == [[1, 4, 5], [2, 3, 6, 7]]


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_everybody_starts_once_and_byes_are_as_few_as_can_be(rules):
    for entries in sizes_for(rules):
        bracket = single(entries, rules)
        assert sorted(entry for table in first_round(bracket) for entry in table) == list(range(1, entries + 1))
        resting = rests(bracket)
        fewest = fewest_first_byes(entries, rules)
        if fewest is None:
            assert sum(resting[1:]) > 0
        else:
            assert resting == ([fewest] + [0] * (len(resting) - 1) if resting else [])
        best = [entry for table in first_round(bracket) if len(table) == 1 for entry in table]
        assert best == list(range(1, len(best) + 1))


def test_byes_for_two_are_what_is_missing_to_a_power_of_two():
    for entries in sizes_for(PAIRS):
        full = next(2**power for power in range(1, 8) if 2**power >= entries)
        assert sum(rests(single(entries, PAIRS))) == full - entries


def fewest_first_byes(entries: int, rules: Rules) -> int | None:
    """By brute force over all table sizes: the fewest byes in round one after which nobody ever rests."""
    reachable = [byes for byes in range(entries) if any(full_from(left, rules) for left in lefts(entries, byes, rules))]
    return 0 if entries <= rules.sizes.most else min(reachable, default=None)


@cache
def full_from(entries: int, rules: Rules) -> bool:
    if entries <= rules.sizes.most:
        return entries >= rules.sizes.least
    return any(full_from(left, rules) for left in lefts(entries, 0, rules))


def lefts(entries: int, byes: int, rules: Rules) -> set[int]:
    """How many may be left after a round with so many byes."""
    seatings = {0: {0}}  # by entries seated, the numbers of tables that can hold them
    for seated in range(1, entries - byes + 1):
        sizes = range(max(rules.goes_on + 1, rules.sizes.least), rules.sizes.most + 1)
        seatings[seated] = {tables + 1 for size in sizes for tables in seatings.get(seated - size, ())}
    return {byes + rules.goes_on * tables for tables in seatings[entries - byes] if tables}


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_the_best_meet_as_late_as_possible(rules):
    for entries in sizes_for(rules):
        bracket = single(entries, rules)
        course = play_out(bracket, by_seed)
        still_in = entries
        for each in bracket.rounds:
            played = [course.states[table.number].entries for table in each.tables if Bye() not in table.slots]
            resting = len(each.tables) - len(played)
            # With so many tables, the best of those who play sit at different ones; nobody could do better.
            assert sorted(min(sides) for sides in played) == list(range(resting + 1, resting + len(played) + 1))
            assert max(max(sides) for sides in played) == still_in
            still_in = resting + sum(min(rules.goes_on, len(sides)) for sides in played)
        assert [entry for place in final_order(course) for entry in place] == list(range(1, entries + 1))


def test_for_two_the_best_two_to_the_power_of_m_meet_when_no_others_are_left():
    bracket = single_elimination(range(1, 65), PAIRS)
    course = play_out(bracket, by_seed)
    for first, second in combinations(range(1, 65), 2):
        together = [state for state in course.states if set(state.entries) == {first, second}]
        for state in together:
            left = 64 >> next(i for i, each in enumerate(bracket.rounds) if state.table in each.tables)
            assert second > left // 2


def test_club_mates_do_not_start_together():
    # Snake: 1-8, 2-7, 3-6, 4-5. 4 and 5 are of one club, so 5 changes with 6, and 3 meets 5.
    bracket = single_elimination(range(1, 9), PAIRS, apart={4: "Lisboa", 5: "Lisboa"})
    assert first_round(bracket) == [[1, 8], [2, 7], [3, 5], [4, 6]]


def test_double_elimination_of_eight_by_hand():
    bracket = double_elimination(range(1, 9), PAIRS)
    parts = [(each.part.name, len(each.tables)) for each in bracket.rounds]
    assert parts == [
        ("WINNERS", 4),
        ("LOSERS", 2),
        ("WINNERS", 2),
        ("LOSERS", 2),
        ("LOSERS", 1),
        ("WINNERS", 1),
        ("LOSERS", 1),
        ("FINAL", 1),
        ("RESET", 1),
    ]
    # The loser of 1-4 has come through tables 0 and 3, and meets whoever comes from tables 1 and 2; and so the other.
    upper, lower = bracket.tables[6], bracket.tables[7]
    assert upper.slots == (FromTable(0, 1), FromTable(3, 1))
    assert lower.slots == (FromTable(1, 1), FromTable(2, 1))
    by_loser = {table.slots[0].table: table.slots[1].table for table in bracket.rounds[3].tables}
    fed_by = {table.number: {slot.table for slot in table.slots} for table in bracket.rounds[1].tables}
    assert fed_by[by_loser[6]] == {1, 2}
    assert fed_by[by_loser[7]] == {0, 3}


@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_nobody_meets_whom_they_just_met_unless_the_round_is_too_small(rules):
    in_single = [again for entries in sizes_for(rules) for again in again_at_once(single(entries, rules))]
    in_double = [again for entries in sizes_for(rules) for again in again_at_once(double(entries, rules))]
    assert not any(in_single + in_double)


def again_at_once(bracket: Bracket) -> list[bool]:
    """Whether two from one table sit together again, for each round with tables enough to keep them apart."""
    found = []
    for each in bracket.rounds:
        tables = [table for table in each.tables if Bye() not in table.slots]
        sources = [[slot.table for slot in table.slots if isinstance(slot, FromTable)] for table in tables]
        sent = Counter(source for table in sources for source in table)
        if sent and max(sent.values()) <= len(tables):
            found.append(any(len(table) > len(set(table)) for table in sources))
    return found


def test_shapes_by_hand():
    # Ten at tables of up to four, two go on: 4+3+3, then 3+3, then a final of four.
    assert round_shapes(10, Rules(TableSizes(3, 4), 2)) == (RoundShape(3, 0), RoundShape(2, 0))
    # Three of four go on: six cannot be split in fours, so two rest, and then one.
    assert round_shapes(6, Rules(TableSizes(2, 4), 3)) == (RoundShape(1, 2), RoundShape(1, 1))


def test_bad_input():
    with pytest.raises(TooFewEntries):
        single_elimination([1, 2], Rules(TableSizes(3, 5)))
    with pytest.raises(TooFewEntries):
        double_elimination([], PAIRS)
    with pytest.raises(EntryTwice):
        single_elimination([1, 2, 1], PAIRS)
    with pytest.raises(NoBracketFits):  # one of four goes on: five can never be a final of exactly four
        single_elimination(range(5), Rules(TableSizes(4, 4)))
    for least, most, goes_on in [(1, 2, 1), (2, 7, 1), (4, 3, 1), (2, 2, 2), (3, 4, 0)]:
        with pytest.raises(NoSuchTableSize):
            Rules(TableSizes(least, most), goes_on)
