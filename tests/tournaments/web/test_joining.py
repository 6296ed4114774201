"""One click each: entering, agreeing, withdrawing, checking in, sitting out, being back, dropping out."""

import pytest
from django.contrib.messages import get_messages

from players.models import Player
from players.services.players import guest_create
from tests.players.builders import player, team
from tests.tournaments.web.events import act, advance, crowd, decide, enter, event, open_tables, soon, start
from tournaments.director.acts import Act
from tournaments.models import Entry, LogLine, Tournament
from tournaments.services.entries import entry_agree, entry_check_in

pytestmark = pytest.mark.django_db
PAIRS = {"mode": "pairs-4", "deck": "double"}


def press(client, tournament: Tournament, what: str, **data):
    return client.post(f"{tournament.get_absolute_url()}{what}/", data)


def said(response) -> str:
    return " ".join(str(one) for one in get_messages(response.wsgi_request))


def statuses(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("status", flat=True))


# --- Entering ---


def test_a_visitor_enters_as_a_guest(client):
    one = event()
    response = press(client, one, "enter")
    assert response.url == one.get_absolute_url()
    assert Player.objects.get(entries__tournament=one).is_guest
    assert "You are in." in said(response)


def test_a_rated_tournament_is_for_accounts(client):
    one = event(rated=True)
    response = press(client, one, "enter")
    assert response.url.startswith("/account/signup/?next=%2Ftournaments%2F")
    client.post("/guest/")
    assert press(client, one, "enter").url.startswith("/account/signup/")
    assert statuses(one) == []


def test_entering_twice_is_entering_once(client):
    one = event()
    client.force_login(player())
    press(client, one, "enter")
    client.get(one.get_absolute_url())  # reads what was said
    assert said(press(client, one, "enter")) == ""
    assert statuses(one) == ["in"]
    assert LogLine.objects.filter(tournament=one, act="enter").count() == 1


def test_after_the_close_and_at_the_same_hour_there_are_clear_words(client):
    me, when = player(), soon(days=1)
    closed, first, second = event(), event(starts_at=when), event(starts_at=soon(days=1, minutes=20))
    act(closed, Act.CLOSE_REGISTRATION)
    client.force_login(me)
    assert "Registration is not open." in said(press(client, closed, "enter"))
    press(client, first, "enter")
    assert "another tournament at the same hour" in said(press(client, second, "enter"))
    assert (statuses(closed), statuses(first), statuses(second)) == ([], ["in"], [])


def test_the_button_says_that_one_would_wait(client):
    one = event(places=2)
    crowd(one, 2)
    client.force_login(player())
    assert "Enter the waiting list" in client.get(one.get_absolute_url()).content.decode()
    assert "You are on the waiting list." in said(press(client, one, "enter"))
    assert statuses(one) == ["in", "in", "waiting"]


def test_a_code_is_asked_for_and_checked(client):
    one = event(code="Gems and masks")
    client.force_login(player())
    assert 'name="code"' in client.get(one.get_absolute_url()).content.decode()
    assert "That is not the entry code." in said(press(client, one, "enter", code="wine"))
    press(client, one, "enter", code=" gems AND masks ")
    assert statuses(one) == ["in"]


def offered(client, tournament: Tournament) -> bool:
    """Whether the button stands there; and that the service says the same."""
    page = client.get(tournament.get_absolute_url()).content.decode()
    is_offered = f"{tournament.get_absolute_url()}enter/" in page
    before = statuses(tournament)
    press(client, tournament, "enter")
    assert (statuses(tournament) != before) == is_offered
    return is_offered


def test_late_entry_is_offered_until_its_last_round_is_paired(client):
    one = event(settings={"rounds": 4}, late_entry_rounds=2)
    crowd(one, 4)
    start(one)
    client.force_login(player())
    assert offered(client, one)
    decide(open_tables(one)[0], one)
    client.force_login(player())
    assert not offered(client, one)


def test_late_entry_is_not_offered_where_every_place_is_taken(client):
    """There is no waiting list while it runs."""
    one = event(settings={"rounds": 4}, late_entry_rounds=3, places=4)
    crowd(one, 4)
    start(one)
    client.force_login(player())
    assert not offered(client, one)


