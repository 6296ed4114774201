"""Lists: linked to each other, searched, filtered, and in a number of queries that does not grow."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import first_table
from tournaments.models import Call, Table, Tournament

pytestmark = pytest.mark.django_db

MODELS = ["tournament", "stage", "round", "table", "entry", "logline", "call"]
# From a list to the filter of one tournament.
OF_ONE = {
    "stage": "tournament__id__exact",
    "round": "stage__tournament__id__exact",
    "table": "stage__tournament__id__exact",
    "entry": "tournament__id__exact",
    "logline": "tournament__id__exact",
    "call": "table__stage__tournament__id__exact",
}


def calls_make(tournament: Tournament) -> None:
    for table in Table.objects.filter(stage__tournament=tournament):
        for slot in table.slots.all()[:3]:
            Call.objects.create(table=table, player=slot.entry.players.get().player, text="Please come.")


def queries(client, address: str) -> int:
    client.get(address)  # what a process remembers from its first page is not counted
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.fixture
def small(orsola) -> Tournament:
    tournament = builders.playing(orsola, 3, name="Small evening")
    calls_make(tournament)
    return tournament


def test_lists_of_everything_need_as_many_queries_for_many_rows(client, orsola, small):
    pages = {model: reverse(f"admin:tournaments_{model}_changelist") for model in MODELS}
    few = {model: queries(client, page) for model, page in pages.items()}
    for number in range(4):
        calls_make(builders.playing(orsola, 8, name=f"Evening {number}"))
    for number in range(24):
        builders.event(orsola, name=f"Event {number}")
    assert {model: queries(client, page) for model, page in pages.items()} == few
    assert max(few.values()) < 20


def test_lists_of_one_tournament_need_as_many_queries_for_many_rows(client, orsola, small):
    large = builders.playing(orsola, 32, name="Large evening")
    calls_make(large)
    for model, lookup in OF_ONE.items():
        page = reverse(f"admin:tournaments_{model}_changelist")
        assert queries(client, f"{page}?{lookup}={large.pk}") == queries(client, f"{page}?{lookup}={small.pk}"), model


def test_the_page_of_an_event_needs_as_many_queries_for_many_entries(client, orsola, small):
    large = builders.playing(orsola, 32, name="Large evening")
    calls_make(large)
    few, many = (queries(client, reverse("admin:tournaments_run", args=[one.pk])) for one in (small, large))
    assert many == few
    assert many < 40


@pytest.mark.parametrize("kind", ["elimination", "double-elimination", "round-robin"])
def test_the_page_of_other_formats_too(client, orsola, kind):
    small, large = (builders.playing(orsola, count, format=kind, settings={}, name=kind) for count in (8, 24))
    few, many = (queries(client, reverse("admin:tournaments_run", args=[one.pk])) for one in (small, large))
    assert many == few


def test_rows_lead_to_players_matches_and_their_tournament(client, orsola, small):
    table = first_table(small)
    entry = table.slots.first().entry
    player = entry.players.get().player
    page = client.get(reverse("admin:tournaments_table_changelist")).content.decode()
    assert table.match.get_absolute_url() in page
    assert reverse("admin:tournaments_entry_change", args=[entry.pk]) in page
    assert reverse("admin:tournaments_run", args=[small.pk]) in page
    page = client.get(reverse("admin:tournaments_entry_changelist")).content.decode()
    assert player.get_absolute_url() in page


@pytest.mark.parametrize(
    ("model", "found"),
    [("tournament", 1), ("stage", 1), ("round", 1), ("table", 1), ("entry", 3), ("call", 3)],
)
def test_lists_are_searched_by_the_name_of_the_event(client, orsola, small, model, found):
    calls_make(builders.playing(orsola, 4, name="Another"))
    page = client.get(reverse(f"admin:tournaments_{model}_changelist"), {"q": "small"})
    assert page.context["cl"].result_count == found


def test_the_list_of_one_event_offers_acts_about_each_row(client, orsola, small):
    page = client.get(reverse("admin:tournaments_entry_changelist"), {"tournament__id__exact": small.pk})
    assert f"/tournament/{small.pk}/acts/drop/?entry=2" in page.content.decode()
    everything = client.get(reverse("admin:tournaments_entry_changelist")).content.decode()
    assert "acts/drop/" not in everything


def test_states_and_results_cannot_be_written_by_a_form(client, orsola, small):
    table = first_table(small)
    for model, row in (("table", table), ("entry", small.entries.first()), ("logline", small.log.first())):
        address = reverse(f"admin:tournaments_{model}_change", args=[row.pk])
        assert client.post(address, {"status": "finished", "place": "1", "reason": "No."}).status_code == 403
        assert 'name="_save"' not in client.get(address).content.decode()
    table.refresh_from_db()
    assert table.status == "playing"
