"""The worked example of docs/formats/swiss.md: round 2 of the small event, worked out there by hand."""

import json
import re
from fractions import Fraction
from pathlib import Path

from tests.tournaments.formats.small_event import ENTRIES, ROUNDS
from tournaments.formats.checker import findings, shortcomings
from tournaments.formats.swiss import Field, Settings, pair
from tournaments.formats.swiss.explaining import Floated, Unmet, Wish, explain
from tournaments.formats.swiss.pairing import scores_of
from tournaments.formats.swiss.sentences import explanation_document

PAGE = Path(__file__).parents[3] / "docs" / "formats" / "swiss.md"
FIELD = Field(tuple(ENTRIES), (ROUNDS[0],))
# Seeds whose lots put player 4, or player 6, at the upper table: two are enough to see both.
ROUNDS_BY_SEED = [pair(FIELD, Settings(), b"%d" % number) for number in range(20)]
HALF = Fraction(1, 2)


def upper(found) -> set[int]:
    (table,) = [set(table.entries) for table in found.tables if 1 in table.entries]
    return table


def test_the_upper_table_has_1_2_3_and_by_lot_4_or_6():
    assert {frozenset(upper(found)) for found in ROUNDS_BY_SEED} == {frozenset({1, 2, 3, 4}), frozenset({1, 2, 3, 6})}


def test_what_the_round_costs():
    for found in ROUNDS_BY_SEED:
        assert findings(found, FIELD, Settings()) == []
        cost = shortcomings(found, FIELD, scores_of(FIELD, Settings()))
        assert (cost.rematches, cost.repeats, cost.spread, cost.seats) == (4, 0, Fraction(11, 3), 0)


def why_with_player_4():
    found = next(found for found in ROUNDS_BY_SEED if 4 in upper(found))
    explained = zip(found.tables, explain(found, FIELD, Settings()), strict=True)
    return next(why for table, why in explained if 1 in table.entries)


def test_how_the_upper_table_is_explained():
    why = why_with_player_4()
    assert why.group == 1
    assert set(why.floated) == {Floated(3, Fraction(-1, 3)), Floated(4, -HALF)}
    assert set(why.unmet) == {Unmet(Wish.REMATCH, (1, 3), 1), Unmet(Wish.REMATCH, (2, 4), 1)}
    assert (why.next_best.leaves, why.next_best.comes, why.next_best.costs_more) == (4, 6, 0)


def test_the_document_on_the_page():
    (block,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    document = explanation_document(why_with_player_4(), {entry.id: f"Player {entry.id}" for entry in ENTRIES})
    assert document == json.loads(block)
