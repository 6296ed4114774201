"""The checker against rounds made wrong by hand."""

from fractions import Fraction

import pytest

from tests.tournaments.formats.small_event import ENTRIES, ROUNDS
from tests.tournaments.formats.swiss_fields import ids, pairs
from tournaments.formats.checker import Fault, Finding, Shortcomings, findings, minimum_spread, shortcomings
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.swiss import Field, Settings, Sizes, Weights
from tournaments.formats.tables import Round, Table

FIELD = Field(
    tuple(ENTRIES),
    dropped=ids(8),
    forbidden=pairs((1, 2)),
    fixed=pairs((3, 4)),
)


def a_round(*tables: tuple[int, ...], byes: frozenset[EntryId] = frozenset()) -> Round:
    return Round(tuple(map(Table, tables)), (None,) * len(tables), byes=byes)


def test_a_legal_round_has_no_findings():
    assert findings(a_round((1, 3, 4), (2, 5, 6, 7)), FIELD, Settings()) == []


@pytest.mark.parametrize(
    ("wrong", "fault", "entries"),
    [
        (a_round((1, 3, 4), (2, 5, 6, 7, 1)), Fault.SEATED_TWICE, (1,)),
        (a_round((1, 3, 4), (2, 5, 6)), Fault.NOT_SEATED, (7,)),
        (a_round((1, 3, 4), (2, 5, 6, 7, 8)), Fault.NOT_THERE, (8,)),
        (a_round((1, 3, 4), (2, 5, 6, 7, 9)), Fault.STRANGER, (9,)),
        (a_round((3, 4), (1, 5, 6, 7), byes=ids(2)), Fault.WRONG_SIZE, (3, 4)),
        (a_round((1, 3, 4), (5, 6, 7), byes=ids(2)), Fault.NEEDLESS_BYE, (2,)),
        (a_round((1, 2, 5), (3, 4, 6, 7)), Fault.FORBIDDEN_PAIR, (1, 2)),
        (a_round((1, 3, 5), (2, 4, 6, 7)), Fault.FIXED_PAIR_APART, (3, 4)),
    ],
)
def test_what_is_wrong_is_named(wrong, fault, entries):
    assert Finding(fault, entries) in findings(wrong, FIELD, Settings())


def test_a_bye_that_nothing_can_avoid_is_legal():
    five = Field(tuple(ENTRIES[:5]))
    assert findings(a_round((1, 2), (3, 4), byes=ids(5)), five, Settings(sizes=Sizes(2, 2, 2))) == []


def test_shortcomings_are_counted():
    entries = tuple(Entry(entry.id, 1500, "Porto" if entry.id in (1, 2, 5) else "") for entry in ENTRIES)
    scores = {entry.id: Fraction(entry.id, 2) for entry in entries}
    # 1 and 3 met twice before, 1 and 5 once, 3 and 5 once; 1 had the first seat once, 5 the third once, 3 the second.
    found = shortcomings(a_round((1, 3, 5)), Field(entries, tuple(ROUNDS)), scores)
    assert found == Shortcomings(rematches=3, repeats=1, spread=Fraction(4), seats=3, clubs=1)
    assert found.weighed(Weights(rematch=1000, repeat=100, spread=10, seat=1, club=5)) == 3000 + 100 + 40 + 3 + 5


def test_below_what_no_round_can_come():
    scores = {EntryId(number): Fraction(score) for number, score in enumerate([3, 3, 3, 2, 2, 0, 0, 0], start=1)}
    # Tables of four: three stand above the step of 1, so a table is parted 3 to 1; five above the step of 2, 1 to 3.
    assert minimum_spread(a_round((1, 2, 3, 4), (5, 6, 7, 8)), scores) == 3 + 6
    # Tables of two: three above 2, and five above 0, leave one over each: 1 + 2.
    assert minimum_spread(a_round((1, 2), (3, 4), (5, 6), (7, 8)), scores) == 3
