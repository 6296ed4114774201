"""Which tournaments are in which list, and what the lists cost."""

import pytest

from tests.players.builders import player
from tests.tournaments.web.events import act, crowd, event, play_to_the_end, soon, start
from tournaments.director.acts import Act
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def listed(client, query: str = "") -> str:
    response = client.get(f"/tournaments/{query}", headers={"HX-Request": "true"})
    assert response.status_code == 200
    return response.content.decode()


def test_each_status_has_its_list(client):
    opened, running, over = event(name="Opened"), event(name="Begun"), event(name="Ended", settings={"rounds": 1})
    off = event(name="Called off")
    Tournament.objects.filter(pk=event(name="Announced").pk).update(status="announced")
    for one in (running, over):
        crowd(one, 3)
        start(one)
    play_to_the_end(over)
    act(off, Act.CANCEL)
    lists = {when: listed(client, f"?when={when}") for when in ("open", "upcoming", "running", "past")}
    expected = {"open": [opened.name], "upcoming": ["Announced"], "running": ["Begun"], "past": ["Ended", "Called off"]}
    names = ("Opened", "Begun", "Ended", "Called off", "Announced")
    assert {when: [one for one in names if one in page] for when, page in lists.items()} == expected
    assert listed(client) == listed(client, "?when=nonsense") == lists["open"]


def test_rehearsals_and_what_is_found_by_link_only_are_in_no_list(client):
    event(name="Secret", listed=False)
    rehearsal = event(name="Rehearsed")
    Tournament.objects.filter(pk=rehearsal.pk).update(rehearsal=True)
    page = listed(client)
    assert "Secret" not in page
    assert "Rehearsed" not in page
    assert "Create one of your own" in page


def test_filters_choose_and_an_empty_answer_says_what_to_do(client):
    event(name="Alone")
    event(name="Pairs", options={"mode": "pairs-4", "deck": "double"}, format="elimination", rated=True)
    assert "Alone" not in listed(client, "?mode=pot-de-vin:pairs-4")
    assert "Pairs" in listed(client, "?mode=pot-de-vin:pairs-4&format=elimination&rated=yes")
    assert "Pairs" not in listed(client, "?rated=no")
    assert "Nothing like that here" in listed(client, "?mode=pot-de-vin:solo-6")
    assert "Alone" in listed(client, "?mode=chess:solo&format=lottery&rated=perhaps")


def test_a_card_says_when_how_and_how_full(client):
    one = event(places=3, starts_at=soon(days=2), rated=False)
    crowd(one, 4)
    page = listed(client)
    assert "3 of 3 places taken, 1 waiting" in page
    assert "Each for themselves, at tables of four" in page
    assert f'datetime="{one.starts_at:%Y-%m-%dT%H:%M:%SZ}"' in page


def test_long_lists_have_pages(client):
    for number in range(21):
        event(name=f"Evening {number:02}", starts_at=soon(days=1, minutes=number))
    assert "Evening 19" in listed(client)
    assert "Evening 20" not in listed(client)
    assert "Evening 20" in listed(client, "?page=2")


def test_my_own_stand_first_and_only_for_me(client):
    me = player()
    mine = event(me, name="My evening", listed=False)
    page = client.get("/tournaments/").content.decode()
    assert mine.name not in page
    client.force_login(me)
    assert "My evening" in client.get("/tournaments/").content.decode()


@pytest.mark.parametrize("number", [1, 12])
def test_the_lists_cost_the_same_however_many_there_are(client, django_assert_num_queries, number):
    for _ in range(number):
        crowd(event(starts_at=None), number)
    client.force_login(player())
    with django_assert_num_queries(7):  # session, player, number and rows of a page, mine, version, invitations
        client.get("/tournaments/")


def test_the_front_page_shows_mine_and_the_next(client):
    me = player()
    mine = event(me, name="My evening")
    others = [event(name=f"Evening {number}", starts_at=soon(days=1, minutes=number)) for number in range(4)]
    client.force_login(me)
    page = client.get("/").content.decode()
    assert [one.name in page for one in (mine, *others)] == [True, True, True, True, False]
