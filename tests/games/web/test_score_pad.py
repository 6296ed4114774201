"""The score pad of a finished match, from results that were worked out by another program."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from games.engine.game import Seat
from games.engine.registry import GAMES
from games.models import Match
from games.web.score_pad import Pad, pad_from
from games.web.words import table_words
from tests.games.builders import people, playing_table

VECTORS = Path(__file__).parents[1] / "engine" / "vectors"

pytestmark = pytest.mark.django_db


def view_at_the_end(record: dict[str, Any]) -> dict[str, Any]:
    game = GAMES[record["game"]]
    state = game.start(record["options"], bytes.fromhex(record["seed"]))
    for event in record["events"]:
        state, _ = game.apply(state, Seat(event["seat"]), game.read(event["action"]))
    return game.view(state, None)


def pad_of(vector: str) -> tuple[Pad, list[dict[str, Any]]]:
    """The pad, and the sides of the same result in the order of places."""
    record = json.loads((VECTORS / f"{vector}.json").read_text())
    match = playing_table(people(int(record["options"]["mode"][-1])), record["options"]["mode"])
    match = Match.objects.get(pk=match.pk)
    match.result = record["result"]
    return pad_from(match, view_at_the_end(record)), sorted(record["result"]["sides"], key=lambda side: side["place"])


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


def row_of(pad: Pad, name: str) -> list[tuple[str, str]]:
    (row,) = [row for row in pad.rows if row.name == name]
    return [(cell.shown, cell.why) for cell in row.cells]


def test_it_says_where_the_jokers_lie_and_which_were_laid_aside():
    pad, _ = pad_of("rare-joker-discarded")
    first, second, *others = row_of(pad, "Jokers")
    assert first == ("×1", "Placed on Artists.")
    assert second == ("×2", "Placed on Workmen and Knights. 1 laid aside.")
    assert others == [("–", "")] * 3


def side(seats: list[int], place: int, points: int, **more: Any) -> dict[str, Any]:
    nothing = {"cards": 3, "gems": 0, "guilds": {}, "pot_de_vin": {"cards": 0, "points": 0}, "bonus": 0}
    return {"seats": seats, "place": place, "points": points, "discarded_jokers": 0, **nothing, **more}


def test_it_says_whose_column_is_void_and_which_cards_bring_a_bonus():
    """Of partners with one Noble and two, the one counts; the others hold two cards with plus and one with minus."""
    match = Match.objects.get(pk=playing_table(people(4), "pairs-4").pk)
    nobles = {"Nobles": {"symbols": 1, "joker": False, "points": 1}}
    match.result = {"sides": [side([0, 2], 2, 1, guilds=nobles), side([1, 3], 1, 2, bonus=2)]}
    void = [{"guild": "Nobles", "seat": 2}]
    view = {
        "taken": [["A4"], ["A2", "E3"], ["E4", "P4"], ["U2"]],
        "scores": [{"seats": [0, 2], "void": void}, {"seats": [1, 3], "void": []}],
    }
    pad = pad_from(match, view)
    name = match.seats.get(number=2).display_name
    assert row_of(pad, "Nobles") == [("–", ""), ("1", f"1 symbol. The column of {name} is void.")]
    assert row_of(pad, "Bonus") == [("+2", "2 cards with plus two, 1 card with minus two"), ("–", "")]


@pytest.mark.parametrize("language", ["en", "it", "pt-br"])
def test_its_rows_are_named_as_on_the_pad_at_the_table(language):
    with override(language):
        pad, words = pad_of("solo-4-double")[0], table_words()
    guilds = [f"guild_{guild}" for guild in ("nobles", "artists", "traders", "workmen", "knights", "assassins")]
    rows = [*guilds, "jokers_row", "pot_de_vin", "bonus_row", "treasure_row"]
    assert [row.name for row in pad.rows] == [words[row] for row in rows]


def test_places_are_written_as_people_say_them():
    pad, sides = pad_of("rare-eight-symbols")
    assert [cell.shown for cell in pad.places] == [f"{side['place']}." for side in sides]
