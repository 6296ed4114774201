"""The lobby and the pages of a table, as people see them."""

import pytest
from django.urls import reverse

from games.models import Match, Seat
from games.services.rating import matches_hand_over
from players.models import Player
from players.services.players import guest_create, player_leave
from ratings.models import RatedMatch
from ratings.selectors.changes import changes_of_match
from ratings.services.corrections import player_strike, result_annul, result_correct, result_restore
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.games.builders import bot_table, people, playing_table, waiting_table
from tests.games.playing import play_to_the_end
from tests.players.builders import player, team

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_visitor_is_at_a_table_with_bots_after_one_click(client):
    answer = client.post(reverse("table_quick"))
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/tables/{match.key}/?start"
    guest = Player.objects.get()
    assert guest.is_guest
    assert [seat.bot for seat in match.seats.all()] == ["", "regular", "regular", "regular"]
    page = client.get(answer.headers["Location"]).content.decode()
    assert match.commitment in page
    client.post(reverse("table_ready", args=[match.key]), {"contribution": "ab" * 32})
    assert Match.objects.get().status == "playing"
    assert Seat.objects.get(player=guest).contribution == "ab" * 32


def test_opening_a_table_takes_what_was_chosen(client):
    client.force_login(player("Ada"))
    form = {"mode": "pairs-4", "deck": "single", "pace": "blitz", "joining": "link", "watching": "nobody", "bots": ""}
    client.post(reverse("table_new"), form)
    match = Match.objects.get()
    assert match.options == {"mode": "pairs-4", "deck": "single"}
    assert (match.pace, match.joining, match.watching, match.rated) == ("blitz", "link", "nobody", False)


def test_what_cannot_be_opened_says_why(client):
    client.force_login(player("Ada"))
    page = client.post(reverse("table_new"), {"mode": "solo-9"})
    assert page.status_code == 200
    assert "mode" in page.context["form"].errors
    assert not Match.objects.exists()


TABLE_FORM = {"mode": "solo-4", "deck": "double", "pace": "blitz", "joining": "everyone", "watching": "everyone"}


def test_what_was_filled_in_stays_when_a_table_cannot_be_opened(client):
    ada = player("Ada")
    client.force_login(ada)
    page = client.post(reverse("table_new"), TABLE_FORM | {"rated": "on", "bots": "novice"})
    assert page.context["form"].errors == {"bots": ["A rated table is for people only, without bots."]}
    assert page.context["form"]["pace"].value() == "blitz"
    for _ in range(5):
        waiting_table(host=ada)
    page = client.post(reverse("table_new"), TABLE_FORM)
    assert list(page.context["form"].errors) == ["__all__"]
    client.force_login(guest_create())
    page = client.post(reverse("table_new"), TABLE_FORM | {"rated": "on"})
    assert list(page.context["form"].errors) == ["rated"]


def test_a_visitor_opens_a_table_as_a_guest_unless_it_is_rated(client):
    page = client.post(reverse("table_new"), TABLE_FORM | {"rated": "on"})
    assert list(page.context["form"].errors) == ["rated"]
    assert not Player.objects.exists()
    assert "My teams" not in client.get(reverse("table_new")).content.decode()
    client.post(reverse("table_new"), TABLE_FORM)
    assert Match.objects.get().host.is_guest


def test_the_rules_say_with_what_a_game_begins(client):
    page = client.get(reverse("rules"))
    rows = [(one.seats, one.hand, one.gems, one.rounds) for one in page.context["set_ups"]]
    assert rows == [(3, 12, 4, 16), (4, 10, 2, 12), (5, 8, 4, 12), (6, 8, 4, 12)]  # as in docs/rules/pot-de-vin.md
    assert reverse("rules") in client.get("/").content.decode()


