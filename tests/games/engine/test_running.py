"""A match in play: clocks, turns, and what a step would make of it. Times are worked out by hand."""

import pytest

from games.engine.clock import BOT_MOVE_DELAY_MILLISECONDS, By, Clock, TimeControl, full_clock
from games.engine.game import NotYourTurn, Seat
from games.engine.pot_de_vin import PotDeVin
from games.engine.running import Running

GAME = PotDeVin()
TIME_CONTROL = TimeControl(turn=10_000, bank=30_000)


def running(mode: str = "solo-3", bots: frozenset[Seat] = frozenset()) -> Running:
    return Running.begin(GAME, {"mode": mode, "deck": "double"}, bytes(32), TIME_CONTROL, bots, since=1_000)


def acting(match: Running) -> Seat:
    return match.game.to_act(match.state)[0]


def any_action(match: Running, seat: Seat) -> str:
    return match.game.write(match.game.legal(match.state, seat)[0])


def test_the_bank_pays_for_what_the_turn_does_not():
    clock = full_clock(TIME_CONTROL, 3)
    assert clock.after(Seat(1), By.PLAYER, spent=9_000, turn=10_000).banks == (30_000, 30_000, 30_000)
    assert clock.after(Seat(1), By.PLAYER, spent=14_500, turn=10_000).banks == (30_000, 25_500, 30_000)
    assert clock.after(Seat(1), By.CLOCK, spent=41_000, turn=10_000).banks == (30_000, 0, 30_000)


def test_only_an_own_action_ends_a_row_of_time_outs():
    clock = Clock((0, 0, 0), (0, 2, 0)).after(Seat(1), By.CLOCK, 10_000, 10_000)
    assert clock.timeouts_in_a_row == (0, 3, 0)
    assert clock.after(Seat(1), By.BOT, 900, 10_000).timeouts_in_a_row == (0, 3, 0)
    assert clock.after(Seat(1), By.PLAYER, 900, 10_000).timeouts_in_a_row == (0, 0, 0)


def test_a_turn_has_its_time_and_the_bank():
    match = running()
    seat = acting(match)
    assert match.deadlines() == {seat: 1_000 + 10_000 + 30_000}
    assert match.late(40_999) == []
    assert match.late(41_000) == [(seat, By.CLOCK)]


def test_a_bot_answers_after_a_pause():
    match = running(bots=frozenset(map(Seat, range(3))))
    seat = acting(match)
    assert match.deadlines() == {seat: 1_000 + BOT_MOVE_DELAY_MILLISECONDS}
    assert match.late(1_000 + BOT_MOVE_DELAY_MILLISECONDS) == [(seat, By.BOT)]


def test_a_step_changes_nothing_until_it_is_taken():
    match = running()
    seat = acting(match)
    step = match.step(seat, any_action(match, seat), By.PLAYER, now=13_000, client_id="one")
    assert (match.seq, match.since, match.events, match.made) == (0, 1_000, [], {})
    match.take(step)
    assert (match.seq, match.since, match.turn_seq) == (1, 13_000, 1)
    assert match.made == {(seat, "one"): 1}
    assert match.clock.banks[seat] == 30_000 - 2_000
    assert step.deadline == 13_000 + 40_000


def test_what_was_stored_and_replayed_is_the_same_as_what_was_taken():
    match, again = running("pairs-6"), running("pairs-6")
    now = 1_000
    while match.game.to_act(match.state):
        seat = match.game.to_act(match.state)[-1]
        now += 11_500
        step = match.step(seat, any_action(match, seat), By.PLAYER, now, f"id-{now}")
        match.take(step)
        again.replay(step.move)
        assert again == match
    assert step.result is not None
    assert step.deadline is None


def test_those_who_discard_together_share_one_turn():
    match = running("solo-6")
    first, second, third = match.game.to_act(match.state)
    # Two turns' time for the discards, as the phase says.
    assert set(match.deadlines().values()) == {1_000 + 20_000 + 30_000}
    match.take(match.step(second, any_action(match, second), By.PLAYER, now=5_000))
    assert (match.since, match.turn_seq) == (1_000, 0)
    assert set(match.deadlines()) == {first, third}
    match.take(match.step(first, any_action(match, first), By.PLAYER, now=6_000))
    match.take(match.step(third, any_action(match, third), By.PLAYER, now=7_000))
    assert (match.since, match.turn_seq) == (7_000, 3)


def test_a_step_out_of_turn_is_refused():
    match = running()
    other = Seat((acting(match) + 1) % 3)
    with pytest.raises(NotYourTurn):
        match.step(other, "pass", By.PLAYER, now=2_000)
