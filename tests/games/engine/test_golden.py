"""One whole game of each mode, readable. The deals, moves and results come from an independent program."""

import json
from pathlib import Path

import pytest

from tests.games.engine.narration import narrate

GOLDEN = Path(__file__).parents[2] / "golden"
VECTORS = Path(__file__).parent / "vectors"


@pytest.mark.parametrize("mode", ["solo-3", "solo-4", "solo-5", "solo-6", "pairs-4", "pairs-6"])
def test_a_whole_game_reads_as_it_did(mode):
    record = json.loads((VECTORS / f"{mode}-double.json").read_text())
    assert narrate(record) == (GOLDEN / f"pot-de-vin-{mode}.txt").read_text()