def test_entering_is_not_offered_during_check_in_once_registration_has_closed(client):
    one = event(starts_at=soon(minutes=10), check_in_minutes=15, registration_closes_at=soon(minutes=5))
    crowd(one, 4)
    advance(one)
    client.force_login(player())
    assert offered(client, one)
    Tournament.objects.filter(pk=one.pk).update(registration_closes_at=soon(minutes=-1))
    client.force_login(player())
    assert not offered(client, one)


@pytest.mark.parametrize("options", [{"mode": "solo", "deck": "double"}, PAIRS])
def test_whoever_missed_check_in_is_offered_late_entry(client, options):
    one = event(
        options=options, starts_at=soon(minutes=10), check_in_minutes=15, late_entry_rounds=2, settings={"rounds": 3}
    )
    pairs = [team(partner=player()) for _ in range(5)] if one.is_for_teams else [None] * 5
    people = [pair.captain if pair else player() for pair in pairs]
    for pair, by in zip(pairs, people, strict=True):
        enter(one, by, team=pair)
        if pair:
            entry_agree(tournament_id=one.pk, by=next(m.player for m in pair.members if m.player != by))
    advance(one)
    for by in people[:4]:
        entry_check_in(tournament_id=one.pk, by=by)
    start(one)
    assert statuses(one) == ["in"] * 4 + ["absent"]
    client.force_login(people[4])
    page = client.get(one.get_absolute_url()).content.decode()
    assert f"{one.get_absolute_url()}enter/" in page
    press(client, one, "enter", **({"team": pairs[4].pk} if pairs[4] else {}))
    assert statuses(one)[4] == ("invited" if pairs[4] else "in")


# --- Teams ---


def test_one_click_with_one_of_my_teams_and_one_of_the_partner(client):
    one, ada, bea = event(options=PAIRS), player(), player()
    full, half = team(captain=ada, partner=bea), team(captain=ada)
    client.force_login(ada)
    page = client.get(one.get_absolute_url()).content.decode()
    assert f"Enter with <bdi>{full.name}</bdi>" in page
    assert half.name not in page
    assert "Your partner is asked now" in said(press(client, one, "enter", team=full.pk))
    assert statuses(one) == ["invited"]
    client.force_login(bea)
    assert "Your partner wants to enter with you." in client.get(one.get_absolute_url()).content.decode()
    press(client, one, "agree")
    assert statuses(one) == ["in"]


def test_hand_made_posts_with_teams_are_refused(client):
    """With another's team, with one that is not full, with none, with a partner who is in already, with nonsense."""
    one, ada, bea, cleo = event(options=PAIRS), player(), player(), player()
    theirs, half = team(captain=bea, partner=cleo), team(captain=ada)
    mine = team(captain=ada, partner=bea)
    client.force_login(ada)
    assert "You are not in that team." in said(press(client, one, "enter", team=theirs.pk))
    assert "has no partner yet" in said(press(client, one, "enter", team=half.pk))
    assert "enter with one of your teams" in said(press(client, one, "enter"))
    enter(one, bea, team=theirs)
    assert "Your partner has entered already" in said(press(client, one, "enter", team=mine.pk))
    assert press(client, one, "enter", team="1; DROP").status_code == 404
    assert press(client, one, "enter", team="99999999").status_code == 404
    assert "You do not take part" in said(press(client, one, "agree"))
    assert statuses(one) == ["invited"]


def test_visitors_and_guests_cannot_enter_for_teams(client):
    one = event(options=PAIRS)
    assert press(client, one, "enter").url.startswith("/account/signup/")
    assert "teams are for accounts" in client.get(one.get_absolute_url()).content.decode()


# --- Before and after the start ---


def test_withdrawing_is_one_click_and_the_first_in_line_moves_up(client):
    one = event(places=2)
    first, *_ = crowd(one, 3)
    client.force_login(first)
    assert "You have withdrawn." in said(press(client, one, "leave"))
    assert statuses(one) == ["withdrawn", "in", "in"]
    assert "You do not take part" in said(press(client, one, "leave"))


def test_checking_in_is_for_those_who_are_in_while_it_is_open(client):
    one = event(starts_at=soon(minutes=10), check_in_minutes=15, places=3)
    (ada,) = crowd(one, 1)
    client.force_login(ada)
    assert "Check-in is not open." in said(press(client, one, "check-in"))
    advance(one)
    assert one.status == "check-in"
    assert "Check in" in client.get(one.get_absolute_url()).content.decode()
    assert "You are checked in." in said(press(client, one, "check-in"))
    press(client, one, "check-in")
    assert LogLine.objects.filter(tournament=one, act="check-in").count() == 1
    client.force_login(player())
    assert "You do not take part" in said(press(client, one, "check-in"))


