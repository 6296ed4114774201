"""What holds for every registered game, by random play over every option."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.game import Game, NotAnAction, Refused, Seat, UnknownOptions
from games.engine.registry import GAMES
from tests.games.engine.pot_de_vin import hidden as pot_de_vin_hidden

EXCHANGES = {"pot-de-vin": pot_de_vin_hidden.exchange}
SETTINGS = [
    pytest.param(game, dict(zip(game.choices(), chosen, strict=True)), id=f"{game.name}-{'-'.join(chosen)}")
    for game in GAMES.values()
    for chosen in product(*game.choices().values())
]
every_setting = pytest.mark.parametrize(("game", "options"), SETTINGS)
seeds = st.binary(min_size=32, max_size=32)


def random_play(game: Game[Any, Any], options: dict[str, str], seed: bytes) -> Iterator[Any]:
    """Every state of a game in which everyone plays at random, those who act together in any order."""
    random, state = Random(seed), game.start(options, seed)
    yield state
    while acting := game.to_act(state):
        seat = random.choice(acting)
        state, _ = game.apply(state, seat, random.choice(game.legal(state, seat)))
        yield state


def seats(game: Game[Any, Any], options: dict[str, str]) -> range:
    return range(game.seats(options))


@every_setting
@given(seed=seeds)
def test_something_is_legal_exactly_for_those_to_act(game, options, seed):
    for state in random_play(game, options, seed):
        for seat in seats(game, options):
            legal = game.legal(state, Seat(seat))
            assert bool(legal) == (seat in game.to_act(state))
            assert list(legal) == sorted(set(legal))
        assert (game.phase(state) is None) == (not game.to_act(state))


@every_setting
@given(seed=seeds)
def test_a_view_is_enough_to_know_ones_own_legal_actions(game, options, seed):
    for state in random_play(game, options, seed):
        for seat, view in enumerate(game.views(state, seats(game, options))):
            assert view == game.view(state, Seat(seat))
            assert view["legal"] == [game.write(action) for action in game.legal(state, Seat(seat))]
            assert (seat in view["to_act"]) == bool(view["legal"])


@every_setting
@given(seed=seeds)
def test_views_of_all_seats_differ_only_in_what_is_ones_own(game, options, seed):
    for state in random_play(game, options, seed):
        watching = game.view(state, None)
        for view in game.views(state, seats(game, options)):
            assert view.keys() == watching.keys()
            assert {key for key in view if view[key] != watching[key]} <= {"seat", "hand", "legal", "discarded"}


@every_setting
@given(seed=seeds)
def test_exchanging_what_i_cannot_see_changes_no_view_of_mine(game, options, seed):
    exchange, chance = EXCHANGES[game.name], Random(seed)
    for state in random_play(game, options, seed):
        for seat in (None, *seats(game, options)):
            assert game.view(exchange(state, seat, chance), seat) == game.view(state, seat)


@every_setting
@given(seed=seeds)
def test_replay_is_exact_and_actions_read_as_they_are_written(game, options, seed):
    random, state, again = Random(seed), game.start(options, seed), game.start(options, seed)
    while acting := game.to_act(state):
        seat = random.choice(acting)
        action = random.choice(game.legal(state, seat))
        assert game.read(game.write(action)) == action
        state, seen = game.apply(state, seat, action)
        again, seen_again = game.apply(again, seat, game.read(game.write(action)))
        assert (state, seen) == (again, seen_again)
    assert game.result(state) == game.result(again)


@every_setting
@given(seed=seeds)
def test_every_game_ends_with_a_result_and_not_before(game, options, seed):
    *before, last = random_play(game, options, seed)
    assert all(game.result(state) is None for state in before)
    result = game.result(last)
    assert tuple(side.seats for side in result.sides) == game.sides(options)
    assert min(side.place for side in result.sides) == 1


@every_setting
@given(seed=seeds)
def test_what_is_not_legal_is_refused_with_a_code_and_changes_nothing(game, options, seed):
    every_action = {
        action
        for state in random_play(game, options, seed)
        for seat in seats(game, options)
        for action in game.legal(state, Seat(seat))
    }
    random = Random(seed)
    for state in random_play(game, options, seed):
        before = state
        for seat in (*seats(game, options), -1, 99):
            legal = set(game.legal(state, Seat(seat))) if seat in seats(game, options) else set()
            for action in random.sample(sorted(every_action - legal), min(3, len(every_action - legal))):
                with pytest.raises(Refused) as refusal:
                    game.apply(state, Seat(seat), action)
                assert refusal.value.code
                assert refusal.value.reason
        assert state == before


@every_setting
@given(seed=seeds)
def test_points_are_what_the_result_would_say_now_and_are_at_the_end(game, options, seed):
    *before, last = random_play(game, options, seed)
    assert all(len(game.points(state)) == len(game.sides(options)) for state in before)
    assert game.points(last) == tuple(side.points for side in game.result(last).sides)


@every_setting
@given(seed=seeds)
def test_progress_goes_from_the_first_round_towards_the_last_and_never_back(game, options, seed):
    progress = [game.progress(state) for state in random_play(game, options, seed)]
    (most,) = {most for _, most in progress}
    rounds = [now for now, _ in progress]
    assert rounds == sorted(rounds)
    assert rounds[0] <= 1
    assert 0 < rounds[-1] <= most


@every_setting
@given(seed=seeds)
def test_turns_are_about_as_many_as_a_game_has(game, options, seed):
    moves = len(list(random_play(game, options, seed))) - 1
    assert moves / 1.5 <= game.turns(options) <= moves * 1.5


TOURNAMENTS = [
    pytest.param(game, mode, sides, id=f"{game.name}-{mode.name}-{sides}")
    for game in GAMES.values()
    for mode in game.tournament_modes()
    for sides in range(mode.fewest, mode.most + 1)
]


def tournament_options(game: Game[Any, Any], mode: str) -> dict[str, str]:
    """Those of a tournament: the first choice of every option but the mode."""
    return {name: chosen[0] for name, chosen in game.choices().items()} | {"mode": mode}


@pytest.mark.parametrize(("game", "mode", "sides"), TOURNAMENTS)
def test_a_tournament_mode_has_a_table_of_every_size_that_it_allows(game, mode, sides):
    assert 2 <= mode.fewest <= mode.wished <= mode.most
    options = game.table_options(tournament_options(game, mode.name), sides)
    at_table = game.sides(options)
    assert len(at_table) == sides
    assert {len(side) for side in at_table} == {mode.players_per_side}
    chosen = tournament_options(game, mode.name)
    assert {name: value for name, value in options.items() if name != "mode"} == {
        name: value for name, value in chosen.items() if name != "mode"
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_tournament_modes_have_different_names_and_no_table_of_another_size(game):
    modes = game.tournament_modes()
    assert len({mode.name for mode in modes}) == len(modes)
    for mode in modes:
        options = tournament_options(game, mode.name)
        for sides in (0, mode.fewest - 1, mode.most + 1):
            with pytest.raises(UnknownOptions):
                game.table_options(options, sides)
        wrongs: list[Any] = ["no-such-thing", None, []]
        for wrong, name in product(wrongs, options):
            with pytest.raises(UnknownOptions):
                game.table_options(options | {name: wrong}, mode.wished)
        with pytest.raises(UnknownOptions):
            game.table_options({"mode": mode.name}, mode.wished)
        with pytest.raises(UnknownOptions):
            game.table_options(options | {"more": "of it"}, mode.wished)


@every_setting
@given(
    text=st.text()
    | st.sampled_from(["", "pass ", "PASS", "play A0", "play A14", "play  A1", "play a1", "play A01", "discard"])
)
def test_words_that_are_no_action_are_refused(game, options, text):
    try:
        action = game.read(text)
    except NotAnAction:
        return
    assert game.write(action) == text


@every_setting
def test_nobody_sits_in_a_chair_that_is_not_there(game, options):
    state = game.start(options, bytes(32))
    for seat in (-1, game.seats(options), 99):
        for verb in (game.view, game.default):
            with pytest.raises(Refused):
                verb(state, Seat(seat))


@every_setting
@given(seed=seeds)
def test_only_those_to_act_have_a_default(game, options, seed):
    for state in random_play(game, options, seed):
        for seat in set(seats(game, options)) - set(game.to_act(state)):
            with pytest.raises(Refused):
                game.default(state, Seat(seat))


@every_setting
@pytest.mark.parametrize("wrong", [None, [], {}, 4, "", "no-such-thing"])
def test_options_that_are_none_are_refused(game, options, wrong):
    for name in options:
        with pytest.raises(UnknownOptions):
            game.start(options | {name: wrong}, bytes(32))


@every_setting
def test_a_seat_is_a_whole_number(game, options):
    state = game.start(options, bytes(32))
    for seat in game.to_act(state):
        for wrong in (float(seat), bool(seat), str(seat)):
            with pytest.raises(Refused):
                game.apply(state, wrong, game.legal(state, seat)[0])


@every_setting
@given(seed=seeds)
def test_the_default_is_legal(game, options, seed):
    for state in random_play(game, options, seed):
        for seat in game.to_act(state):
            assert game.default(state, seat) in game.legal(state, seat)


@every_setting
@given(seed=seeds)
def test_a_passer_by_can_tell_what_was_done_in_the_open(game, options, seed):
    for state in random_play(game, options, seed):
        for seat in game.to_act(state):
            if not game.phase(state).in_the_open:
                continue
            outcomes = [game.apply(state, seat, action) for action in game.legal(state, seat)]
            seen = {repr((events, game.view(after, None))) for after, events in outcomes}
            assert len(seen) == len(outcomes)
