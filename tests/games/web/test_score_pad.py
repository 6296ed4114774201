"""The score pad of a finished match, from results that were worked out by another program."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.models import Match
from games.web.score_pad import Pad, score_pad
from tests.games.builders import people, playing_table

VECTORS = Path(__file__).parents[1] / "engine" / "vectors"

pytestmark = pytest.mark.django_db


def pad_of(vector: str) -> tuple[Pad, list[dict[str, Any]]]:
    """The pad, and the sides of the same result in the order of places."""
    record = json.loads((VECTORS / f"{vector}.json").read_text())
    match = playing_table(people(int(record["options"]["mode"][-1])), record["options"]["mode"])
    match = Match.objects.get(pk=match.pk)
    match.result = record["result"]
    return score_pad(match), sorted(record["result"]["sides"], key=lambda side: side["place"])


@pytest.mark.parametrize("vector", ["solo-4-double", "pairs-6-single", "rare-negative-total", "rare-eight-symbols"])
def test_the_rows_add_up_to_the_points(vector):
    pad, sides = pad_of(vector)
    sums = [sum(row.cells[column].points or 0 for row in pad.rows) for column in range(len(sides))]
    assert sums == [side["points"] for side in sides] == [total.points for total in pad.totals]


def test_what_is_negative_is_written_with_a_minus_sign():
    pad, sides = pad_of("rare-negative-total")
    lowest = min(side["points"] for side in sides)
    assert lowest < 0
    assert f"−{-lowest}" in [total.shown for total in pad.totals]


@pytest.mark.parametrize(
    ("vector", "ties"),
    [("rare-tie-broken-by-cards", True), ("rare-tie-broken-by-gems", True), ("rare-eight-symbols", False)],
)
def test_it_says_when_cards_or_gems_had_to_decide(vector, ties):
    pad, sides = pad_of(vector)
    assert pad.points_tie is ties
    assert [cell.points for cell in pad.cards] == [side["cards"] for side in sides]


def test_jokers_that_were_laid_aside_are_there():
    pad, sides = pad_of("rare-joker-discarded")
    (row,) = [row for row in pad.rows if row.name == "Jokers laid aside"]
    assert [cell.why for cell in row.cells] == [str(side["discarded_jokers"] or "") for side in sides]
    assert any(cell.why for cell in row.cells)
