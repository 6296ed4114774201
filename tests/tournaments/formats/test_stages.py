"""Stages: plans that work out or do not, and who goes on."""

from fractions import Fraction

import pytest

from tournaments.formats.elimination.building import single_elimination
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.refusals import TooFewEntries
from tournaments.formats.results import Results
from tournaments.formats.round_robin.balanced_schedules import balanced
from tournaments.formats.sizes import TableSizes
from tournaments.formats.stages.plan import (
    CountRange,
    GroupComparison,
    LeadsNowhere,
    MoreGoOnThanPlay,
    NobodyGoesOn,
    NoStages,
    Stage,
    StagesDoNotConnect,
    check_plan,
)
from tournaments.formats.stages.qualifying import GroupsContradictStage, TieAtTheCut, kept_apart, qualify
from tournaments.formats.stages.routes import BestOfTheRest, EveryoneWith, FirstOfEachGroup, Invited
from tournaments.formats.standings import Placing, standings
from tournaments.formats.tables import Outcome, Round, Table

ANY = CountRange(2, 1000)
LAST = Stage("finals", ANY)


def group(*lines: tuple[int, int]) -> list[Placing]:
    """Entries with their points, in order; equal points share a place."""
    places = [1 + sum(points > own for _, points in lines) for _, own in lines]
    return [Placing(place, entry, Fraction(points), {}) for place, (entry, points) in zip(places, lines, strict=True)]


def stage(*routes, groups: int = 2, **rest) -> Stage:
    return Stage("groups", ANY, groups, routes, **rest)


TWO_GROUPS = [group((1, 9), (2, 6), (3, 3), (4, 0)), group((5, 7), (6, 6), (7, 4), (8, 1))]


def through(one: Stage, groups=None, lots: bytes | None = None) -> list[int]:
    return [qualified.entry for qualified in qualify(one, groups or TWO_GROUPS, lots)]


def test_four_groups_of_four_then_eight_in_a_knockout():
    plan = [Stage("groups", CountRange(12, 16), 4, (FirstOfEachGroup(2),)), Stage("knockout", CountRange(8, 8))]
    assert check_plan(plan, 16) == (CountRange(16, 16), CountRange(8, 8))
    assert check_plan(plan, 13)[1] == CountRange(8, 8)


def test_swiss_then_a_cut_then_a_final_table():
    plan = [
        Stage("Swiss", CountRange(8, 200), 1, (FirstOfEachGroup(14), Invited((90, 91)))),
        Stage("cut", CountRange(16, 16), 1, (FirstOfEachGroup(4),)),
        Stage("final", CountRange(4, 4)),
    ]
    assert check_plan(plan, 40) == (CountRange(40, 40), CountRange(16, 16), CountRange(4, 4))


def test_everyone_with_enough_points_may_be_anybody():
    plan = [stage(EveryoneWith(Fraction(6)), FirstOfEachGroup(1)), LAST]
    assert check_plan(plan, 8) == (CountRange(8, 8), CountRange(2, 8))
    with pytest.raises(StagesDoNotConnect):
        check_plan([plan[0], Stage("final", CountRange(4, 4))], 8)


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        ([], NoStages),
        ([stage(groups=2), LAST], NobodyGoesOn),
        ([stage(FirstOfEachGroup(1))], LeadsNowhere),
        ([stage(FirstOfEachGroup(2)), Stage("final", CountRange(3, 3))], StagesDoNotConnect),
        ([Stage("groups", CountRange(16, 16), 4, (FirstOfEachGroup(1),)), LAST], StagesDoNotConnect),
        ([stage(FirstOfEachGroup(1), groups=5), LAST], TooFewEntries),
        ([stage(FirstOfEachGroup(1), groups=0), LAST], TooFewEntries),
        ([stage(FirstOfEachGroup(5)), LAST], MoreGoOnThanPlay),
        ([stage(FirstOfEachGroup(3), BestOfTheRest(3)), LAST], MoreGoOnThanPlay),
        ([stage(EveryoneWith(Fraction(1))), LAST], TooFewEntries),  # it may be nobody at all
    ],
)
def test_plans_that_contradict_themselves(plan, refusal):
    with pytest.raises(refusal):
        check_plan(plan, 8)


def test_by_place_seeds_winners_first_and_by_points():
    assert through(stage(FirstOfEachGroup(2))) == [1, 5, 2, 6]
    stronger = [TWO_GROUPS[0], group((5, 10), (6, 5), (7, 4), (8, 1))]
    assert through(stage(FirstOfEachGroup(2)), stronger) == [5, 1, 2, 6]


def test_the_best_third_goes_on_too():
    assert through(stage(FirstOfEachGroup(2), BestOfTheRest(1))) == [1, 5, 2, 6, 7]


def round_robin(first: int, count: int, beats) -> list[Placing]:
    """The final table of a group of so many: everyone plays everyone, one who rests has a bye."""
    entries = [Entry(EntryId(number), 0) for number in range(first, first + count)]
    rounds = []
    for tables in balanced(count, 2):
        seated = [Table(tuple(entries[place].id for place in table)) for table in tables]
        outcomes = [
            Outcome(((one,), (other,)) if beats(one, other) else ((other,), (one,)))
            for one, other in (t.entries for t in seated)
        ]
        resting = {entry.id for entry in entries} - {entry for table in seated for entry in table.entries}
        rounds.append(Round(tuple(seated), tuple(outcomes), byes=frozenset(resting)))
    return standings(Results(entries, rounds))


