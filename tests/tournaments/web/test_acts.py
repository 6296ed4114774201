"""The owner's acts on the site: what is offered, what asks first, and what is refused."""

import re

import pytest

from tests.players.builders import player
from tests.tournaments.web.events import act, crowd, enter, event, open_tables, play_round, start
from tournaments.director.acts import Act
from tournaments.models import LogLine, Notice, Tournament

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, kind: Act) -> str:
    return f"{tournament.get_absolute_url()}acts/{kind}/"


def press(client, tournament: Tournament, kind: Act, **data):
    tournament.refresh_from_db()
    return client.post(address(tournament, kind), {"state": tournament.state, "reason": "A test.", **data})


def offered(client, tournament: Tournament) -> set[str]:
    page = client.get(f"{tournament.get_absolute_url()}parts/mine/").content.decode()
    return {kind for kind in Act if f"/acts/{kind}/" in page}


def status(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return tournament.status


def test_what_is_offered_follows_what_is_allowed(client):
    one = event()
    client.force_login(one.owner)
    before = {Act.CLOSE_REGISTRATION, Act.ADD_ENTRY, Act.DROP, Act.PAUSE, Act.CANCEL, Act.MESSAGE}
    assert offered(client, one) == before
    crowd(one, 4)
    assert offered(client, one) == before | {Act.START}
    start(one)
    assert Act.FINISH in offered(client, one)
    assert Act.START not in offered(client, one)
    client.force_login(player())
    assert offered(client, one) == set()


def test_the_owner_starts_with_one_click(client):
    one = event()
    crowd(one, 4)
    client.force_login(one.owner)
    assert press(client, one, Act.START).url == one.get_absolute_url()
    assert status(one) == "running"


def test_others_cannot_act_by_a_post_made_by_hand(client):
    one = event()
    crowd(one, 4)
    assert press(client, one, Act.START).url.startswith("/account/login/")
    client.force_login(player())
    assert press(client, one, Act.START).status_code == 302
    assert client.get(address(one, Act.CANCEL)).status_code == 302
    assert status(one) == "registration"
    assert not LogLine.objects.filter(tournament=one, act="start").exists()


def test_what_cannot_be_taken_back_asks_first_and_wants_a_reason(client):
    one = event()
    crowd(one, 4)
    start(one)
    client.force_login(one.owner)
    page = client.get(address(one, Act.FINISH)).content.decode()
    assert "Matches that would be called off:" in page
    assert "I have seen what changes." in page
    assert press(client, one, Act.FINISH).status_code == 200
    assert status(one) == "running"
    refused = press(client, one, Act.FINISH, sure="yes", reason=" ")
    assert refused.status_code == 409
    assert "Say why" in refused.content.decode()
    assert press(client, one, Act.FINISH, sure="yes").status_code == 302
    assert status(one) == "finished"


def test_a_stale_page_is_refused_with_what_changed_since(client):
    """Two windows: in one the owner pauses, in the other, opened before, somebody is dropped."""
    one = event()
    crowd(one, 4)
    client.force_login(one.owner)
    seen = one.state
    act(one, Act.PAUSE, reason="The cat is on the table.")
    refused = client.post(address(one, Act.DROP), {"state": seen, "entry": 1, "reason": "Asked for it.", "sure": "yes"})
    assert refused.status_code == 409
    page = refused.content.decode()
    assert "Somebody has decided something meanwhile." in page
    assert "The cat is on the table." in page
    assert 'value="Asked for it."' in page
    assert one.entries.filter(status="in").count() == 4
    assert press(client, one, Act.DROP, entry=1, sure="yes").status_code == 302
    assert one.entries.filter(status="in").count() == 3


@pytest.mark.parametrize("state", [None, "", "-1", "soon"])
def test_a_post_that_does_not_say_what_it_has_seen_is_stale(client, state):
    one = event()
    client.force_login(one.owner)
    act(one, Act.CLOSE_REGISTRATION)
    sent = {"reason": "A test."} | ({} if state is None else {"state": state})
    refused = client.post(address(one, Act.OPEN_REGISTRATION), sent)
    assert refused.status_code == 409
    assert "Somebody has decided something meanwhile." in refused.content.decode()
    assert status(one) == "closed"


def test_dropping_somebody_shows_the_consequences_once_it_is_known_who(client):
    one = event(settings={"rounds": 3})
    crowd(one, 8)
    start(one)
    play_round(one)
    client.force_login(one.owner)
    assert "Show what would change" in client.get(address(one, Act.DROP)).content.decode()
    asked = press(client, one, Act.DROP, entry=1).content.decode()
    assert "I have seen what changes." in asked
    assert one.entries.filter(status="dropped").count() == 0
    press(client, one, Act.DROP, entry=1, sure="yes")
    assert one.entries.get(number=1).status == "dropped"


def test_somebody_is_added_by_name_and_a_wrong_name_is_said(client):
    one, ada = event(), player()
    client.force_login(one.owner)
    refused = press(client, one, Act.ADD_ENTRY, player="Nobody Here")
    assert refused.status_code == 409
    assert "Nobody here goes by that name." in refused.content.decode()
    assert 'value="Nobody Here"' in refused.content.decode()
    press(client, one, Act.ADD_ENTRY, player=ada.name)
    assert [(entry.name, entry.status) for entry in one.entries.all()] == [(ada.name, "invited")]


def test_a_message_reaches_everybody(client):
    one = event()
    crowd(one, 3)
    client.force_login(one.owner)
    press(client, one, Act.MESSAGE, text="Bring <gems>.")
    assert Notice.objects.filter(kind="message").count() == 3
    client.force_login(one.entries.first().players.get().player)
    assert "Bring &lt;gems&gt;." in client.get("/notices/").content.decode()


def test_acts_that_are_not_offered_or_not_possible_are_refused(client):
    one = event()
    client.force_login(one.owner)
    assert client.get(address(one, Act.SWAP)).status_code == 404
    assert client.get(f"{one.get_absolute_url()}acts/abolish/").status_code == 404
    assert client.get(address(one, Act.FINISH)).status_code == 302
    assert press(client, one, Act.FINISH, sure="yes").status_code == 409
    act(one, Act.CANCEL)
    assert press(client, one, Act.PAUSE).status_code == 409


def test_a_result_is_entered_from_the_tables_own_page(client):
    """Entries sit in seat order; the last of them is written down as the first, and two tie."""
    one = event(settings={"rounds": 1})
    crowd(one, 4)
    start(one)
    client.force_login(one.owner)
    (table,) = open_tables(one)
    numbers = [slot.entry.number for slot in table.slots.select_related("entry")]
    page = client.get(f"/tournaments/tables/{table.pk}/").content.decode()
    assert f"/acts/{Act.ENTER_RESULT}/?table={table.pk}" in page
    assert client.get(f"{address(one, Act.ENTER_RESULT)}?table={table.pk}").status_code == 200
    places = dict(zip((f"place-{number}" for number in numbers), (3, 2, 2, 1), strict=True))
    assert press(client, one, Act.ENTER_RESULT, table=table.pk, **places).status_code == 200
    assert press(client, one, Act.ENTER_RESULT, table=table.pk, sure="yes", **places).status_code == 302
    assert list(table.slots.values_list("place", flat=True)) == [4, 2, 2, 1]


def test_who_plays_cannot_rule_on_the_own_table(client):
    owner = player()
    one = event(owner)
    crowd(one, 3)
    enter(one, owner)
    start(one)
    client.force_login(owner)
    (table,) = open_tables(one)
    assert "Rule on this table" not in client.get(f"/tournaments/tables/{table.pk}/").content.decode()
    refused = press(client, one, Act.CALL_OFF, table=table.pk, sure="yes")
    assert refused.status_code == 409
    assert "somebody else has to rule on that" in refused.content.decode()


def test_who_plays_is_not_offered_themselves_or_who_sits_beside_them(client):
    """Eight at two tables of four, the owner at one of them."""
    owner = player()
    one = event(owner)
    crowd(one, 7)
    enter(one, owner)
    start(one)
    client.force_login(owner)
    (own,) = [table for table in open_tables(one) if table.slots.filter(entry__number=8)]
    there = set(own.slots.values_list("entry__number", flat=True))
    page = client.get(address(one, Act.DROP)).content.decode()
    assert {int(number) for number in re.findall(r'<option value="(\d+)"', page)} == set(range(1, 9)) - there
    refused = press(client, one, Act.DROP, entry=min(there), sure="yes")
    assert refused.status_code == 409
    assert "somebody else has to rule on that" in refused.content.decode()
