"""Who calls: tokens, sessions, CSRF, languages; and what is wrong before a call is even found."""

import pytest
from django.test import Client, override_settings

from players.models import Token
from tests.players.builders import player
from tests.tournaments.api.builders import Program, open_tournament, refused
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
PRIVATE = [
    ("POST", "tournaments"),
    ("PUT", "tournaments/autumn-open/entry"),
    ("DELETE", "tournaments/autumn-open/entry"),
    ("POST", "tournaments/autumn-open/entry/agree"),
    ("POST", "tournaments/autumn-open/check-in"),
    ("GET", "tournaments/autumn-open/acts"),
    ("POST", "tournaments/autumn-open/acts"),
    ("GET", "me"),
    ("GET", "me/ratings"),
    ("GET", "me/ratings/pot-de-vin-solo"),
    ("POST", "tables/nowhere/contribution"),
]
PUBLIC = [("GET", "tournaments"), ("GET", "tournaments/autumn-open")]


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_calls_of_ones_own_want_a_token(method: str, path: str) -> None:
    """Also before it is said whether there is such a thing."""
    response = Program()(method, path)
    assert refused(response) == (401, "no-token")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path"), PRIVATE + PUBLIC)
@pytest.mark.parametrize("shown", ["Bearer wrong", "Bearer ", "Basic eDp5", "wrong"])
def test_a_wrong_token_is_refused_everywhere(method: str, path: str, shown: str) -> None:
    open_tournament()
    assert refused(Program(Authorization=shown)(method, path)) == (401, "wrong-token")


def test_a_token_that_was_revoked_or_whose_owner_is_banned_is_wrong() -> None:
    one, other = player(), player()
    first, second = Program(one), Program(other)
    assert first.get("me").status_code == second.get("me").status_code == 200
    Token.objects.filter(player=one).delete()
    other.is_active = False
    other.save()
    assert refused(first.get("me")) == refused(second.get("me")) == (401, "wrong-token")


def test_a_session_changes_nothing_without_its_csrf_token() -> None:
    open_tournament()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(player("Ada"), backend=BACKEND)
    assert browser.get("/api/v1/me").json()["name"] == "Ada"
    address = "/api/v1/tournaments/autumn-open/entry"
    assert refused(browser.put(address, {}, content_type="application/json")) == (403, "csrf")
    assert not Tournament.objects.get().entries.exists()
    browser.get("/account/login/")
    browser.get("/preferences/")
    token = "a" * 32
    browser.cookies["csrftoken"] = token
    entered = browser.put(address, {}, content_type="application/json", headers={"X-CSRFToken": token})
    assert entered.status_code == 201


def test_a_token_needs_no_csrf_token_and_goes_before_a_session() -> None:
    open_tournament()
    program = Program(player("Bea"))
    program.client = Client(enforce_csrf_checks=True)
    program.client.force_login(player("Ada"), backend=BACKEND)
    assert program("PUT", "tournaments/autumn-open/entry", {}).status_code == 201
    assert program.get("me").json()["name"] == "Bea"


def test_what_an_owner_of_a_token_gets_is_kept_by_no_cache() -> None:
    assert Program(player()).get("me")["Cache-Control"] == "private, no-store"


def test_messages_are_in_the_language_of_the_request() -> None:
    """The header's, else the player's own, else English; these sentences have been translated for long."""
    guest = "Sign up, and your history comes along."
    said = {}
    for name, language, header in [("Ada", "", "it"), ("Bea", "pt-br", ""), ("Cleo", "pt-br", "it"), ("Dora", "", "")]:
        one = player(name, is_guest=True, email="", language=language)
        program = Program(Authorization=f"Bearer {token_for(one)}", **({"Accept-Language": header} if header else {}))
        said[name] = program("POST", "tournaments", {"name": "x"}).json()["message"]
    assert guest in said["Dora"]
    assert len({said["Ada"], said["Bea"], said["Dora"]}) == 3
    assert said["Cleo"] == said["Ada"]