def test_the_lobby_and_the_front_page_lead_back_to_where_one_sits(client):
    ada, bea, cleo = people(3)
    match = playing_table([ada, bea, cleo], "solo-3")
    client.force_login(ada)
    assert client.get(reverse("lobby")).content.decode().count(match.get_absolute_url()) == 1
    assert match.get_absolute_url() in client.get("/").content.decode()
    client.force_login(player("Dora"))
    assert match.get_absolute_url() not in client.get("/").content.decode()


def test_a_table_for_teams_is_offered_to_those_who_are_in_one(client):
    ada, bea = people(2)
    client.force_login(ada)
    assert "My teams" not in client.get(reverse("table_new")).content.decode()
    page = client.post(reverse("table_new"), TABLE_FORM | {"joining": "team"})
    assert list(page.context["form"].errors) == ["joining"]
    team(captain=bea, partner=ada)
    assert "My teams" in client.get(reverse("table_new")).content.decode()
    client.post(reverse("table_new"), TABLE_FORM | {"joining": "team"})
    assert Match.objects.get().joining == "team"


def test_buttons_do_what_they_say(client):
    ada, bea = people(2)
    match = waiting_table("solo-3", ada)
    client.force_login(bea)
    client.post(reverse("table_sit", args=[match.key, 2]))
    assert Seat.objects.get(match=match, number=2).player == bea
    client.post(reverse("table_leave", args=[match.key]))
    assert Seat.objects.get(match=match, number=2).player is None
    client.force_login(ada)
    client.post(reverse("table_bot", args=[match.key, 1]), {"level": "expert"})
    assert Seat.objects.get(match=match, number=1).bot == "expert"
    assert client.post(reverse("table_bot", args=[match.key, 1]), {"level": "genius"}).status_code == 404
    assert client.get(reverse("table_sit", args=[match.key, 1])).status_code == 302


@pytest.mark.parametrize("page", ["", "record.json", "replay.json"])
def test_there_is_no_such_table(client, page):
    assert client.get(f"/tables/nowhere/{page}").status_code == 404


def test_the_lobby_costs_the_same_with_one_table_and_with_twenty(client, django_assert_num_queries):
    ada = player("Ada")
    client.force_login(ada)
    bot_table(ada)
    waiting_table(host=player("Bea"))
    for number in range(20):
        # Session, player, invitations; and for each of the three lists the tables and their seats.
        with django_assert_num_queries(9):
            assert len(client.get(reverse("lobby")).context["open"]) == 1 + number
        waiting_table(host=player())


def test_a_page_that_heard_of_a_change_gets_the_lists_alone(client):
    waiting_table(host=player("Ada"))
    whole, lists = client.get(reverse("lobby")), client.get(reverse("lobby"), headers={"HX-Request": "true"})
    assert "<html" in whole.content.decode()
    assert "<html" not in lists.content.decode()
    assert "Ada" in lists.content.decode()


def test_a_finished_match_has_a_page_a_replay_and_a_record(client):
    match = play_to_the_end(playing_table(people(4), "pairs-4"))
    page = client.get(match.get_absolute_url())
    assert [row.name for row in page.context["pad"].rows][:2] == ["Nobles", "Artists"]
    totals = [total.points for total in page.context["pad"].totals]
    assert sorted(totals) == sorted(side["points"] for side in match.result["sides"])
    replay = client.get(reverse("table_replay", args=[match.key])).json()
    assert [state["seq"] for state in replay["states"]] == list(range(match.seq + 1))
    assert replay["states"][-1]["result"] == match.result
    record = client.get(reverse("table_record", args=[match.key]))
    assert "attachment" in record.headers["Content-Disposition"]
    assert record.json()["result"] == match.result


@pytest.mark.parametrize("language", ["en", "pt-br", "it"])
def test_every_page_of_a_table_in_every_language(client, language):
    ada = player("Ada", language=language)
    client.force_login(ada)
    waiting = waiting_table("pairs-6", ada)
    playing = bot_table(ada)
    for page in (reverse("lobby"), reverse("table_new"), waiting.get_absolute_url(), playing.get_absolute_url()):
        assert client.get(page).status_code == 200
    finished = play_to_the_end(playing)
    assert client.get(finished.get_absolute_url()).status_code == 200