def test_seconds_of_unequal_groups_compare_by_points_a_game():
    # In the four 1 beats all and 2 all but 1: two of three. In the five 11 beats all and 12 all but 11: three of four,
    # and a point from the bye, which is no game.
    groups = [round_robin(1, 4, lambda one, other: one < other), round_robin(11, 5, lambda one, other: one < other)]
    assert [(line.points, line.per_game) for line in (groups[0][1], groups[1][1])] == [
        (Fraction(2), Fraction(2, 3)),
        (Fraction(4), Fraction(3, 4)),
    ]
    assert through(stage(FirstOfEachGroup(1), BestOfTheRest(1)), groups) == [1, 11, 12]
    # Were 12 beaten by 13 as well, who is beaten by 14: two of four against two of three, though points are 3 and 2.
    upset = {(13, 12), (14, 13)}

    def beats(one: int, other: int) -> bool:
        return (one, other) in upset or ((other, one) not in upset and one < other)

    groups = [groups[0], round_robin(11, 5, beats)]
    assert through(stage(FirstOfEachGroup(1), BestOfTheRest(1)), groups, lots=bytes(32))[2] == 2
    by_sum = stage(FirstOfEachGroup(1), BestOfTheRest(1), across=GroupComparison.TOTAL)
    assert through(by_sum, groups, lots=bytes(32))[2] in (12, 13, 14)


def test_a_game_missed_counts_as_a_game():
    first = Round((Table((1, 2)),), (Outcome(((1,), (2,))),))
    second = Round((), (), absent=frozenset({1, 2}))
    lines = standings(Results([Entry(EntryId(1), 0), Entry(EntryId(2), 0)], [first, second]))
    assert [line.per_game for line in lines] == [Fraction(1, 2), 0]


def test_by_points():
    assert through(stage(EveryoneWith(Fraction(4)))) == [1, 5, 2, 6, 7]


def test_wild_cards_come_last_and_one_that_is_not_needed_goes_to_the_best_of_the_rest():
    assert through(stage(FirstOfEachGroup(1), Invited((99, 4)))) == [1, 5, 99, 4]
    # 1 has qualified. Of the seconds, both with 6 points, 2 and 6 are level: a tie at the cut, unless lots are drawn.
    with pytest.raises(TieAtTheCut) as refused:
        through(stage(FirstOfEachGroup(1), Invited((1,))))
    assert refused.value.facts["entries"] == (2, 6)
    drawn = {tuple(through(stage(FirstOfEachGroup(1), Invited((1,))), lots=bytes([n] * 32))) for n in range(20)}
    assert drawn == {(1, 5, 2), (1, 5, 6)}


def test_a_tie_that_does_not_matter_is_none():
    tied = [group((1, 5), (2, 5), (3, 1)), group((4, 5), (5, 2), (6, 2))]
    assert sorted(through(stage(FirstOfEachGroup(1), groups=2), [tied[0][:1], tied[1][:1]])) == [1, 4]
    with pytest.raises(TieAtTheCut):
        through(stage(FirstOfEachGroup(1)), tied)
    assert sorted(through(stage(FirstOfEachGroup(3)), tied)) == [1, 2, 3, 4, 5, 6]


def test_points_are_carried_over_or_not():
    for carries in (Fraction(0), Fraction(1), Fraction(1, 2)):
        qualified = qualify(stage(FirstOfEachGroup(1), carries=carries), TWO_GROUPS)
        assert [one.points for one in qualified] == [9 * carries, 7 * carries]


def test_those_from_one_group_do_not_start_together_in_the_knockout():
    # Seeds 1, 5, 6, 2: dealt forth and back that is 1-2 and 5-6, both from one group; so they change.
    groups = [group((1, 9), (2, 3), (3, 2)), group((5, 8), (6, 7), (7, 1))]
    qualified = qualify(stage(FirstOfEachGroup(2)), groups)
    seeds = [one.entry for one in qualified]
    assert seeds == [1, 5, 6, 2]
    bracket = single_elimination(seeds, Rules(TableSizes(2, 2)), apart=kept_apart(qualified))
    assert [{slot.entry for slot in table.slots} for table in bracket.rounds[0].tables] == [{1, 6}, {5, 2}]


def test_groups_that_are_not_those_of_the_stage():
    with pytest.raises(GroupsContradictStage):
        through(stage(FirstOfEachGroup(1), groups=3))
    with pytest.raises(GroupsContradictStage):
        through(stage(FirstOfEachGroup(1)), [TWO_GROUPS[0], TWO_GROUPS[0]])
    with pytest.raises(MoreGoOnThanPlay):
        through(stage(FirstOfEachGroup(5)))


def test_the_example_of_the_docs():
    # docs/formats/stages.md: Ada is 1, Bo 2, and so on; points in halves.
    groups = [group((1, 6), (2, 4), (3, 2), (4, 0)), group((5, 5), (6, 4), (7, 3), (8, 0))]
    groups.append(group((9, 6), (10, 3), (11, 2), (12, 1)))
    example = stage(FirstOfEachGroup(2), BestOfTheRest(2), groups=3)
    with pytest.raises(TieAtTheCut) as refused:
        through(example, groups)
    assert refused.value.facts["entries"] == (3, 11)
    drawn = [qualify(example, groups, lots=bytes([number] * 32)) for number in range(40)]
    seeds = {tuple(sorted(one.entry for one in each[:2])) + tuple(one.entry for one in each[6:]) for each in drawn}
    assert seeds == {(1, 9, 7, 3), (1, 9, 7, 11)}
    with_cleo = [1, 9, 5, 2, 6, 10, 7, 3]
    group_of = {
        entry: f"group {number}" for number, each in enumerate(groups) for entry in [line.entry for line in each]
    }
    bracket = single_elimination(with_cleo, Rules(TableSizes(2, 2)), apart=group_of)
    assert [{slot.entry for slot in table.slots} for table in bracket.rounds[0].tables][:2] == [{1, 7}, {9, 3}]
