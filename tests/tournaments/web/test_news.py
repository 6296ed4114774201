"""The bar with one's own table, and the page of notices."""

import pytest
from django.utils import timezone

from tests.players.builders import player
from tests.tournaments.web.events import crowd, decide, event, open_tables, start
from tournaments.models import MailTurnedOff, Notice
from tournaments.services.membership import entry_sit_out

pytestmark = pytest.mark.django_db


def bar(client) -> str:
    response = client.get("/your-table/")
    assert response.status_code == 200
    return response.content.decode()


def test_nobody_and_somebody_without_anything_to_do_get_an_empty_bar(client):
    assert bar(client) == ""
    client.force_login(player())
    assert bar(client).strip() == '<span id="notices-unseen" hx-swap-oob="true"></span>'


def test_a_table_that_is_ready_stands_there_with_its_time(client):
    one = event()
    crowd(one, 4)
    start(one)
    (table,) = open_tables(one)
    client.force_login(table.slots.first().entry.players.get().player)
    shown = bar(client)
    assert "Your table is ready." in shown
    assert f'data-path="{table.match.get_absolute_url()}"' in shown
    assert f'data-starts-at="{table.starts_at:%Y-%m-%dT%H:%M:%SZ}"' in shown


def test_between_two_tables_one_reads_where_one_stands(client):
    """Eight at two tables: the winner of the first is in place 1 only once the round is over."""
    one = event(settings={"rounds": 2})
    crowd(one, 8)
    start(one)
    first, second = open_tables(one)
    winner = first.slots.first().entry.players.get().player
    client.force_login(winner)
    decide(first, one)
    assert "you are in." in bar(client)
    assert "1 table is still being played." in bar(client)
    entry_sit_out(tournament_id=one.pk, by=winner, sits_out=True)
    decide(second, one)
    assert "you sit out." in bar(client)
    assert "I am back" in bar(client)


def test_notices_are_counted_until_they_are_opened(client):
    one = event()
    (me,) = crowd(one, 1)
    client.force_login(me)
    assert "1 new notice" in bar(client)
    page = client.get("/notices/").content.decode()
    assert "You are in." in page
    assert ">new<" in page
    assert "new notice" not in bar(client)
    assert ">new<" not in client.get("/notices/").content.decode()


def test_pages_cost_nothing_more_for_the_bar(client, django_assert_num_queries):
    client.force_login(player())
    with django_assert_num_queries(3):  # session, player, invitations
        assert 'hx-get="/your-table/"' in client.get("/rules/pot-de-vin/").content.decode()


def test_kinds_of_mails_are_turned_off_and_on(client):
    me = player()
    client.force_login(me)
    assert client.get("/notices/").content.decode().count(" checked") == len(Notice.Kind.values)
    client.post("/notices/", {"mail": ["seated", "cancelled", "nonsense"]})
    kept = set(Notice.Kind.values) - set(MailTurnedOff.objects.values_list("kind", flat=True))
    assert kept == {"seated", "cancelled"}
    client.post("/notices/", {"mail": Notice.Kind.values})
    assert not MailTurnedOff.objects.exists()


def test_guests_have_notices_and_no_mails_and_visitors_neither(client):
    assert client.get("/notices/").url.startswith("/account/login/")
    client.post("/guest/")
    page = client.get("/notices/").content.decode()
    assert "Nothing yet" in page
    assert 'name="mail"' not in page


@pytest.mark.parametrize("number", [1, 30])
def test_notices_cost_the_same_however_many_there_are(client, django_assert_num_queries, number):
    one, me = event(), player()
    Notice.objects.bulk_create(
        Notice(player=me, tournament=one, kind="registered", code="in", seen_at=timezone.now()) for _ in range(number)
    )
    client.force_login(me)
    with django_assert_num_queries(6):  # session, player, notices, those of ratings, mails, invitations
        client.get("/notices/")


def test_a_notice_of_a_later_version_says_that_there_is_news(client):
    one, me = event(), player()
    Notice.objects.create(player=me, tournament=one, kind="registered", code="teleported", facts={})
    client.force_login(me)
    assert "There is news." in client.get("/notices/").content.decode()
