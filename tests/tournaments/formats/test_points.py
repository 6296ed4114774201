"""What places are worth, worked out by hand."""

from fractions import Fraction

import pytest

from tests.tournaments.formats.small_event import ended
from tournaments.formats.entries import EntryId
from tournaments.formats.points import NoPointsForTable, PointsByPlace, ShareOfOpponents, for_sizes, points
from tournaments.formats.refusals import OutcomeContradictsTable
from tournaments.formats.tables import Outcome, Table


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ([[1], [2]], {1: 1, 2: 0}),
        ([[1, 2]], {1: Fraction(1, 2), 2: Fraction(1, 2)}),
        ([[3], [1], [2]], {3: 1, 1: Fraction(1, 2), 2: 0}),
        ([[1], [2], [3], [4]], {1: 1, 2: Fraction(2, 3), 3: Fraction(1, 3), 4: 0}),
        ([[1], [2, 3], [4]], {1: 1, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 0}),
        ([[1, 2], [3, 4]], {1: Fraction(5, 6), 2: Fraction(5, 6), 3: Fraction(1, 6), 4: Fraction(1, 6)}),
        ([[1, 2, 3, 4, 5]], dict.fromkeys(range(1, 6), Fraction(1, 2))),
    ],
)
def test_the_share_of_opponents_beaten_with_ties_half(places, worth):
    table, outcome = ended(tuple(sorted(worth)), places)
    assert points(table, outcome, ShareOfOpponents()) == worth


def test_a_list_by_place_and_size_with_ties_sharing_the_mean():
    scale = PointsByPlace(
        {3: (Fraction(5), Fraction(3), Fraction(1)), 4: (Fraction(7), Fraction(5), Fraction(3), Fraction(1))}
    )
    assert points(*ended((1, 2, 3), [[2], [1, 3]]), scale) == {2: 5, 1: 2, 3: 2}
    assert points(*ended((1, 2, 3, 4), [[4, 3, 2], [1]]), scale) == {4: 5, 3: 5, 2: 5, 1: 1}


def test_a_size_without_a_list_has_the_nearest_one_in_even_steps():
    given = PointsByPlace({2: (Fraction(1), Fraction(0)), 4: tuple(map(Fraction, (7, 5, 3, 1)))})
    assert for_sizes(given, range(2, 6)) == PointsByPlace(
        {
            2: (1, 0),
            3: (7, 4, 1),
            4: (7, 5, 3, 1),
            5: (7, Fraction(11, 2), 4, Fraction(5, 2), 1),
        }
    )
    top_heavy = tuple(map(Fraction, (9, 1, 1, 0)))
    assert for_sizes(PointsByPlace({4: top_heavy}), [2]) == PointsByPlace({2: (Fraction(9), Fraction(0)), 4: top_heavy})
    assert for_sizes(ShareOfOpponents(), range(2, 6)) == ShareOfOpponents()


def test_a_size_without_a_list_is_refused():
    with pytest.raises(NoPointsForTable):
        points(*ended((1, 2), [[1], [2]]), PointsByPlace({3: (Fraction(2), Fraction(1), Fraction(0))}))


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(((1,), (2,))),
        Outcome(((1,), (2,), (3,), (4,))),
        Outcome(((1,), (2,), (2,), (3,))),
        Outcome(()),
        Outcome(((1,), (2,), (3,)), {EntryId(9): 4}),
    ],
)
def test_a_result_that_contradicts_the_table_is_refused(outcome):
    with pytest.raises(OutcomeContradictsTable):
        points(Table((1, 2, 3)), outcome, ShareOfOpponents())
