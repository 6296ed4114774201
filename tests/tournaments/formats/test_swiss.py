"""Swiss rounds small enough to be worked out by hand, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from tests.tournaments.formats.small_event import ENTRIES, ROUNDS, ended, played
from tests.tournaments.formats.swiss_fields import PAIRS, SEED, company, entries, ids, pairs
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.refusals import OutcomeContradictsTable, RoundStillOpen, TooFewEntries, WishesContradict
from tournaments.formats.swiss import Field, FirstRound, Settings, Sizes, pair
from tournaments.formats.swiss.field import UnknownEntry
from tournaments.formats.swiss.infeasibility import NoRoundFound
from tournaments.formats.swiss.settings import SOLO_SIZES, TEAM_SIZES, NoSuchSizes
from tournaments.formats.swiss.sizes import NobodyLeft, byes_needed, table_sizes
from tournaments.formats.tables import Outcome


@pytest.mark.parametrize(
    ("count", "sizes", "expected"),
    [
        (8, SOLO_SIZES, (4, 4)),
        (9, SOLO_SIZES, (5, 4)),
        (10, SOLO_SIZES, (4, 3, 3)),
        (11, SOLO_SIZES, (4, 4, 3)),
        (13, SOLO_SIZES, (5, 4, 4)),
        (3, SOLO_SIZES, (3,)),
        (6, TEAM_SIZES, (2, 2, 2)),
        (7, TEAM_SIZES, (3, 2, 2)),
        (3, TEAM_SIZES, (3,)),
    ],
)
def test_tables_as_wished_and_nobody_left_over(count, sizes, expected):
    assert byes_needed(count, sizes) == 0
    assert next(table_sizes(count, sizes)) == expected


def test_the_first_round_across_seats_the_first_with_the_middle_and_the_last():
    found = pair(Field(entries(12)), Settings(sizes=Sizes(3, 3, 3)), SEED)
    assert company(found) == {frozenset(t) for t in [(1, 8, 12), (2, 7, 11), (3, 6, 10), (4, 5, 9)]}


def test_the_first_round_at_random_follows_the_seed():
    settings = Settings(first_round=FirstRound.AT_RANDOM)
    rounds = {frozenset(company(pair(Field(entries(16)), settings, b"%d" % number))) for number in range(5)}
    assert len(rounds) == 5


def test_club_mates_are_kept_apart_where_that_costs_nothing_else():
    # Across would seat 1 with 4, who are of one club.
    found = pair(Field(entries(4, club_1="Porto", club_4="Porto")), PAIRS, SEED)
    assert frozenset({1, 4}) not in company(found)


def test_winners_meet_winners_who_have_not_met():
    first = played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]]))
    assert company(pair(Field(entries(4), (first,)), PAIRS, SEED)) == {frozenset({1, 3}), frozenset({2, 4})}


def test_seats_change_hands():
    first = played(ended((1, 2), [[1], [2]]), ended((4, 3), [[3], [4]]))
    # 1 sat first and 3 second: now 3 sits first. 2 sat second and 4 first.
    found = pair(Field(entries(4), (first,)), PAIRS, SEED)
    assert {table.entries for table in found.tables} == {(3, 1), (2, 4)}


def test_the_third_round_of_four_has_only_one_way_left():
    rounds = (
        played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]])),
        played(ended((3, 1), [[1], [3]]), ended((4, 2), [[2], [4]])),
    )
    assert company(pair(Field(entries(4), rounds), PAIRS, SEED)) == {frozenset({1, 4}), frozenset({2, 3})}


def test_when_all_have_met_they_meet_again_whom_they_met_least():
    one = played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]]))
    two = played(ended((3, 1), [[1], [3]]), ended((4, 2), [[2], [4]]))
    three = played(ended((1, 4), [[1], [4]]), ended((2, 3), [[2], [3]]))
    found = pair(Field(entries(4), (one, two, three, one, two)), PAIRS, SEED)
    assert company(found) == {frozenset({1, 4}), frozenset({2, 3})}


def test_an_odd_team_makes_a_table_of_three():
    found = pair(Field(entries(7)), Settings(sizes=TEAM_SIZES), SEED)
    assert sorted(len(table.entries) for table in found.tables) == [2, 2, 3]
    assert not found.byes


def test_where_nothing_else_fits_the_lowest_who_has_not_sat_out_gets_the_bye():
    first = played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]]), byes=ids(5))
    second = played(ended((1, 3), [[1], [3]]), ended((5, 2), [[5], [2]]), byes=ids(4))
    # 2 has no point, 4 has one from its bye; 5 and 4 have sat out.
    found = pair(Field(entries(5), (first, second)), PAIRS, SEED)
    assert found.byes == {2}


def test_who_is_away_dropped_or_replaced_is_not_seated():
    first = played(ended((1, 2, 3, 4), [[1], [2], [3], [4]]), ended((5, 6, 7, 8), [[5], [6], [7], [8]]))
    field = Field(
        (*ENTRIES, Entry(EntryId(9), 1500)),
        (first,),
        dropped=ids(4),
        absent=ids(7),
        substitutes={EntryId(9): EntryId(8)},
    )
    found = pair(field, Settings(), SEED)
    assert {entry for table in found.tables for entry in table.entries} == {1, 2, 3, 5, 6, 9}
    assert found.absent == {7}


def test_a_substitute_has_met_nobody_but_stands_where_the_other_stood():
    first = played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]]))
    field = Field((*entries(4), Entry(EntryId(5), 1)), (first,), substitutes={EntryId(5): EntryId(3)})
    assert company(pair(field, PAIRS, SEED)) == {frozenset({1, 5}), frozenset({2, 4})}


def test_who_must_meet_meets_and_who_must_not_does_not():
    field = Field(entries(12), forbidden=pairs((1, 12), (2, 3)), fixed=pairs((1, 2), (2, 5)))
    (table,) = [set(table.entries) for table in pair(field, Settings(), SEED).tables if 1 in table.entries]
    assert {1, 2, 5} <= table
    assert not {12, 3} & table


def test_those_who_must_sit_together_get_a_larger_table():
    field = Field(entries(6), fixed=pairs((1, 2), (2, 3), (4, 5), (5, 6)))
    assert company(pair(field, Settings(sizes=TEAM_SIZES), SEED)) == {frozenset({1, 2, 3}), frozenset({4, 5, 6})}


@pytest.mark.parametrize(
    ("field", "refusal"),
    [
        (Field(entries(2)), TooFewEntries),
        (Field(()), NobodyLeft),
        (Field(entries(8), dropped=ids(*range(1, 9))), NobodyLeft),
        (Field(entries(8), forbidden=pairs((1, 2)), fixed=pairs((2, 1))), WishesContradict),
        # 1 may sit with nobody.
        (Field(entries(8), forbidden=pairs(*((1, n) for n in range(2, 9)))), WishesContradict),
        # Six who must sit together at tables of five.
        (Field(entries(8), fixed=pairs(*((n, n + 1) for n in range(1, 6)))), WishesContradict),
        # The one between two who must not meet must meet both.
        (Field(entries(8), fixed=pairs((1, 2), (2, 3)), forbidden=pairs((1, 3))), WishesContradict),
        (Field(entries(8), dropped=ids(9)), UnknownEntry),
        (Field((*entries(8), *entries(1))), UnknownEntry),
        (Field(entries(8), (replace(ROUNDS[0], outcomes=(None, ROUNDS[0].outcomes[1])),)), RoundStillOpen),
        (
            Field(entries(8), (replace(ROUNDS[0], outcomes=(ROUNDS[0].outcomes[0], Outcome(((2,), (4,))))),)),
            OutcomeContradictsTable,
        ),
    ],
)
def test_what_no_round_can_be_made_from_is_refused_by_name(field, refusal):
    with pytest.raises(refusal) as refused:
        pair(field, Settings(), SEED)
    assert refused.value.code != "refused"
    assert refused.value.reason.endswith(".")


@pytest.mark.parametrize(
    ("field", "reason", "named"),
    [
        (
            Field(entries(20), fixed=pairs(*((n, n + 1) for n in range(3, 8)))),
            "6 must sit together",
            [3, 4, 5, 6, 7, 8],
        ),
        (Field(entries(20), fixed=pairs((1, 2), (2, 3)), forbidden=pairs((1, 3))), "Two must not meet", [1, 3]),
        # 7 may meet 20 alone, and a table of two is none.
        (
            Field(entries(20), forbidden=pairs(*((7, n) for n in range(1, 20) if n != 7))),
            "may meet 1 of the others only",
            [7],
        ),
        # Six tables of three at most, and seven who must all sit apart.
        (Field(entries(20), forbidden=pairs(*combinations(range(4, 11), 2))), "7 may not meet", [4, 5, 6, 7, 8, 9, 10]),
    ],
)
def test_a_contradiction_that_can_be_proved_is_named_with_whom_it_concerns(field, reason, named):
    with pytest.raises(WishesContradict, match=reason) as refused:
        pair(field, Settings(), SEED)
    assert refused.value.facts["entries"] == named


def two_camps(one: int, other: int) -> Field:
    """Nobody of the first so many may meet anybody of the others."""
    across = ((n, m) for n in range(1, one + 1) for m in range(one + 1, one + other + 1))
    return Field(entries(one + other), forbidden=pairs(*across))


def test_where_everything_was_tried_that_is_said_and_where_not_that_too():
    fours = Settings(sizes=Sizes(4, 4, 4), search_steps=10)
    with pytest.raises(WishesContradict, match="Every way"):
        pair(two_camps(5, 7), fours, SEED)
    with pytest.raises(NoRoundFound, match="There may be one"):
        pair(two_camps(9, 7), fours, SEED)


def test_of_few_entries_every_division_over_tables_is_tried():
    # 3 + 5 is the only way, and not among those that are as even as can be.
    assert sorted(len(table.entries) for table in pair(two_camps(3, 5), Settings(), SEED).tables) == [3, 5]


def test_sizes_that_contradict_each_other_are_refused():
    with pytest.raises(NoSuchSizes):
        Sizes(4, 3, 5)


def test_late_points_are_for_rounds_missed():
    settings = replace(PAIRS, unplayed=replace(PAIRS.unplayed, late=Fraction(1)))
    first = played(ended((1, 2), [[1], [2]]))
    # 3 and 4 come late, with a point for the round they missed: one of them meets the winner.
    met = company(pair(Field(entries(4), (first,)), settings, SEED))
    assert frozenset({1, 2}) not in met
