"""The pages of a sealed table: before its start, when it is over, when it was called off; and what other apps add."""

from datetime import UTC, datetime, timedelta

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from games.models import Match, Seat
from games.services.sealed import matches_call_off, sealed_tables_close
from players.models import Player
from tests.games.builders import (
    lease,
    people,
    playing_table,
    sealed_table,
    sealed_tables,
    sitting,
    started_table,
    waiting_table,
)
from tests.games.playing import play_to_the_end
from tests.games.web.buttons import press
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
NEW_YEAR = datetime(2031, 1, 1, 18, 30, tzinfo=UTC)


def page_of(client: Client, match: Match) -> str:
    answer = client.get(match.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


# --- Before the start ---


def test_the_page_says_who_sits_there_and_when_it_begins(client):
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]], NEW_YEAR)
    lease(match, 0)
    client.force_login(ada)
    page = page_of(client, match)
    assert '<time datetime="2031-01-01T18:30:00+00:00" data-local-time>2031-01-01 18:30 UTC</time>' in page
    assert '<time role="timer" data-countdown datetime="2031-01-01T18:30:00+00:00"' in page
    assert "PlayerA" in page
    assert "Baldo, Regular bot" in page
    assert page.count("Not connected") == 1
    assert match.commitment in page


def test_nobody_is_offered_what_cannot_be_done(client):
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]], NEW_YEAR)
    for visitor in (None, ada, player("Stranger")):
        if visitor:
            client.force_login(visitor)
        page = page_of(client, match)
        for button in ("table_sit", "table_bot", "table_free"):
            assert reverse(button, args=[match.key, 1]) not in page
        for button in ("table_leave", "table_ready", "table_rematch"):
            assert reverse(button, args=[match.key]) not in page


def test_hand_made_requests_are_refused_and_make_no_guest(client):
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]], NEW_YEAR)
    press(client, "table_sit", match, 1)
    assert not Player.objects.filter(is_guest=True).exists()
    client.force_login(ada)
    for name, *number in (["table_leave"], ["table_ready"], ["table_free", 2], ["table_bot", 1], ["table_sit", 1]):
        answer = press(client, name, match, *number, level="expert")
        assert answer.status_code == 302
    assert "This table was laid for those who sit at it." in client.get(reverse("lobby")).content.decode()
    assert sitting(match) == ["PlayerA", "Baldo", "PlayerB"]


def test_the_browser_gives_its_part_once(client):
    ada, bea, _ = players = people(3)
    match = sealed_table(players, NEW_YEAR)
    address = reverse("table_contribution", args=[match.key])
    client.force_login(ada)
    assert f'action="{address}" data-contribute-now' in page_of(client, match)
    assert client.post(address, {"contribution": "ab" * 32}).status_code == 204
    assert Seat.objects.get(match=match, player=ada).contribution == "ab" * 32
    assert "data-contribute-now" not in page_of(client, match)
    client.force_login(bea)
    assert "data-contribute-now" in page_of(client, match)


def test_a_part_that_comes_too_late_or_from_a_stranger_is_dropped_without_a_word(client):
    ada, *_ = players = people(3)
    waiting, begun = sealed_table(players, NEW_YEAR), started_table(players, 0)
    client.force_login(player("Stranger"))
    assert press(client, "table_contribution", waiting, contribution="ab").status_code == 409
    client.force_login(ada)
    assert press(client, "table_contribution", begun, contribution="ab").status_code == 409
    assert "not open any more" not in client.get(reverse("lobby")).content.decode()
    client.logout()
    assert press(client, "table_contribution", waiting, contribution="ab").headers["Location"].startswith("/account/")
    assert client.get(reverse("table_contribution", args=[waiting.key])).status_code == 302
    assert not Seat.objects.exclude(contribution="").exists()


def test_the_page_costs_the_same_however_many_sit_there(client, django_assert_num_queries):
    players = people(6)
    for number in (3, 6):
        match = sealed_table(players[:number], NEW_YEAR)
        client.force_login(players[0])
        # Session, player, invitations; the match and its seats; and twice, whether it belongs to a tournament.
        with django_assert_num_queries(7):
            client.get(match.get_absolute_url())


