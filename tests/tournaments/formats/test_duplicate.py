"""Duplicate, worked out by hand."""

from fractions import Fraction

import pytest

from tournaments.formats.duplicate.deals import NoDeals, deal_secrets, seating
from tournaments.formats.duplicate.scales import margins, matchpoints, steps
from tournaments.formats.duplicate.scoring import NothingPlayed, score_deal, score_round
from tournaments.formats.refusals import OutcomeContradictsTable
from tournaments.formats.tables import Table

HALF = Fraction(1, 2)


def test_matchpoints_by_hand():
    # Four tables: 12, 9, 9 and 5 points in the same seat. 9 beats one and ties one of three: (2 + 1) / 6.
    assert matchpoints(12, [9, 9, 5]) == 1
    assert matchpoints(9, [12, 9, 5]) == HALF
    assert matchpoints(5, [12, 9, 9]) == 0


def test_steps_by_hand():
    # 1, 3, 6, 10, 15, 21, 28, 36, 45, 55
    few = {0: 0, 0.5: 0, 1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 9: 3, 10: 4}
    expected = few | {15: 5, 21: 6, 28: 7, 36: 8, 45: 9, 54: 9, 55: 10}
    assert {difference: steps(difference) for difference in expected} == expected
    assert all(steps(-difference) == -taken for difference, taken in expected.items())
    assert steps(1000) == 10


def test_margins_by_hand():
    # 12 against 9, 9 and 5: 3 ahead is two steps, twice; 7 ahead is three; 7 steps over three, of ten: 1/2 + 7/60.
    assert margins(12, [9, 9, 5]) == Fraction(37, 60)
    # 9: two steps behind, none, and 4 ahead is two.
    assert margins(9, [12, 9, 5]) == HALF
    assert margins(5, [12, 9, 9]) == HALF + Fraction(-3 - 2 - 2, 60)


@pytest.mark.parametrize("scale", [matchpoints, margins])
def test_what_one_gains_another_loses(scale):
    tables = [Table((1, 2, 3)), Table((4, 5, 6)), Table((7, 8, 9))]
    scores = [{1: 4, 2: 11, 3: 0}, {4: 6, 5: 2, 6: 7}, {7: 6, 8: 2, 9: -3}]
    found = score_deal(tables, 0, scores, scale)
    for seat in ((1, 4, 7), (2, 5, 8), (3, 6, 9)):
        assert sum(found[entry] for entry in seat) == 3 * HALF


def test_everyone_moves_up_a_seat_for_each_deal():
    table = Table((1, 2, 3, 4))
    assert [seating(table, deal) for deal in range(5)] == [
        (1, 2, 3, 4),
        (4, 1, 2, 3),
        (3, 4, 1, 2),
        (2, 3, 4, 1),
        (1, 2, 3, 4),
    ]


def test_two_deals_are_compared_seat_by_seat():
    tables = [Table((1, 2)), Table((3, 4))]
    # In the first deal 1 and 3 share a seat, and so do 2 and 4; in the second 2 and 4 have moved to the seats of 1
    # and 3.
    deals = [[{1: 10, 2: 5}, {3: 8, 4: 5}], [{1: 1, 2: 9}, {3: 4, 4: 9}]]
    assert score_round(tables, deals) == {1: HALF, 2: HALF, 3: HALF, 4: HALF}
    deals = [[{1: 10, 2: 5}, {3: 8, 4: 5}], [{1: 6, 2: 9}, {3: 4, 4: 7}]]
    # 1 beats 3 in both; 2 and 4 tie, then 2 beats 4.
    assert score_round(tables, deals) == {1: 1, 2: Fraction(3, 4), 3: 0, 4: Fraction(1, 4)}


def test_tables_of_different_sizes_are_not_compared():
    tables = [Table((1, 2)), Table((3, 4)), Table((5, 6, 7))]
    found = score_deal(tables, 0, [{1: 10, 2: 5}, {3: 8, 4: 6}, {5: 50, 6: 50, 7: 20}])
    # The lone table of three: 5 and 6 beat one and tie one of two opponents.
    assert found == {1: 1, 3: 0, 2: 0, 4: 1, 5: Fraction(3, 4), 6: Fraction(3, 4), 7: 0}


def test_a_deal_that_a_table_did_not_play_is_left_out_there():
    tables = [Table((1, 2)), Table((3, 4)), Table((5, 6))]
    deals = [[{1: 3, 2: 0}, {3: 2, 4: 1}, {5: 1, 6: 2}], [{1: 0, 2: 1}, {3: 5, 4: 0}, None]]
    # In the second deal only two tables compare: 3 beats 1, and 2 beats 4.
    assert score_round(tables, deals) == {1: HALF, 2: HALF, 3: Fraction(3, 4), 4: Fraction(1, 4), 5: 0, 6: 1}


def test_deals_follow_from_the_secret_and_differ():
    secret = bytes(32)
    assert deal_secrets(secret, 1, 3) == deal_secrets(secret, 1, 3)
    assert deal_secrets(secret, 1, 3)[:2] == deal_secrets(secret, 1, 2)
    several = [deal for number in range(5) for deal in deal_secrets(secret, number, 3)]
    assert len(set(several)) == 15
    assert {len(deal) for deal in several} == {32}


def test_bad_input():
    tables = [Table((1, 2)), Table((3, 4))]
    good = {3: 1, 4: 2}
    for wrong in ({1: 1}, {1: 1, 2: 2, 3: 3}, {1: 1, 5: 2}):
        with pytest.raises(OutcomeContradictsTable):
            score_round(tables, [[wrong, good]])
    with pytest.raises(OutcomeContradictsTable):
        score_round(tables, [[good]])
    with pytest.raises(NothingPlayed):
        score_round(tables, [[None, good]])
    with pytest.raises(NoDeals):
        score_round(tables, [])
    with pytest.raises(NoDeals):
        deal_secrets(bytes(32), 1, 0)
