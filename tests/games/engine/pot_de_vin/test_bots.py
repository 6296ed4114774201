"""Bots play by the rules, see no more than a player does, and each level beats the one below it."""

from random import Random
from statistics import fmean

import pytest

from games.engine.explain import explain
from games.engine.game import Seat
from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.bots import BOTS
from games.engine.pot_de_vin.bots.expert import Expert, playouts, seconds
from games.engine.pot_de_vin.bots.state_sampling import sample_state
from games.engine.pot_de_vin.cards import CARD_NAMES, CARDS_OF_CHARACTER
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.bots import compare, play
from tests.games.engine.pot_de_vin.positions import play as play_cards
from tests.games.engine.pot_de_vin.positions import position

GAME = PotDeVin()
# At six, what was discarded is in the pile by the time there are rounds; only the owner still knows which it was.
NOT_COMPARED: dict[str, object] = {"discarded": None, "discards_made": []}


# A small budget: enough to go every way through the code.
FAST_BOTS = [BOTS["novice"], BOTS["regular"], Expert(playouts(12))]
quick = pytest.mark.parametrize("bot", FAST_BOTS, ids=lambda bot: bot.name)
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
                assert GAME.view(sample_state(view, Random(number)), seat) | NOT_COMPARED == view | NOT_COMPARED


@every_mode
def test_imagined_hands_hold_no_card_twice_and_none_that_was_shown_missing(mode):
    for state, seat in positions(mode, bytes([7] * 32)):
        if state.order:
            world = sample_state(GAME.view(state, seat), Random(1))
            assert sum(hand.bit_count() for hand in world.hands) == sum(world.hands).bit_count()
            assert [hand.bit_count() for hand in world.hands] == [hand.bit_count() for hand in state.hands]
            for hand, void in zip(world.hands, world.voids, strict=True):
                assert not any(hand & of_one for bit, of_one in enumerate(CARDS_OF_CHARACTER) if void >> bit & 1)


@every_mode
def test_the_expert_says_what_each_action_is_worth(mode):
    state = GAME.start({"mode": mode, "deck": "double"}, bytes(32))
    view = GAME.view(state, GAME.to_act(state)[0])
    adviser = Expert(playouts(40))
    evaluations = adviser.evaluate(view, bytes(32))
    assert list(evaluations) == view["legal"]
    assert all(0 <= worth.beaten <= 1 for worth in evaluations.values())
    assert adviser.choose(view, bytes(32)) == adviser.best(evaluations)


def test_nothing_is_worth_anything_to_those_who_are_not_to_act():
    state = GAME.start({"mode": "solo-4", "deck": "double"}, bytes(32))
    assert Expert().evaluate(GAME.view(state, state.order[1]), bytes(32)) == {}


def test_the_last_card_is_worth_what_it_brings():
    """Whoever of the two holds A5 and A6, seat 0 takes both with A13, and all worlds end as the real one does."""
    rest = " ".join(name for name in CARD_NAMES if name not in ("A5", "A6", "A13", "U2"))
    state = position("solo-3", ["A13", "A5", "A6"], pile="U2", number=16, gems=[0] * 3, taken=["", rest, ""])
    evaluations = Expert(playouts(5)).evaluate(GAME.view(state, Seat(0)), bytes(32))
    mine, all_else, nothing = (side.points for side in GAME.result(play_cards(state, "A13", "A5", "A6")).sides)
    # Two guilds once each, one Pot de Vin, and U2: 1 + 1 - 1 + 2. Seat 1 has nearly the whole deck.
    assert (mine, nothing) == (3, 0)
    assert evaluations == {"play A13": (0.5, mine - all_else / 2)}


def test_a_budget_in_time_ends_when_the_time_is_up():
    state = GAME.start({"mode": "solo-4", "deck": "double"}, bytes(32))
    ticks = iter(range(100))
    expert = Expert(seconds(3.0, lambda: float(next(ticks))))
    assert len(list(expert.budget(8))) == 3
    assert len(list(Expert(seconds(0.0, lambda: 0.0)).budget(8))) == 1
    view = GAME.view(state, state.order[0])
    assert expert.choose(view, bytes(32)) in view["legal"]


@every_mode
def test_a_whole_game_is_explained_move_by_move(mode):
    moves, state = [], GAME.start({"mode": mode, "deck": "double"}, bytes(32))
    while acting := GAME.to_act(state):
        text = GAME.write(GAME.default(state, acting[0]))
        moves.append((acting[0], text))
        state, _ = GAME.apply(state, acting[0], GAME.read(text))
    explained = list(explain(GAME, {"mode": mode, "deck": "double"}, bytes(32), moves, Expert(playouts(4))))
    assert [(one.seat, one.action) for one in explained] == moves
    for one in explained:
        assert one.action in one.evaluations
        assert one.best in one.evaluations
        assert one.cost.beaten + 0.01 * one.cost.margin >= 0


def test_the_regular_beats_the_novice():
    """Sixty games a mode from fixed seeds; the whole tables are made by tests/benchmarks/bots.py."""
    assert fmean(compare(BOTS["regular"], BOTS["novice"], mode, 60)[0] for mode in MODES) > 0.55


def test_the_expert_beats_the_regular():
    means = [compare(Expert(playouts(60)), BOTS["regular"], mode, 24)[0] for mode in ("solo-3", "pairs-4")]
    assert fmean(means) > 0.5
