"""Bots play by the rules, see no more than a player does, and each level beats the one below it."""

from statistics import fmean

import pytest

from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.bots import BOTS
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.bots import compare, play

GAME = PotDeVin()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_whole_games_by_the_rules(name, mode):
    for number in range(5):
        assert play(mode, [BOTS[name]] * MODES[mode].seats, bytes([number] * 32)).sides


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_seed_give_the_same_choice(name):
    state = GAME.start({"mode": "pairs-6", "deck": "double"}, bytes(32))
    while acting := GAME.to_act(state):
        view = GAME.view(state, acting[0])
        chosen = BOTS[name].choose(view, bytes(32))
        assert chosen == BOTS[name].choose(view, bytes(32))
        assert chosen in view["legal"]
        state, _ = GAME.apply(state, acting[0], GAME.read(chosen))


def test_the_regular_beats_the_novice():
    """Sixty games a mode from fixed seeds; the whole tables are made by tests/benchmarks/bots.py."""
    assert fmean(compare(BOTS["regular"], BOTS["novice"], mode, 60)[0] for mode in MODES) > 0.55
