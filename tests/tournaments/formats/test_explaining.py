"""Why a table is as it is, for rounds small enough to be worked out by hand."""

from fractions import Fraction
from itertools import combinations
from random import Random

from tests.tournaments.formats.random_tournaments import tournament
from tests.tournaments.formats.small_event import ended, played
from tests.tournaments.formats.swiss_fields import PAIRS, SEED, entries, pairs
from tournaments.formats.swiss import Field, Settings, pair
from tournaments.formats.swiss.explaining import Floated, NextBest, Reason, Unmet, Wish, explain

ONE = played(ended((1, 2), [[1], [2]]), ended((3, 4), [[3], [4]]))
TWO = played(ended((3, 1), [[1], [3]]), ended((4, 2), [[2], [4]]))


def test_a_round_with_nothing_left_to_wish_for():
    field = Field(entries(4), (ONE,))
    found = pair(field, PAIRS, SEED)
    top, bottom = explain(found, field, PAIRS)
    assert (top.reasons, top.floated, bottom.floated) == ((Reason.SCORE,), (), ())
    assert [top.group, bottom.group] == [1, 0]
    # The other two ways: 1-2 and 3-4 again, or 1-4 and 3-2, each a point apart. The second is cheaper,
    # by two points of spread; the seats: 1 and 3 sat first, 2 and 4 second, so now none need sit as before.
    assert {top.next_best.leaves, top.next_best.comes} in ({1, 2}, {3, 4}, {1, 4}, {2, 3})
    weights = PAIRS.weights
    seats_now = sum(unmet.times for table in (top, bottom) for unmet in table.unmet if unmet.wish is Wish.SEAT)
    assert top.next_best.costs_more == 2 * weights.spread - weights.seat * seats_now


def test_who_was_moved_down_and_who_meets_again():
    three = played(ended((1, 4), [[1], [4]]), ended((2, 3), [[2], [3]]))
    field = Field(entries(4), (ONE, TWO, three))
    found = pair(field, PAIRS, SEED)
    explained = {
        frozenset(table.entries): why for table, why in zip(found.tables, explain(found, field, PAIRS), strict=True)
    }
    # 1 has three points, 2 two, 3 one, 4 none: nobody is level, everybody has met, and 1-2 with 3-4 are closest.
    top = explained[frozenset({1, 2})]
    assert (top.group, top.floated) == (3, (Floated(2, Fraction(-1)),))
    assert Unmet(Wish.REMATCH, (1, 2), 1) in top.unmet


def test_pairs_that_must_meet_are_a_reason_and_club_mates_a_wish_not_met():
    field = Field(entries(4, club_1="Porto", club_2="Porto"), fixed=pairs((1, 2)))
    first, second = sorted(
        explain(pair(field, PAIRS, SEED), field, PAIRS), key=lambda why: len(why.reasons), reverse=True
    )
    assert first.reasons == (Reason.FIXED, Reason.ACROSS)
    assert Unmet(Wish.CLUB, (1, 2), 0) in first.unmet
    # Any change would part those who must meet.
    assert first.next_best is None
    assert second.reasons == (Reason.ACROSS,)


def test_no_change_of_places_would_have_made_any_round_better():
    """The next best never costs less: the round is as good as its neighbours."""
    for paired in tournament(Random(3), 41, Settings(), rounds=5):
        for why in explain(paired.round, paired.field, paired.settings):
            assert why.next_best is None or isinstance(why.next_best, NextBest)
            assert why.next_best is None or why.next_best.costs_more >= 0


def test_every_rematch_is_told():
    *_, last = tournament(Random(4), 9, Settings(), rounds=5, quiet=True)
    met = {frozenset(two) for one in last.field.rounds for t in one.tables for two in combinations(t.entries, 2)}
    for table, why in zip(last.round.tables, explain(last.round, last.field, last.settings), strict=True):
        told = {frozenset(unmet.entries) for unmet in why.unmet if unmet.wish is Wish.REMATCH}
        assert told == {frozenset(two) for two in combinations(table.entries, 2)} & met