def test_the_room_alone_is_fetched_when_something_has_changed(client):
    match = sealed_table(people(3), NEW_YEAR)
    room = client.get(match.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert "data-countdown" in room
    assert "<html" not in room


# --- Lists ---


def test_the_lobby_lists_ones_own_sealed_tables_and_nobody_else_s(client):
    ada, *_ = players = people(3)
    mine = sealed_table(players, NEW_YEAR)
    running = started_table(people(3, "Other"), 0)
    client.force_login(ada)
    lists = client.get(reverse("lobby")).context
    assert (lists["mine"], lists["open"], lists["running"]) == ([mine], [], [])
    assert "Begins at 18:30 UTC" in client.get(reverse("lobby")).content.decode()
    client.force_login(running.seats.get(number=0).player)
    assert client.get(reverse("lobby")).context["mine"] == [running]
    client.logout()
    lists = client.get(reverse("lobby")).context
    assert (lists["mine"], lists["open"], lists["running"]) == ([], [], [])


# --- Afterwards ---


def test_there_is_no_playing_again_at_a_sealed_table(client):
    players = people(3)
    sealed = started_table(players, 0, 1, 2)
    client.force_login(players[0])
    assert "Play again" not in page_of(client, sealed)
    finished = page_of(client, play_to_the_end(sealed))
    assert "Score pad" in finished
    assert "Play again" not in finished
    other = playing_table(players, "solo-3")
    assert "Play again" in page_of(client, other)
    assert "Play again" in page_of(client, play_to_the_end(other))


def test_a_match_that_was_called_off_says_so_and_shows_no_card(client):
    players = people(3)
    match = started_table(players, 0, 1, 2)
    matches_call_off(match_ids=[match.pk])
    for visitor in (None, players[0]):
        if visitor:
            client.force_login(visitor)
        page = page_of(client, match)
        assert "This match was called off" in page
        assert "data-socket" not in page
        for name in ("table_record", "table_replay"):
            assert client.get(reverse(name, args=[match.key])).status_code == 404
    assert client.get(reverse("lobby")).context["running"] == []
    answer = client.post(reverse("table_leave", args=[match.key]), follow=True)
    assert "This table is not open any more." in answer.content.decode()


def test_a_table_that_was_taken_back_says_so(client):
    match = sealed_table(people(3), NEW_YEAR)
    sealed_tables_close(match_ids=[match.pk])
    assert "It was taken back before a card was dealt." in page_of(client, match)


def test_organisers_see_sealed_and_called_off_tables_in_the_admin(client):
    players = people(3)
    match = started_table(players, 0)
    matches_call_off(match_ids=[match.pk])
    client.force_login(player("Admin", is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:games_match_changelist"), {"status__exact": "called-off"}).content.decode()
    assert match.key in page
    assert "called off" in page
    change = client.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert bytes(match.secret).hex() not in change
    assert bytes(match.seed).hex() not in change


# --- What other apps add ---


def a_section(request: HttpRequest, match: Match) -> str:
    return format_html("<section data-section>{} sees {}</section>", request.user, match.key)


def a_tool(request: HttpRequest, match: Match) -> str:
    return format_html('<button type="button" data-tool>{}</button>', match.status)


def nothing(request: HttpRequest, match: Match) -> str:
    return ""


@pytest.fixture
def added(settings):
    settings.TABLE_PAGE_SECTIONS = [f"{__name__}.nothing", f"{__name__}.a_section"]
    settings.TABLE_TOOLS = [f"{__name__}.a_tool"]


@pytest.mark.usefixtures("added")
def test_sections_stand_on_every_page_of_a_table_and_tools_while_there_is_something_to_do(client):
    ada, *_ = players = people(3)
    client.force_login(ada)
    finished = play_to_the_end(started_table(players, 0, 1, 2))
    off, playing = started_table(players, 0), started_table(players, 0)
    matches_call_off(match_ids=[off.pk])
    waiting, not_sealed = sealed_table(players, NEW_YEAR), waiting_table(host=ada)
    for match, tools in ((finished, 0), (off, 0), (playing, 1), (waiting, 1), (not_sealed, 1)):
        page = page_of(client, match)
        assert page.count(f"<section data-section>PlayerA sees {match.key}</section>") == 1
        assert page.count("data-tool>") == tools
    live = page_of(client, playing)
    after_game = live[live.index('id="after-game"') :]
    assert "data-section" in after_game[: after_game.index("</div>")]


@pytest.mark.usefixtures("added")
def test_what_is_added_stays_where_it_is_while_the_room_is_fetched_again(client):
    match = sealed_table(people(3), timezone.now() + timedelta(minutes=5))
    room = client.get(match.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert "data-section" not in room
