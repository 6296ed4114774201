"""Profile, preferences and data, as pages."""

import json
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from players.models import Player
from tests.players import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def aldo(client) -> Player:
    player = builders.player("Aldo", country="BR", languages=["pt", "it"])
    client.post(reverse("account_login"), {"login": "Aldo", "password": builders.PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": builders.PASSWORD})
    return player


def test_a_profile_has_a_readable_address_and_shows_the_player(client):
    player = builders.player("João", country="BR", languages=["pt", "it"])
    assert player.get_absolute_url() == "/players/Jo%C3%A3o/"
    page = client.get(player.get_absolute_url()).content.decode()
    for words in ("João", "Brazil", "Italian, Portuguese", "Member since", "<svg"):
        assert words in page
    assert player.email not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Brazil", "March 8, 2026"]),
        ("pt-br", ["Brasil", "8 de março de 2026"]),
        ("it", ["Brasile", "8 marzo 2026"]),
    ],
)
def test_places_and_dates_are_written_as_the_reader_writes_them(client, language, words):
    player = builders.player(country="BR", joined_at=datetime(2026, 3, 8, 12, tzinfo=UTC))
    page = client.get(player.get_absolute_url(), headers={"accept-language": language}).content.decode()
    assert all(word in page for word in words)


def test_the_address_in_another_case_leads_to_the_right_one(client):
    player = builders.player("Aldo")
    assert client.get("/players/aLDo/").headers["Location"] == player.get_absolute_url()


@pytest.mark.parametrize("name", ["nobody-here", "%00", "..", "%F0%9F%98%80", "x" * 500])
def test_an_unknown_name_is_a_friendly_404(client, name):
    response = client.get(f"/players/{name}/")
    assert response.status_code == 404
    assert "Guildhall" in response.content.decode()


def test_a_former_player_has_no_page(client):
    from players.services.players import player_leave

    player = builders.player()
    player_leave(player=player)
    assert client.get(f"/players/%23{player.pk}/").status_code == 404


def test_a_profile_costs_the_same_however_many_teams(client, django_assert_num_queries):
    player = builders.player()
    for _ in range(3):
        builders.team(captain=player, partner=builders.player())
    with django_assert_num_queries(4):  # the player, the teams, their members, the ratings
        client.get(player.get_absolute_url())


def test_profile_and_preferences_are_saved(client, aldo):
    client.post(reverse("profile_edit"), {"country": "IT", "languages": ["it", "en"]})
    client.post(reverse("preferences"), {"language": "it", "theme": "dark", "sounds": "on"})
    aldo.refresh_from_db()
    assert (aldo.country, aldo.languages, aldo.language, aldo.theme) == ("IT", ["it", "en"], "it", "dark")
    assert (aldo.sounds, aldo.confirm_moves) == (True, False)
    page = client.get(reverse("preferences")).content.decode()
    assert 'lang="it"' in page
    assert 'data-theme="dark"' in page


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("profile_edit", {"country": "XX"}),
        ("profile_edit", {"languages": ["klingon"]}),
        ("profile_edit", {"languages": ["ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en"]}),
        ("preferences", {"language": "xx", "theme": "auto"}),
        ("preferences", {"language": "it", "theme": "pink"}),
    ],
)
def test_what_is_not_on_offer_is_refused(client, aldo, page, data):
    before = Player.objects.values().get(pk=aldo.pk)
    response = client.post(reverse(page), data)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert Player.objects.values().get(pk=aldo.pk) == before


def test_language_goes_by_preference_then_cookie_then_browser(client):
    def language() -> str:
        return client.get("/", headers={"accept-language": "it"}).headers["Content-Language"]

    assert language() == "it"
    client.post(reverse("set_language"), {"language": "pt-br"})
    assert language() == "pt-br"
    player = builders.player(language="en")
    client.force_login(player)
    assert language() == "en"
    client.post(reverse("set_language"), {"language": "it"})
    player.refresh_from_db()
    assert player.language == "it"


@pytest.mark.parametrize("asked", ["pt-PT,pt;q=0.9", "pt", "pt-BR"])
def test_any_portuguese_is_better_than_none(client, asked):
    assert client.get("/", headers={"accept-language": asked}).headers["Content-Language"] == "pt-br"


def test_a_visitors_theme_is_remembered(client):
    client.post(reverse("theme_set"), {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.post(reverse("theme_set"), {"theme": '"><script>'})
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_nobody_is_sent_off_to_another_site(client, target):
    response = client.post(reverse("theme_set"), {"theme": "dark", "next": target})
    assert response.headers["Location"] == "/"


def test_the_download_holds_what_is_kept(client, aldo):
    builders.team(captain=aldo, name="Night Ledger")
    data = json.loads(client.get(reverse("account_download")).content)
    assert data["profile"]["name"] == "Aldo"
    assert data["profile"]["email"] == aldo.email
    assert data["teams"][0]["team_name"] == "Night Ledger"
    assert data["sessions"]
    assert "password" not in json.dumps(data)


def test_deleting_needs_the_name_and_then_is_final(client, aldo):
    assert client.post(reverse("account_delete"), {"name": "Enzo"}).context["form"].errors
    assert client.post(reverse("account_delete"), {"name": "aldo"}).status_code == 302
    assert Player.objects.get(pk=aldo.pk).is_gone
    assert not client.get("/").context["user"].is_authenticated


def test_data_and_deletion_ask_for_the_password_again_after_a_while(client):
    client.force_login(builders.player())  # signed in, but not just now
    for page in ("account_download", "account_delete"):
        assert reverse("account_reauthenticate") in client.get(reverse(page)).headers["Location"]


@pytest.mark.parametrize("page", ["profile_edit", "account_data", "team_list", "team_create"])
def test_pages_of_ones_own_ask_visitors_to_sign_in_and_guests_to_sign_up(client, page):
    assert client.get(reverse(page)).headers["Location"].startswith(reverse("account_login"))
    client.post(reverse("guest_start"))
    assert client.get(reverse(page)).headers["Location"] == reverse("account_signup")


def test_a_guest_has_preferences_too(client):
    assert client.get(reverse("preferences")).headers["Location"].startswith(reverse("account_login"))
    client.post(reverse("guest_start"))
    page = client.get(reverse("preferences")).content.decode()
    assert reverse("account_change_password") not in page
    client.post(reverse("preferences"), {"theme": "dark", "sounds": "on", "confirm_moves": "on"})
    guest = Player.objects.get()
    assert (guest.is_guest, guest.theme, guest.sounds, guest.confirm_moves) == (True, "dark", True, True)
