"""Lists, the document, and a tournament of one's own."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from tests.players.builders import player
from tests.tournaments.api.builders import Program, open_tournament, refused
from tournaments.models import Tournament
from tournaments.services.entries import entry_register

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Club evening",
    "game": "pot-de-vin",
    "options": {"mode": "solo", "deck": "double"},
    "format": "swiss",
    "settings": {"rounds": 2},
    "pace": "blitz",
    "rated": False,
    "places": 16,
    "starts_at": None,
    "check_in_minutes": 0,
    "listed": True,
}


def with_status(status: str, **fields) -> Tournament:
    """A tournament that has come so far; only what the lists look at is true of it."""
    made = open_tournament(player(), name=f"{status} one", **fields)
    began = timezone.now() if status in ("running", "finished") else None
    ended = timezone.now() if status == "finished" else None
    Tournament.objects.filter(pk=made.pk).update(status=status, started_at=began, finished_at=ended)
    return made


@pytest.mark.parametrize(
    ("when", "slugs"),
    [
        ("upcoming", {"announced-one", "closed-one", "check-in-one"}),
        ("open", {"registration-one"}),
        ("running", {"running-one"}),
        ("past", {"finished-one", "cancelled-one"}),
    ],
)
def test_lists_hold_the_public_tournaments_of_their_statuses(when: str, slugs: set[str]) -> None:
    for status in Tournament.Status.values:
        with_status(status)
        with_status(status, listed=False)
    found = Program().get(f"tournaments?when={when}").json()
    assert {one["slug"] for one in found["items"]} == slugs
    assert found["next"] is None


def test_an_item_says_what_it_is_about() -> None:
    starts_at = timezone.now().replace(microsecond=0) + timedelta(days=1)
    made = open_tournament(places=8, starts_at=starts_at)
    entry_register(tournament_id=made.pk, by=player())
    assert Program().get("tournaments?when=open").json()["items"] == [
        {
            "slug": "autumn-open",
            "name": "Autumn Open",
            "status": "registration",
            "game": "pot-de-vin",
            "options": {"mode": "solo", "deck": "double"},
            "format": "swiss",
            "rated": False,
            "entries": 1,
            "places": 8,
            "starts_at": starts_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "url": "http://testserver/tournaments/autumn-open/",
        }
    ]


def test_a_long_list_comes_in_pages(django_assert_num_queries) -> None:
    owners = [player() for _ in range(11)]
    for number in range(51):
        open_tournament(owners[number // 5], name=f"Evening {number}")
    ask = Program()
    first = ask.get("tournaments?when=open").json()
    assert len(first["items"]) == 50
    assert first["next"] == "http://testserver/api/v1/tournaments?when=open&page=2"
    with django_assert_num_queries(1):
        second = ask.get(first["next"]).json()
    assert len(second["items"]) == 1
    assert second["next"] is None
    assert not {one["slug"] for one in first["items"]} & {one["slug"] for one in second["items"]}


@pytest.mark.parametrize("query", ["when=soon", "page=0", "page=x", "page=-1", "page=99999999999999999999"])
def test_a_list_that_cannot_be_is_refused(query: str) -> None:
    response = Program().get(f"tournaments?{query}")
    assert refused(response) == (400, "not-understood")
    assert set(response.json()["fields"]) == {query.partition("=")[0]}


def test_the_document_is_not_sent_twice() -> None:
    made = open_tournament()
    ask = Program()
    first = ask.get("tournaments/autumn-open")
    assert first.json()["slug"] == "autumn-open"
    assert first["Content-Type"] == "application/json"
    again = ask.get("tournaments/autumn-open", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    entry_register(tournament_id=made.pk, by=player())
    later = ask.get("tournaments/autumn-open", **{"If-None-Match": first["ETag"]})
    assert later.status_code == 200
    assert later["ETag"] != first["ETag"]


def test_head_says_the_same_without_a_body() -> None:
    open_tournament()
    ask = Program()
    whole, head = ask.get("tournaments/autumn-open"), ask("HEAD", "tournaments/autumn-open")
    assert (head.status_code, head.content) == (200, b"")
    assert (head["ETag"], head["Content-Length"]) == (whole["ETag"], str(len(whole.content)))
    assert ask("HEAD", "tournaments/autumn-open", **{"If-None-Match": whole["ETag"]}).status_code == 304


def test_a_slash_at_the_end_does_no_harm() -> None:
    open_tournament()
    assert Program().get("tournaments/autumn-open/").status_code == 200


def test_a_rehearsal_is_there_for_its_organisers_only() -> None:
    owner, boss = player("Owner"), Player.objects.create_superuser("Boss", password="x")
    made = open_tournament(owner)
    Tournament.objects.filter(pk=made.pk).update(rehearsal=True)
    for caller in (None, player()):
        assert refused(Program(caller).get("tournaments/autumn-open")) == (404, "not-found")
        assert Program(caller).get("tournaments?when=open").json()["items"] == []
    for caller in (owner, boss):
        found = Program(caller).get("tournaments/autumn-open")
        assert found.status_code == 200
        assert found["Cache-Control"] == "private, no-store"


def test_a_tournament_of_ones_own_is_open_at_once() -> None:
    owner = player("Owner")
    response = Program(owner)("POST", "tournaments", NEW)
    assert response.status_code == 201
    assert response.json() == {"slug": "club-evening", "url": "http://testserver/tournaments/club-evening/"}
    made = Tournament.objects.get(slug="club-evening")
    assert (made.owner, made.status, made.pace, made.places, made.check_in_minutes, made.starts_at) == (
        owner, "registration", "blitz", 16, 0, None,
    )  # fmt: skip


def test_a_name_is_enough() -> None:
    assert Program(player())("POST", "tournaments", {"name": "New"}).json()["slug"] == "new-2"
    made = Tournament.objects.get()
    assert (made.game, made.options["mode"], made.format) == ("pot-de-vin", "solo", "swiss")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": 7}, "name"),
        ({"game": "chess"}, "game"),
        ({"options": {"mode": "solo"}}, "options"),
        ({"options": {"mode": "solo-4", "deck": "double"}}, "options"),
        ({"options": {"mode": "solo", "deck": "triple"}}, "options"),
        ({"options": {"mode": ["solo"]}}, "options"),
        ({"options": "solo"}, "options"),
        ({"format": "ladder"}, "format"),
        ({"settings": {"advance": 2}}, "settings"),
        ({"settings": {"rounds": 0}}, "settings"),
        ({"settings": {"rounds": 10**30}}, "settings"),
        ({"settings": {"tie_breaks": [["wins"]]}}, "settings"),
        ({"settings": {"unplayed": {"bye": "1e999999999"}}}, "settings"),
        ({"settings": {"points": {"scale": "by-place", "lists": {"9": ["0"] * 9}}}}, "settings"),
        ({"settings": {"points": {"scale": "by-place", "lists": {}}}}, "settings"),
        ({"pace": "slow"}, "pace"),
        ({"rated": "yes"}, "rated"),
        ({"places": 1}, "places"),
        ({"places": 65}, "places"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"starts_at": "2026-11-20T19:00:00"}, "starts_at"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, "starts_at"),
        ({"starts_at": "9999-12-31T23:59:59Z"}, "starts_at"),
        ({"check_in_minutes": -1}, "check_in_minutes"),
    ],
)
def test_what_makes_no_sense_is_refused_by_field(change: dict[str, object], field: str) -> None:
    response = Program(player())("POST", "tournaments", NEW | change)
    assert refused(response)[0] == 400
    assert set(response.json()["fields"]) == {field}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'"x"', b"null", b"\xff", b'{"name": NaN}', b'{"name": "\\u0000x"}', b'{"name": "\\ud800"}'],
)
def test_what_is_no_json_object_is_refused(body: bytes) -> None:
    response = Program(player())("POST", "tournaments", body)
    assert refused(response) == (400, "not-understood")


def test_too_large_a_body_is_refused() -> None:
    response = Program(player())("POST", "tournaments", json.dumps(NEW | {"name": "x" * 300_000}).encode())
    assert refused(response) == (400, "not-understood")


def test_keys_that_nobody_knows_are_ignored() -> None:
    assert Program(player())("POST", "tournaments", NEW | {"colour": "red"}).status_code == 201


def test_guests_have_no_tournaments_of_their_own() -> None:
    guest = player(email="", is_guest=True)
    client = Client(enforce_csrf_checks=False)
    client.force_login(guest, backend="allauth.account.auth_backends.AuthenticationBackend")
    for body in (NEW, NEW | {"name": 5}, {}):
        response = client.post("/api/v1/tournaments", body, content_type="application/json")
        assert refused(response) == (403, "guests-cannot")


def test_nobody_has_very_many_under_way() -> None:
    ask = Program(player())
    codes = [ask("POST", "tournaments", NEW).status_code for _ in range(5)]
    assert codes == [201] * 5
    assert refused(ask("POST", "tournaments", NEW)) == (409, "too-many")