def test_sitting_out_and_being_back(client):
    one = event()
    ada, *_ = crowd(one, 4)
    start(one)
    client.force_login(ada)
    press(client, one, "sit-out")
    assert Entry.objects.get(players__player=ada).sits_out
    decide(open_tables(one)[0], one)
    assert "I am back" in client.get(one.get_absolute_url()).content.decode()
    press(client, one, "return")
    assert not Entry.objects.get(players__player=ada).sits_out


def test_dropping_out_asks_first_and_shows_who_would_stand_elsewhere(client):
    one = event()
    ada, *_ = crowd(one, 4)
    start(one)
    client.force_login(ada)
    page = client.get(f"{one.get_absolute_url()}leave/").content.decode()
    assert "Drop out for good?" in page
    assert "Drop out for good?" in press(client, one, "leave").content.decode()
    assert statuses(one) == ["in"] * 4
    press(client, one, "leave", sure="yes")
    assert statuses(one).count("dropped") == 1
    assert "You have dropped out." in client.get(one.get_absolute_url()).content.decode()


def buttons(client, tournament: Tournament) -> set[str]:
    """What one's own part of the page offers beside the way to one's table."""
    page = client.get(f"{tournament.get_absolute_url()}parts/mine/").content.decode()
    return {what for what in ("leave", "sit-out", "return") if f"{tournament.get_absolute_url()}{what}/" in page}


@pytest.mark.parametrize("lead_seconds", [60, 0])
def test_one_can_leave_and_sit_out_while_a_table_is_open_or_played(client, lead_seconds):
    """The table goes on: what one decides there holds from the next round on."""
    one = event(settings={"rounds": 3}, lead_seconds=lead_seconds)
    ada, *_ = crowd(one, 4)
    start(one)
    assert [table.status for table in open_tables(one)] == ["ready" if lead_seconds else "playing"]
    client.force_login(ada)
    assert buttons(client, one) == {"leave", "sit-out"}
    press(client, one, "sit-out")
    assert buttons(client, one) == {"leave", "return"}
    press(client, one, "return")
    assert buttons(client, one) == {"leave", "sit-out"}
    assert "Drop out for good?" in client.get(f"{one.get_absolute_url()}leave/").content.decode()
    press(client, one, "leave", sure="yes")
    assert buttons(client, one) == set()
    assert len(open_tables(one)) == 1


@pytest.mark.parametrize("what", ["enter", "agree", "check-in", "sit-out", "return"])
def test_buttons_have_no_page_of_their_own(client, what):
    one = event()
    assert client.get(f"{one.get_absolute_url()}{what}/").url == "/"


@pytest.mark.parametrize("what", ["agree", "check-in", "sit-out", "return", "leave"])
def test_visitors_are_asked_to_sign_in(client, what):
    one = event()
    assert press(client, one, what).url.startswith("/account/login/")


def test_while_the_bus_is_away_buttons_work(client, settings):
    one, reader = event(), player()
    client.force_login(reader)
    away = {"BACKEND": settings.CACHES["default"]["BACKEND"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": away}
    press(client, one, "enter")
    assert statuses(one) == ["in"]


def test_whoever_the_owner_has_added_is_asked_on_the_page_a_guest_too(client):
    one = event()
    for reader, answer, status in ((player(), "agree", "in"), (guest_create(), "leave", "withdrawn")):
        act(one, Act.ADD_ENTRY, player=reader.name)
        client.force_login(reader)
        assert "The organiser asks you to take part." in client.get(one.get_absolute_url()).content.decode()
        press(client, one, answer)
        assert statuses(one)[-1] == status


def test_saying_no_to_an_event_that_runs_is_one_click(client):
    one, reader = event(settings={"rounds": 3}), player()
    crowd(one, 4)
    start(one)
    act(one, Act.ADD_ENTRY, player=reader.name)
    client.force_login(reader)
    assert "You have withdrawn." in said(press(client, one, "leave"))
    assert statuses(one)[-1] == "withdrawn"
