"""Getting up from a table, and tables that nobody comes back to."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.clock import By
from games.models import Match, Seat
from games.refusals import NotHost, NotSeated, TableFull, TableGone, TooManyTables
from games.selectors import presence
from games.selectors.matches import match_running, matches_due, matches_with_seats
from games.selectors.rating import report_of
from games.services import leaving
from games.services.clocks import match_advance, seat_return
from games.services.tables import table_sit
from players.services.players import player_leave
from tests.games.builders import bot_table, lease, people, playing_table, sitting, waiting_table
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
A_MILLISECOND = timedelta(milliseconds=1)


# --- Before the cards are dealt ---


def test_a_host_who_leaves_hands_over_and_an_empty_table_closes():
    ada, bea = people(2)
    match = waiting_table(host=ada, bots="novice")
    table_sit(match=match, player=bea, number=2)
    assert leaving.table_leave(match=match, player=ada).host == bea
    assert leaving.table_leave(match=match, player=bea).status == "closed"
    with pytest.raises(TableGone):
        table_sit(match=match, player=ada, number=0)


def test_the_host_frees_a_chair_but_not_their_own_and_nobody_else_does():
    ada, bea = people(2)
    match = waiting_table(host=ada)
    table_sit(match=match, player=bea, number=2)
    with pytest.raises(NotHost):
        leaving.table_free_seat(match=match, by=bea, number=0)
    with pytest.raises(TableFull):
        leaving.table_free_seat(match=match, by=ada, number=0)
    leaving.table_free_seat(match=match, by=ada, number=2)
    assert sitting(match) == ["PlayerA", "", "", ""]
    running = playing_table(people(3, "Other"), "solo-3")
    with pytest.raises(TableGone):
        leaving.table_free_seat(match=running, by=running.host, number=1)


# --- In mid-game ---


def test_whoever_leaves_a_game_has_a_bot_play_on_at_its_own_pace():
    players = people(3)
    match = playing_table(players, "solo-3", pace="relaxed")
    acting = match_running(match).game.to_act(match_running(match).state)[0]
    left = leaving.game_leave(match=match, player=players[acting])
    assert Seat.objects.get(match=match, number=acting).away
    # A bot answers after 900 milliseconds, where its player had 90 seconds and a bank of 300.
    assert left.deadline - match.since == pytest.approx(timedelta(milliseconds=900), abs=A_MILLISECOND)
    Match.objects.filter(pk=match.pk).update(since=timezone.now() - timedelta(seconds=2))
    assert match_advance(match.pk)
    assert match.events.get().by == By.BOT.value


def test_leaving_out_of_turn_leaves_the_others_their_time():
    players = people(3)
    match = playing_table(players, "solo-3", pace="relaxed")
    acting = match_running(match).game.to_act(match_running(match).state)[0]
    left = leaving.game_leave(match=match, player=players[acting - 1])
    assert left.deadline - match.since == pytest.approx(timedelta(seconds=390), abs=A_MILLISECOND)


def test_whoever_comes_back_plays_on_and_whoever_does_not_has_left():
    players = people(3)
    match = playing_table(players, "solo-3", rated=True)
    for one in players[:2]:
        leaving.game_leave(match=match, player=one)
    assert seat_return(match.pk, 1)
    for number in range(3):  # each has made a move; the first one's by a bot
        by = "bot" if number == 0 else "player"
        match.events.create(seq=number + 1, seat=number, action="x", by=by, at=timezone.now(), spent=0)
    fresh = matches_with_seats().get(pk=match.pk)
    fresh.finished_at, fresh.result = timezone.now(), {}
    assert report_of(fresh).left == [True, False, False]


def test_only_those_who_sit_there_leave_a_game_and_only_while_it_is_played():
    match = playing_table(people(3), "solo-3")
    with pytest.raises(NotSeated):
        leaving.game_leave(match=match, player=player("Stranger"))
    waiting = waiting_table(host=player("Host"))
    with pytest.raises(TableGone):
        leaving.game_leave(match=waiting, player=waiting.host)


def test_a_game_that_one_has_left_does_not_keep_one_from_another():
    ada = player("Ada")
    games = [bot_table(ada) for _ in range(5)]
    with pytest.raises(TooManyTables):
        waiting_table(host=ada)
    leaving.game_leave(match=games[2], player=ada)
    waiting_table(host=ada)
    with pytest.raises(TooManyTables):
        waiting_table(host=ada)


def test_bots_finish_a_game_that_everyone_has_left():
    ada = player("Ada")
    match = bot_table(ada, "solo-3")
    leaving.game_leave(match=match, player=ada)
    for _ in range(60):
        Match.objects.filter(pk=match.pk, status="playing").update(since=timezone.now() - timedelta(seconds=2))
        match_advance(match.pk)
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert matches_due(timezone.now() + timedelta(days=1)) == []


# --- For good ---


def test_whoever_deletes_their_account_gets_up_everywhere():
    ada, bea = people(2)
    alone, shared, game = waiting_table(host=ada), waiting_table(host=ada), bot_table(ada)
    table_sit(match=shared, player=bea, number=1)
    player_leave(player=ada)
    assert Match.objects.get(pk=alone.pk).status == "closed"
    assert Match.objects.get(pk=shared.pk).host == bea
    assert sitting(shared) == ["", "PlayerB", "", ""]
    assert Seat.objects.get(match=game, player=ada).away


# --- Tables that nobody comes back to ---


def later(match: Match, **ago: float) -> None:
    """As if nobody had been there for so long."""
    Match.objects.filter(pk=match.pk).update(empty_since=timezone.now() - timedelta(**ago))


def test_tables_that_wait_too_long_are_closed_though_somebody_is_there():
    old, young = waiting_table(host=player("Ada")), waiting_table(host=player("Bea"))
    Match.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=3))
    lease(old, 0)
    assert leaving.tables_close_abandoned() == [old.pk]
    assert Match.objects.get(pk=old.pk).status == "closed"
    assert Match.objects.get(pk=young.pk).status == "waiting"


def test_a_table_where_nobody_has_been_for_five_minutes_is_closed():
    match = waiting_table(host=player("Ada"))
    assert leaving.tables_close_abandoned() == []
    assert Match.objects.get().empty_since is not None
    later(match, minutes=4)
    assert leaving.tables_close_abandoned() == []
    later(match, minutes=6)
    assert leaving.tables_close_abandoned() == [match.pk]
    assert Match.objects.get().status == "closed"


def test_somebody_who_is_connected_keeps_a_table_and_a_lease_that_ran_out_does_not():
    match = waiting_table(host=player("Ada"))
    later(match, minutes=6)
    lease(match, 0)
    assert leaving.tables_close_abandoned() == []
    assert Match.objects.get().empty_since is None
    lease(match, 0, seconds=-1)
    lease(match, process="a process in which nobody who sits here is")
    leaving.tables_close_abandoned()
    assert Match.objects.get().empty_since is not None


@pytest.fixture
def no_bus(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    presence.bus.cache_clear()
    yield
    presence.bus.cache_clear()


@pytest.mark.usefixtures("no_bus")
def test_while_the_bus_is_away_no_table_is_called_empty():
    match = waiting_table(host=player("Ada"))
    later(match, minutes=6)
    assert leaving.tables_close_abandoned() == []
    assert Match.objects.get().empty_since is None


def test_looking_at_many_tables_costs_what_looking_at_one_does(django_assert_num_queries):
    for number in range(3):
        waiting_table(host=player(f"Host{chr(65 + number)}"))
        # Which tables there are, two notes, which are abandoned; and closing them, if there are any.
        with django_assert_num_queries(4):
            leaving.tables_close_abandoned()
    for match in Match.objects.all():
        later(match, minutes=6)
    with django_assert_num_queries(5):
        assert len(leaving.tables_close_abandoned()) == 3
