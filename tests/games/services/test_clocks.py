"""What the clock does, and what does not count because we were down."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Event, Match, Pulse, Seat
from games.selectors.matches import match_by_key, match_running, matches_due
from games.services import clocks
from tests.games.builders import bot_table, people, playing_table
from tests.games.playing import run_out
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)


def test_whoever_is_late_gets_the_default_and_the_next_gets_time():
    match = playing_table(people(4), "solo-4")
    run_out(match)
    running = match_running(match_by_key(match.key))
    seat = running.game.to_act(running.state)[0]
    expected = running.game.write(running.game.default(running.state, seat))
    assert matches_due(timezone.now()) == [match.pk]
    assert clocks.match_advance(match.pk)
    event = Event.objects.get()
    assert (event.seat, event.action, event.by) == (seat, expected, "clock")
    assert matches_due(timezone.now()) == []
    assert not clocks.match_advance(match.pk)


def test_after_three_time_outs_in_a_row_a_bot_plays_until_the_player_is_back():
    match = playing_table(people(3), "solo-3")
    while not Seat.objects.filter(match=match, away=True).exists():
        run_out(match)
        assert clocks.match_advance(match.pk)
    away = Seat.objects.get(match=match, away=True)
    assert Event.objects.filter(match=match, seat=away.number, by="clock").count() == 3
    while not Event.objects.filter(match=match, by="bot").exists():
        run_out(match)
        clocks.match_advance(match.pk)
    assert Event.objects.filter(match=match, by="bot").first().seat in Seat.objects.filter(
        match=match, away=True
    ).values_list("number", flat=True)
    assert clocks.seat_return(match.pk, away.number)
    assert not clocks.seat_return(match.pk, away.number)
    assert not Seat.objects.get(pk=away.pk).away


def test_bots_play_a_whole_game_with_a_player_who_never_comes():
    match = bot_table(player(), "pairs-4")
    for _ in range(200):
        found = match_by_key(match.key)
        if found.status == Match.Status.FINISHED:
            break
        run_out(match)
        clocks.match_advance(match.pk)
    assert found.status == Match.Status.FINISHED
    assert {event.by for event in found.events.all()} == {"bot", "clock"}


def test_a_gap_in_the_pulse_puts_every_clock_forward_by_it_once():
    match = playing_table(people(3), "solo-3")
    now = timezone.now()
    assert clocks.pulse_record(now) == timedelta()
    before = Match.objects.get(pk=match.pk)
    later = now + timedelta(minutes=5)
    assert clocks.pulse_record(later) == timedelta(minutes=5)
    assert clocks.pulse_record(later) == timedelta()
    after = Match.objects.get(pk=match.pk)
    assert after.deadline - before.deadline == timedelta(minutes=5)
    assert after.since - before.since == timedelta(minutes=5)
    (deadline,) = match_running(match_by_key(match.key)).deadlines().values()
    assert deadline == pytest.approx(after.deadline.timestamp() * 1000, abs=1)


def test_a_short_gap_is_no_gap():
    now = timezone.now()
    clocks.pulse_record(now)
    assert clocks.pulse_record(now + timedelta(seconds=3)) == timedelta()
    assert Pulse.objects.count() == 1


def test_nobody_is_late_because_we_were_down():
    match = playing_table(people(3), "solo-3")
    clocks.pulse_record(timezone.now() - timedelta(hours=1))
    hour = timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(since=match.since - hour, deadline=match.deadline - hour)
    assert not clocks.match_advance(match.pk)
    assert not Event.objects.exists()
