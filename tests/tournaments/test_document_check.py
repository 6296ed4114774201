"""The independent check agrees with the examples worked by hand, and finds every error that is put into them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.tournaments import document_check
from tests.tournaments.document_check_bracket import final_order
from tests.tournaments.document_check_standings import GroupRounds, lot
from tests.tournaments.worked_example import bracket_of_six, changed, swiss_of_eight
from tournaments.formats.tie_breaks.lots import lot as lot_of_ours

SCHEMA = jsonschema_rs.validator_for(json.loads(Path(__file__).with_name("document.schema.json").read_text()))
STAGE = "stages.0"


def test_the_worked_examples_agree() -> None:
    assert document_check.check(swiss_of_eight()) == []
    assert document_check.check(bracket_of_six()) == []


def test_the_worked_examples_follow_the_schema() -> None:
    SCHEMA.validate(swiss_of_eight())
    SCHEMA.validate(bracket_of_six())


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (f"{STAGE}.rounds.1.standings.1.points", "2", "should be"),
        (f"{STAGE}.rounds.1.standings.1.place", 1, "should be"),
        (f"{STAGE}.rounds.1.standings.3.tie_breaks", ["22/36", None], "should be"),
        (f"{STAGE}.rounds.1.standings.0.tie_breaks", ["1/2", None], "should be"),
        (f"{STAGE}.rounds.0.tables.0.outcome.places", [[3], [1], [5], [7]], "should be"),
        (f"{STAGE}.rounds.0.tables.0.outcome.places", [[3], [1], [5]], "instead of"),
        (f"{STAGE}.rounds.0.tables.0.entries", [1, 3, 5, 8], "entry 8 is there 2 times"),
        (f"{STAGE}.rounds.0.byes", [4], "entry 4 is there 2 times"),
        (f"{STAGE}.rounds.1.standings", None, "the standings list"),
        (f"{STAGE}.rounds.1.number", 3, "numbered from 1"),
        (f"{STAGE}.rounds.1.tables.1.number", 1, "order of their numbers"),
        (f"{STAGE}.rounds.0.tables.0.no_shows", [2], "never came"),
        (f"{STAGE}.points", {"scale": "by-place", "lists": {"4": ["3", "2", "1", "0"]}}, "should be"),
        (f"{STAGE}.groups.0.entries", [1, 2, 3, 4, 5, 6, 7], "not different entries of the stage"),
        (f"{STAGE}.tie_breaks", ["wins", "opponents-mean"], "should be"),
        ("ranking.0.place", 2, "ranking"),
        ("ranking", None, "ranking"),
        ("status", "running", "ranking"),
        ("entries.0.rating", 1000.0, "seeds do not follow"),
        ("entries.0.seed", 2, "same seed"),
        ("options.mode", "pairs-4", "has 4 sides"),
    ],
)
def test_an_error_in_a_swiss_is_found(path: str, value: Any, says: str) -> None:
    assert says in "\n".join(document_check.check(changed(swiss_of_eight(), path, value)))


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (f"{STAGE}.rounds.1.tables.0.sources.1", {"table": 4, "place": 2}, "and [1, 4] belong there"),
        (f"{STAGE}.rounds.1.tables.0.entries", [1, 4], "instead of"),
        (f"{STAGE}.rounds.2.tables.0.sources", [{"table": 5, "place": 1}, {"table": 5, "place": 1}], "same source"),
        (f"{STAGE}.rounds.2.tables.0.sources.1", {"table": 6, "place": 2}, "belong there"),
        (f"{STAGE}.rounds.0.tables.2.sources.0", {"entry": 5}, "seeded are"),
        (f"{STAGE}.rounds.0.tables.3.status", "walkover", "could have been played"),
        (f"{STAGE}.rounds.0.tables.0.status", "ready", "and its outcome is"),
        (f"{STAGE}.rounds.2.tables.0.number", 8, "are numbered"),
        (f"{STAGE}.rounds.0.byes", [1], "rests or standings"),
        ("ranking.2.place", 4, "ranking"),
        ("ranking.0.entry", 6, "ranking"),
    ],
)
def test_an_error_in_a_bracket_is_found(path: str, value: Any, says: str) -> None:
    assert says in "\n".join(document_check.check(changed(bracket_of_six(), path, value)))


def test_who_was_in_and_is_nowhere_is_missed() -> None:
    """8 of the eight sits nowhere in round 2, and says neither that it was absent nor that it had left."""
    found = swiss_of_eight()
    second = found["stages"][0]["rounds"][1]["tables"][1]
    second["entries"], second["outcome"]["places"] = [5, 6, 7], [[5], [6, 7]]
    assert "stage 1: round 2: entry 8 was in, and is nowhere" in document_check.check(found)
    found["entries"][7] |= {"status": "dropped", "left": {"stage": 1, "round": 1}}
    assert not any("nowhere" in one for one in document_check.check(found))


def test_a_tie_in_a_bracket_goes_to_the_better_seed() -> None:
    """Table 6 of the example ended level: seed 2 went on against seed 3, and both semifinalists are third."""
    assert final_order(bracket_of_six()["stages"][0]) == [[2], [1], [3, 5], [4, 6]]


def played_example(entries: dict[int, Any] | None = None) -> GroupRounds:
    document = swiss_of_eight()
    stage = document["stages"][0]
    by_id = entries or {one["id"]: one | {"rating": 1500.0} for one in document["entries"]}
    return GroupRounds(document, stage, stage["rounds"], stage["rounds"][1]["standings"], by_id)


def test_the_other_tie_breaks_are_those_of_the_page() -> None:
    """docs/formats/points-and-tie-breaks.md: 4 and 6 tied once, 3 and 6 never met; 5 of 6 duels against 1500s."""
    played = played_example()
    assert played.value("opponents-opponents-mean", 3, [3, 6]) == Fraction(1, 2)
    assert [played.value("head-to-head", one, [4, 6]) for one in (4, 6)] == [Fraction(1, 2)] * 2
    assert played.value("head-to-head", 3, [3, 6]) == 0
    assert round(float(played.value("performance", 1, [1])), 1) == 1779.6


def test_game_points_are_those_of_the_page() -> None:
    """Player 3: 15 is 3 above the mean of 12, 11 is 3 below 14: nothing in all."""
    document = swiss_of_eight()
    stage = document["stages"][0]
    stage["rounds"][0]["tables"][0]["outcome"]["points"] = {"1": 20, "3": 15, "5": 10, "7": 3}
    stage["rounds"][1]["tables"][0]["outcome"]["points"] = {"2": 22, "1": 18, "3": 11, "4": 5}
    by_id = {one["id"]: one for one in document["entries"]}
    played = GroupRounds(document, stage, stage["rounds"], stage["rounds"][1]["standings"], by_id)
    assert played.value("game-points", 3, [3]) == 0
    assert played.value("game-points", 1, [1]) == Fraction(8 + 4, 2)


def test_lots_are_drawn_as_the_site_draws_them() -> None:
    seed = bytes(range(32))
    assert [lot(seed, number) for number in (1, 17)] == [lot_of_ours(seed, number) for number in (1, 17)]