def token_for(one) -> str:
    from players.services.tokens import token_digest

    Token.objects.create(player=one, name="x", digest=token_digest(one.name))
    return one.name


@pytest.mark.parametrize("path", ["", "nowhere", "tournaments/autumn-open/nowhere", "me/nowhere/else", "%00", "docs"])
def test_unknown_addresses_are_refused_in_json(path: str) -> None:
    assert refused(Program().get(path)) == (404, "not-found")
    assert refused(Program()("POST", path, {})) == (404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "tournaments", {"GET", "HEAD", "POST"}),
        ("POST", "me", {"GET", "HEAD"}),
        ("GET", "tournaments/autumn-open/entry", {"PUT", "DELETE"}),
        ("PATCH", "tournaments/autumn-open/acts", {"GET", "HEAD", "POST"}),
    ],
)
def test_wrong_methods_are_refused_in_json(method: str, path: str, allow: set[str]) -> None:
    response = Program()(method, path)
    assert refused(response) == (405, "method-not-allowed")
    assert set(response["Allow"].split(", ")) == allow


def test_a_body_in_another_alphabet_is_refused_in_json() -> None:
    response = Client().post("/api/v1/tournaments", b"{}", content_type="application/json; charset=latin-1")
    assert refused(response) == (400, "not-understood")


# --- Too often ---


@override_settings(API_CALLS_PER_MINUTE={"read": 2, "read_unknown": 1, "write": 1, "act": 1})
def test_who_calls_too_often_is_told_when_to_come_again() -> None:
    one, other = Program(player()), Program(player())
    codes = [one.get("me").status_code for _ in range(2)]
    response = one.get("me")
    assert codes == [200, 200]
    assert refused(response) == (429, "too-often")
    assert 1 <= int(response["Retry-After"]) <= 60
    assert other.get("me").status_code == 200
    assert Program().get("tournaments").status_code == 200
    assert refused(Program().get("tournaments")) == (429, "too-often")


@override_settings(API_CALLS_PER_MINUTE={"read": 9, "read_unknown": 9, "write": 1, "act": 1})
def test_too_often_is_the_last_of_all_reasons_and_leaves_nothing_behind() -> None:
    open_tournament()
    program = Program(player())
    assert program("POST", "tournaments", {"name": "One"}).status_code == 201
    assert refused(program("PUT", "tournaments/autumn-open/entry", {})) == (429, "too-often")
    assert not Tournament.objects.get(slug="autumn-open").entries.exists()
    assert refused(program("PUT", "tournaments/nowhere/entry", {})) == (404, "not-found")
    assert refused(program("PUT", "tournaments/autumn-open/entry", {"team": "x"})) == (400, "not-understood")
    assert refused(program("DELETE", "tournaments/autumn-open/entry")) == (404, "not-entered")


# --- Without the bus ---


@pytest.fixture
def no_cache(settings):
    away = {"BACKEND": settings.CACHES["default"]["BACKEND"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": away}


@pytest.mark.usefixtures("no_cache")
@override_settings(API_CALLS_PER_MINUTE={"read": 0, "read_unknown": 0, "write": 0, "act": 0})
def test_while_the_bus_is_away_programs_are_answered_and_nobody_counts_their_calls() -> None:
    made, one = open_tournament(), Program(player())
    assert Program().get("tournaments").status_code == 200
    assert Program().get("tournaments/autumn-open").json()["slug"] == "autumn-open"
    assert one.get("me").json()["tables"] == []
    assert one("PUT", "tournaments/autumn-open/entry", {}).status_code == 201
    assert made.entries.get().status == "in"


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("file", ["document.json", "entries.csv", "standings.csv", "tables.csv", "ranking.csv"])
def test_while_the_bus_is_away_documents_are_worked_out_for_each_reader(client, file: str) -> None:
    open_tournament()
    assert client.get(f"/tournaments/autumn-open/{file}").status_code == 200
