"""Coming to a table by its link, sitting down, getting up, and playing again: the pages and their buttons."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat
from games.selectors import presence
from players.models import Player
from players.services.players import guest_create
from tests.games.builders import bot_table, people, playing_table, sitting, waiting_table
from tests.games.playing import play_to_the_end
from tests.games.web.buttons import press
from tests.players.builders import PASSWORD, player, team

pytestmark = pytest.mark.django_db(transaction=True)


# --- By link ---


def test_a_visitor_sits_down_at_a_casual_table_as_a_guest(client):
    match = waiting_table(host=player("Ada"))
    client.cookies["django_language"] = "it"
    answer = press(client, "table_sit", match, 1)
    assert answer.headers["Location"] == match.get_absolute_url()
    guest = Seat.objects.get(match=match, number=1).player
    assert (guest.is_guest, guest.language) == (True, "it")


def test_a_visitor_signs_up_for_a_rated_table_and_comes_back_to_it(client):
    match = waiting_table(host=player("Ada"), rated=True)
    answer = press(client, "table_sit", match, 1)
    assert answer.headers["Location"] == f"/account/login/?next=/tables/{match.key}/"
    page = client.get(answer.headers["Location"]).content.decode()
    assert "That seat is for players with an account." in page
    # Percent-encoded or not, the address of this very table.
    assert f"/account/signup/?next=%2Ftables%2F{match.key}%2F" in page
    form = {"username": "Enzo", "email": "enzo@example.org", "password1": PASSWORD, "next": match.get_absolute_url()}
    assert client.post(reverse("account_signup"), form).headers["Location"] == match.get_absolute_url()
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_signs_up_for_a_rated_table_and_comes_back_to_it(client):
    match = waiting_table(host=player("Ada"), rated=True)
    client.force_login(guest_create())
    answer = press(client, "table_sit", match, 1)
    assert answer.headers["Location"] == f"/account/signup/?next=%2Ftables%2F{match.key}%2F"
    assert match.get_absolute_url() in client.get(answer.headers["Location"]).content.decode()


def test_nobody_becomes_a_guest_for_a_table_that_is_gone_or_for_others(client):
    ada, bea = people(2)
    team(captain=ada, partner=bea)
    gone, for_teams = bot_table(ada), waiting_table(host=ada, joining="team")
    press(client, "table_sit", gone, 1)
    assert press(client, "table_sit", for_teams, 1).headers["Location"].startswith("/account/login/")
    assert press(client, "table_ready", for_teams).headers["Location"].endswith(for_teams.get_absolute_url())
    assert not Player.objects.filter(is_guest=True).exists()


def test_guests_are_made_within_one_limit_wherever_they_come_in():
    match, addresses = waiting_table(host=player("Ada")), ("guest_start", "table_quick")
    for number in range(10):
        Client().post(reverse(addresses[number % 2]))
    for address in (*map(reverse, addresses), reverse("table_sit", args=[match.key, 1])):
        assert Client().post(address).status_code == 429
    assert Player.objects.filter(is_guest=True).count() == 10


def test_buttons_are_not_pressed_faster_than_by_a_person(client):
    ada = player("Ada")
    match = waiting_table(host=ada)
    client.force_login(ada)
    answers = [press(client, "table_ready", match).status_code for _ in range(50)]
    assert answers == [302] * 40 + [429] * 10


# --- The waiting room ---


def test_the_waiting_room_says_who_is_not_connected(client):
    ada, bea = people(2)
    match = waiting_table(host=ada)
    client.force_login(bea)
    press(client, "table_sit", match, 2)
    assert client.get(match.get_absolute_url()).context["absent"] == [0]
    presence.bus().hset(presence.key_of(match.pk), "a process", f"{time.time() + 15:.0f}:0")
    assert client.get(match.get_absolute_url()).context["absent"] == []
    client.force_login(ada)
    page = client.get(match.get_absolute_url())
    assert page.context["absent"] == [2]
    assert page.content.decode().count("Not connected") == 1


def test_the_host_asks_somebody_to_leave(client):
    ada, bea = people(2)
    match = waiting_table(host=ada)
    client.force_login(bea)
    press(client, "table_sit", match, 2)
    assert "Ask to leave" not in client.get(match.get_absolute_url()).content.decode()
    client.force_login(ada)
    assert client.get(match.get_absolute_url()).content.decode().count("Ask to leave") == 1
    press(client, "table_free", match, 2)
    assert sitting(match) == ["PlayerA", "", "", ""]


def test_the_waiting_room_costs_the_same_however_many_sit_there(client, django_assert_num_queries):
    players = people(6)
    match = waiting_table("solo-6", players[0])
    client.force_login(players[0])
    # Session, player, invitations; the match and its seats.
    with django_assert_num_queries(5):
        client.get(match.get_absolute_url())
    for number, one in enumerate(players[1:], start=1):
        client.force_login(one)
        press(client, "table_sit", match, number)
    with django_assert_num_queries(5):
        client.get(match.get_absolute_url())


def test_a_table_for_teams_shows_itself_and_its_chairs_to_team_mates_alone(client):
    ada, bea, cleo = people(3)
    team(captain=ada, partner=bea)
    match = waiting_table(host=ada, joining="team")
    client.force_login(bea)
    assert client.get(reverse("lobby")).context["open"] == [match]
    assert "Sit down" in client.get(match.get_absolute_url()).content.decode()
    for other in (cleo, guest_create()):
        client.force_login(other)
        assert client.get(reverse("lobby")).context["open"] == []
        page = client.get(match.get_absolute_url()).content.decode()
        assert "Sit down" not in page
        assert "This table is for the teams of <bdi>PlayerA</bdi>." in page
    client.logout()
    assert client.get(reverse("lobby")).context["open"] == []
    assert f"?next={match.get_absolute_url()}" in client.get(match.get_absolute_url()).content.decode()


# --- Leaving a game ---


def test_a_game_can_be_left_and_come_back_to(client):
    ada = player("Ada")
    match = bot_table(ada)
    client.force_login(ada)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "Leave the game?" in page
    assert "ranks last" not in page
    answer = client.post(reverse("table_leave", args=[match.key]), follow=True)
    assert "A bot plays on for you." in answer.content.decode()
    assert Seat.objects.get(match=match, player=ada).away
    assert answer.context["mine"] == [match]


def test_leaving_a_rated_game_has_a_warning_and_those_who_watch_cannot_leave(client):
    players = people(3)
    match = playing_table(players, "solo-3", rated=True)
    assert "Leave the game" not in client.get(match.get_absolute_url()).content.decode()
    client.force_login(players[0])
    assert "ranks last" in client.get(match.get_absolute_url()).content.decode()


# --- Again ---


def test_whoever_is_still_there_is_told_that_somebody_wants_to_play_again(client):
    ada, bea, cleo = people(3)
    finished = play_to_the_end(playing_table([ada, bea, cleo], "solo-3"))
    client.force_login(ada)
    again = press(client, "table_rematch", finished).headers["Location"]
    assert "</bdi> wants to play again" not in client.get(finished.get_absolute_url()).content.decode()
    client.force_login(bea)
    assert "<bdi>PlayerA</bdi> wants to play again." in client.get(finished.get_absolute_url()).content.decode()
    page = client.get(again).content.decode()
    assert "Kept for <bdi>PlayerC</bdi>" in page
    assert page.count("Sit down") == 1  # one's own chair
    assert press(client, "table_rematch", finished).headers["Location"] == again
    client.force_login(player("Stranger"))
    page = client.get(again).content.decode()
    assert "Sit down" not in page


def test_whoever_has_no_seat_in_the_rematch_is_told_so(client):
    ada, bea, cleo = people(3)
    finished = play_to_the_end(playing_table([ada, bea, cleo], "solo-3"))
    client.force_login(ada)
    press(client, "table_rematch", finished)
    again = Match.objects.get(rematch_of=finished)
    press(client, "table_bot", again, 2, level="novice")
    client.force_login(bea)
    answer = client.post(
        reverse("table_rematch", args=[finished.key]), headers={"referer": finished.get_absolute_url()}, follow=True
    )
    assert "every seat at that table is taken" in answer.content.decode()
    assert answer.request["PATH_INFO"] == finished.get_absolute_url()


def test_the_table_of_whoever_watches_with_a_delay_knows_it(client):
    players = people(3)
    match = playing_table(players, "solo-3", watching="delayed")
    mark = 'data-delayed="true"'
    assert mark in client.get(match.get_absolute_url()).content.decode()
    client.force_login(players[0])
    assert mark not in client.get(match.get_absolute_url()).content.decode()
