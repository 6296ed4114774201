"""Bots play by the rules, see no more than a player does, and each level beats the one below it."""

from random import Random
from statistics import fmean

import pytest

from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.bots import BOTS
from games.engine.pot_de_vin.bots.expert import Expert
from games.engine.pot_de_vin.bots.worlds import sample
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.bots import compare, play

GAME = PotDeVin()
# At six, what was discarded is in the pile by the time there are rounds; only the owner still knows which it was.
LOOSE: dict[str, object] = {"discarded": None, "discards_made": []}


# A small budget: enough to go every way through the code.
QUICK = [BOTS["novice"], BOTS["regular"], Expert(playouts=12)]
quick = pytest.mark.parametrize("bot", QUICK, ids=lambda bot: bot.name)
every_mode = pytest.mark.parametrize("mode", MODES)


@every_mode
@quick
def test_a_bot_plays_whole_games_by_the_rules(bot, mode):
    for number in range(3):
        assert play(mode, [bot] * MODES[mode].seats, bytes([number] * 32)).sides


@quick
def test_the_same_view_and_seed_give_the_same_choice(bot):
    state = GAME.start({"mode": "pairs-6", "deck": "double"}, bytes(32))
    while acting := GAME.to_act(state):
        view = GAME.view(state, acting[0])
        chosen = bot.choose(view, bytes(32))
        assert chosen == bot.choose(view, bytes(32))
        assert chosen in view["legal"]
        state, _ = GAME.apply(state, acting[0], GAME.read(chosen))


def positions(mode: str, seed: bytes):
    random, state = Random(seed), GAME.start({"mode": mode, "deck": "double"}, seed)
    while acting := GAME.to_act(state):
        seat = random.choice(acting)
        yield state, seat
        state, _ = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)))


@every_mode
def test_an_imagined_world_looks_the_same_to_the_one_who_imagines_it(mode):
    """The expert knows no more than its view: whatever it deals itself, the view of it is the view it had."""
    for state, seat in positions(mode, bytes(32)):
        if state.order:
            view = GAME.view(state, seat)
            for number in range(3):
                assert GAME.view(sample(view, Random(number)), seat) | LOOSE == view | LOOSE


@every_mode
def test_imagined_hands_hold_no_card_twice_and_none_that_was_shown_missing(mode):
    for state, seat in positions(mode, bytes([7] * 32)):
        if state.order:
            world = sample(GAME.view(state, seat), Random(1))
            assert sum(hand.bit_count() for hand in world.hands) == sum(world.hands).bit_count()
            assert [hand.bit_count() for hand in world.hands] == [hand.bit_count() for hand in state.hands]


def test_the_expert_says_what_each_action_is_worth():
    state = GAME.start({"mode": "solo-4", "deck": "double"}, bytes(32))
    view = GAME.view(state, state.order[0])
    worths = Expert(playouts=40).weigh(view, bytes(32))
    assert list(worths) == view["legal"]
    assert Expert(playouts=40).choose(view, bytes(32)) == max(worths, key=lambda text: worths[text])


def test_the_regular_beats_the_novice():
    """Sixty games a mode from fixed seeds; the whole tables are made by tests/benchmarks/bots.py."""
    assert fmean(compare(BOTS["regular"], BOTS["novice"], mode, 60)[0] for mode in MODES) > 0.55


def test_the_expert_beats_the_regular():
    means = [compare(Expert(playouts=40), BOTS["regular"], mode, 12)[0] for mode in ("solo-3", "solo-5", "pairs-4")]
    assert fmean(means) > 0.5