def test_someone_who_has_left_is_a_former_player_at_the_table(client):
    ada, bea, cleo = people(3)
    match = play_to_the_end(playing_table([ada, bea, cleo], "solo-3"))
    player_leave(player=bea)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "a former player" in page
    assert bea.name not in page


def test_the_page_of_a_rated_match_says_what_it_did_to_the_ratings(client):
    """Three newcomers at 1500 with K 160: a place alone brings +80, 0 or −80, and shared ones lie between."""
    players = people(3)
    finished = play_to_the_end(playing_table(players, "solo-3", rated=True))
    assert "The ratings follow in a moment." in client.get(finished.get_absolute_url()).content.decode()
    matches_hand_over()
    pool_settle(key="pot-de-vin-solo")
    page = client.get(finished.get_absolute_url()).content.decode()
    # The replay begins where they stood when they sat down.
    replay = client.get(reverse("table_replay", args=[finished.key])).json()
    assert [seat["rating"] for seat in replay["hello"]["seats"]] == [1500, 1500, 1500]
    changes = changes_of_match(finished.pk)
    assert sum(change.after for change in changes) == pytest.approx(4500)
    for change in changes:
        assert change.after == pytest.approx(1500 + 160 * (change.score - 0.5))
        assert f"{change.after:.0f}" in page
    assert reverse("ratings_explained") in page
    result_annul(match=changes[0].match, version=1, by=player("Organiser"), reason="A test.")
    replays_carry_out()
    assert "It counts for nobody." in client.get(finished.get_absolute_url()).content.decode()


def test_the_page_of_a_corrected_match_says_so_and_costs_the_same(client, django_assert_num_queries):
    players, organiser = people(3), player("Organiser")
    finished = play_to_the_end(playing_table(players, "solo-3", rated=True))
    matches_hand_over()
    pool_settle(key="pot-de-vin-solo")

    def page() -> str:
        # The match, its seats and its moves; what it did; what organisers have changed; whether a rematch waits.
        with django_assert_num_queries(6):
            return client.get(finished.get_absolute_url()).content.decode()

    assert "An organiser" not in page()
    match = RatedMatch.objects.get()
    names = {seat.number: seat.player.name for seat in finished.seats.all()}
    places = [3, 1, 2] if match.places != [3, 1, 2] else [2, 3, 1]
    result_correct(match=match, version=1, places=places, by=organiser, reason="<b>Seats</b> were mixed up.")
    assert "The ratings are being worked out again." in page()
    replays_carry_out()
    corrected = page()
    assert "An organiser corrected the result on" in corrected
    assert "&lt;b&gt;Seats&lt;/b&gt; were mixed up." in corrected
    first, second, third = (names[places.index(place)] for place in (1, 2, 3))
    assert f"<strong>1. {first}, 2. {second}, 3. {third}</strong>" in corrected
    assert "worked out again" not in corrected
    result_annul(match=match, version=2, by=organiser, reason="Nobody knows.")
    replays_carry_out()
    annulled = page()
    assert "An organiser annulled this match on" in annulled
    assert "It counts for nobody." in annulled
    assert "It is rated in these places" not in annulled
    result_restore(match=match, version=3, by=organiser, reason="The pad was found.")
    replays_carry_out()
    restored = page()
    assert "An organiser let this match count again on" in restored
    assert "It is rated in these places" in restored
    player_strike(player=players[0], by=organiser, reason="Marked cards.")
    replays_carry_out()
    assert "An organiser struck this match out on" in page()


def test_the_lobby_shows_running_tables_that_one_may_watch(client):
    shown = playing_table(people(3), "solo-3")
    playing_table(people(3, "Other"), "solo-3", watching="nobody")
    assert client.get(reverse("lobby")).context["running"] == [shown]
