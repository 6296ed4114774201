"""The page of a table, the organiser's bell, and what stands on the pages of its match."""

import pytest

from games.services.sealed import matches_call_off, tables_start
from tests.games.builders import waiting_table
from tests.players.builders import player
from tests.tournaments.web.events import act, crowd, decide, event, open_tables, start
from tournaments.director.acts import Act
from tournaments.models import Call, InvitedPlayer, LogLine, Table, Tournament
from tournaments.web.sections import tournament_section, tournament_tool

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    one = event(settings={"rounds": 2})
    crowd(one, 4)
    start(one)
    return one


def sitter(table: Table):
    return table.slots.first().entry.players.get().player


def page(client, table: Table) -> str:
    response = client.get(f"/tournaments/tables/{table.pk}/")
    assert response.status_code == 200
    return response.content.decode()


def test_it_says_why_and_what_was_played_oldest_first(client, evening):
    (table,) = open_tables(evening)
    first = table.match
    act(evening, Act.REPLAY, table=1, round=1)
    shown = page(client, table)
    assert "First round, by seeding: the top of the list meets the middle and the end." in shown
    table.refresh_from_db()
    assert table.match != first
    assert shown.index(first.key) < shown.index(table.match.key)
    assert shown.count("does not count") == 1
    decide(table, evening)
    assert "by ruling" in page(client, table)


def test_drafts_and_rehearsals_are_not_shown(client):
    one = event(automatic=False)
    crowd(one, 4)
    start(one)
    table = Table.objects.get(stage__tournament=one)
    assert client.get(f"/tournaments/tables/{table.pk}/").status_code == 404
    assert client.get("/tournaments/tables/99999999/").status_code == 404


def test_who_sits_there_calls_the_organiser_once(client, evening):
    (table,) = open_tables(evening)
    me = sitter(table)
    client.force_login(me)
    assert f"/tournaments/tables/{table.pk}/call/" in client.get(table.match.get_absolute_url()).content.decode()
    for text in ("A cup fell over.", "Again."):
        assert client.post(f"/tournaments/tables/{table.pk}/call/", {"text": text}).status_code == 302
    assert [call.text for call in Call.objects.all()] == ["A cup fell over."]
    assert LogLine.objects.filter(act="call").count() == 1
    assert "A cup fell over." not in page(client, table)
    client.force_login(evening.owner)
    assert "A cup fell over." in page(client, table)
    client.post(f"/tournaments/tables/{table.pk}/settle/")
    assert "A cup fell over." not in page(client, table)


def test_others_cannot_call_or_settle(client, evening):
    (table,) = open_tables(evening)
    client.force_login(sitter(table))
    client.post(f"/tournaments/tables/{table.pk}/call/")
    client.post(f"/tournaments/tables/{table.pk}/settle/")
    assert Call.objects.get().settled_at is None
    client.force_login(player())
    assert "/call/" not in client.get(table.match.get_absolute_url()).content.decode()
    client.post(f"/tournaments/tables/{table.pk}/call/")
    assert Call.objects.count() == 1
    client.logout()
    assert client.post(f"/tournaments/tables/{table.pk}/call/").url.startswith("/account/login/")
    assert client.get(f"/tournaments/tables/{table.pk}/call/").url == "/"


def test_the_page_of_a_match_leads_back_and_on(client, evening):
    """While it waits: round and table. Once it is over for whoever sat there: the next table."""
    (table,) = open_tables(evening)
    waiting = client.get(table.match.get_absolute_url()).content.decode()
    assert evening.get_absolute_url() in waiting
    assert "round 1, table 1" in waiting
    assert "Your next table is ready." not in waiting
    decide(table, evening)
    (following,) = open_tables(evening)
    client.force_login(sitter(table))
    over = client.get(table.match.get_absolute_url()).content.decode()
    assert "Your next table is ready." in over
    assert following.match.get_absolute_url() in over


# --- Events by link only ---


@pytest.fixture
def private_evening():
    one = event(settings={"rounds": 2}, listed=False)
    crowd(one, 4)
    start(one)
    return one


def test_the_page_of_a_match_names_a_private_event_only_to_those_who_are_in_it(client, private_evening):
    (table,) = open_tables(private_evening)
    address = table.match.get_absolute_url()
    for reader, is_named in ((None, False), (player(), False), (sitter(table), True), (private_evening.owner, True)):
        if reader is not None:
            client.force_login(reader)
        assert (private_evening.slug in client.get(address).content.decode()) == is_named
    invited = player()
    InvitedPlayer.objects.create(tournament=private_evening, player=invited)
    client.force_login(invited)
    assert private_evening.slug in client.get(address).content.decode()


def test_the_page_of_a_match_names_a_rehearsal_to_nobody_else(client, evening):
    (table,) = open_tables(evening)
    Tournament.objects.filter(pk=evening.pk).update(rehearsal=True)
    assert evening.slug not in client.get(table.match.get_absolute_url()).content.decode()


def test_tables_of_a_private_event_are_not_found_by_counting(client, private_evening):
    (table,) = open_tables(private_evening)
    within = f"{private_evening.get_absolute_url()}tables/{table.pk}/"
    assert client.get(f"/tournaments/tables/{table.pk}/").status_code == 404
    assert within in client.get(private_evening.get_absolute_url()).content.decode()
    assert client.get(within).status_code == 200
    assert client.get(f"{event().get_absolute_url()}tables/{table.pk}/").status_code == 404
    client.force_login(sitter(table))
    assert client.get(f"/tournaments/tables/{table.pk}/").status_code == 200


def test_no_lobby_lists_the_tables_of_a_tournament_but_to_who_sits_there(client, evening):
    (table,) = open_tables(evening)
    tables_start({table.match_id: frozenset(range(4))})
    assert table.match.key not in client.get("/tables/").content.decode()
    client.force_login(sitter(table))
    assert table.match.key in client.get("/tables/").content.decode()


# --- Tables of the lobby ---


def test_a_table_that_was_not_laid_by_a_tournament_costs_nothing_more(evening, django_assert_num_queries, rf):
    match, request = waiting_table(), rf.get("/")
    request.user = player()
    with django_assert_num_queries(0):
        assert (tournament_section(request, match), tournament_tool(request, match)) == ("", "")


def test_a_match_that_was_called_off_still_leads_back(client, evening):
    (table,) = open_tables(evening)
    matches_call_off(match_ids=[table.match_id])
    assert evening.get_absolute_url() in client.get(table.match.get_absolute_url()).content.decode()
