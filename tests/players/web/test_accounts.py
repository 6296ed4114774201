"""Signing up, in and out, as a visitor and as a guest."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from players.models import Player
from players.tasks import mail_send
from tests.players import builders
from tests.players.together import together

pytestmark = pytest.mark.django_db
SIGNUP = {"username": "Enzo", "email": "enzo@example.org", "password1": builders.PASSWORD}


def signup(client, **changes):
    return client.post(reverse("account_signup"), SIGNUP | changes)


def test_a_visitor_signs_up_and_is_signed_in(client):
    response = signup(client)
    assert response.status_code == 302
    player = Player.objects.get()
    assert (player.name, player.email, player.is_guest) == ("Enzo", "enzo@example.org", False)
    assert EmailAddress.objects.get().user == player
    assert client.get("/").context["user"] == player


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "at least 10 characters"), ("it", "almeno 10 caratteri"), ("pt-br", "pelo menos 10 caracteres")],
)
def test_a_short_password_is_refused_in_the_language_of_the_reader(client, language, words):
    page = client.post(reverse("account_signup"), SIGNUP | {"password1": "1a"}, headers={"accept-language": language})
    assert words in page.context["form"].errors["password1"][0]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "x" * 25}, "username"),
        ({"username": "x" * 50_000}, "username"),
        ({"username": "e\u202enzo"}, "username"),
        ({"username": "nul\x00l"}, "username"),
        ({"username": "Аldo"}, "username"),
        ({"username": "ald0"}, "username"),
        ({"username": "ALDO"}, "username"),
        ({"username": "Administrator"}, "username"),
        ({"email": ""}, "email"),
        ({"email": "nowhere"}, "email"),
        ({"email": "a" * 300 + "@example.org"}, "email"),
        ({"email": "ALDO@example.org"}, "email"),
        ({"password1": ""}, "password1"),
        ({"password1": "short"}, "password1"),
        ({"password1": "1234567890"}, "password1"),
        ({"password1": "enzo@example"}, "password1"),
    ],
)
def test_bad_input_is_answered_at_the_field_and_leaves_nothing(client, changes, field):
    builders.player("Aldo", email="aldo@example.org")
    EmailAddress.objects.create(user=Player.objects.get(), email="aldo@example.org", primary=True)
    response = signup(client, **changes)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [field]
    assert Player.objects.count() == 1


def test_a_guest_signs_up_and_keeps_the_player(client):
    client.post(reverse("guest_start"))
    guest = Player.objects.get()
    assert guest.is_guest
    assert client.get(reverse("account_signup")).status_code == 200
    signup(client)
    player = Player.objects.get()
    assert (player.pk, player.name, player.is_guest) == (guest.pk, "Enzo", False)
    assert player.check_password(builders.PASSWORD)
    assert client.get("/").context["user"] == player


def test_a_guest_who_fails_to_sign_up_is_still_that_guest(client):
    client.post(reverse("guest_start"))
    guest = Player.objects.get()
    signup(client, username="")
    assert client.get("/").context["user"] == guest
    assert Player.objects.get().is_guest


def test_a_guest_can_sign_in_to_an_account_instead(client):
    aldo = builders.player("Aldo")
    client.post(reverse("guest_start"))
    client.post(reverse("account_login"), {"login": "aldo", "password": builders.PASSWORD})
    assert client.get("/").context["user"] == aldo


def test_a_second_click_on_play_keeps_the_same_guest(client):
    client.post(reverse("guest_start"))
    client.post(reverse("guest_start"))
    assert Player.objects.count() == 1


def test_guests_are_not_made_by_the_hundred(client):
    codes = []
    for _ in range(11):
        codes.append(client.post(reverse("guest_start")).status_code)
        client.logout()
    assert codes == [302] * 10 + [429]
    assert Player.objects.count() == 10


@pytest.mark.parametrize("login", ["Aldo", "ALDO", "aldo@example.org", "Aldo@Example.org"])
def test_signing_in_by_name_or_address_whatever_the_case(client, login):
    player = builders.player("Aldo", email="aldo@example.org")
    EmailAddress.objects.create(user=player, email=player.email, primary=True)
    client.post(reverse("account_login"), {"login": login, "password": builders.PASSWORD})
    assert client.get("/").context["user"] == player


def test_a_deleted_player_cannot_sign_in(client):
    from players.services.players import player_leave

    player = builders.player("Aldo")
    player_leave(player=player)
    response = client.post(reverse("account_login"), {"login": f"#{player.pk}", "password": builders.PASSWORD})
    assert response.context["form"].errors


def test_somebody_signed_in_is_sent_on_from_the_sign_up_page(client):
    client.force_login(builders.player())
    assert client.get(reverse("account_signup")).status_code == 302


def test_the_verification_mail_is_left_to_the_worker_after_the_commit(
    client, django_capture_on_commit_callbacks, monkeypatch
):
    sent = []
    monkeypatch.setattr(mail_send, "delay", lambda **mail: sent.append(mail))
    with django_capture_on_commit_callbacks(execute=True):
        signup(client)
        assert not sent
    assert [mail["to"] for mail in sent] == [["enzo@example.org"]]
    assert "/account/confirm-email/" in sent[0]["body"]


def test_a_guest_may_come_back_for_as_long_as_the_history_is_kept(client):
    from players.services.players import GUEST_LIFETIME

    client.post(reverse("guest_start"))
    assert client.session.get_expiry_age() == pytest.approx(GUEST_LIFETIME.total_seconds(), abs=60)


def test_an_address_belongs_to_whoever_verifies_it_first(client):
    squatter = builders.player("Aldo", email="enzo@home.example")
    EmailAddress.objects.create(user=squatter, email=squatter.email, primary=True)
    signup(client)
    client.post(reverse("account_reauthenticate"), {"password": builders.PASSWORD})
    client.post(reverse("account_email"), {"action_add": "", "email": "ENZO@home.example"})
    mine = EmailAddress.objects.get(user__name="Enzo", email="enzo@home.example")
    assert mine.set_verified()
    client.post(reverse("account_email"), {"action_primary": "", "email": mine.email})
    assert Player.objects.get(name="Enzo").email == "enzo@home.example"
    assert not EmailAddress.objects.get(user=squatter).set_verified()


@pytest.mark.parametrize("email", ["a" * 300 + "@example.org", "null\x00@example.org", "nowhere"])
def test_a_bad_address_cannot_be_added(client, email):
    signup(client)
    client.post(reverse("account_reauthenticate"), {"password": builders.PASSWORD})
    assert client.post(reverse("account_email"), {"action_add": "", "email": email}).status_code == 200
    assert EmailAddress.objects.count() == 1


@pytest.mark.parametrize("language", ["en", "pt-br", "it"])
def test_mails_name_the_house_and_nothing_is_left_out(
    client, django_capture_on_commit_callbacks, monkeypatch, language
):
    sent = []
    monkeypatch.setattr(mail_send, "delay", lambda **mail: sent.append(mail))
    client.cookies["django_language"] = language
    with django_capture_on_commit_callbacks(execute=True):
        signup(client)
        client.post(reverse("account_reset_password"), {"email": "enzo@example.org"})
        client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert [mail["to"] for mail in sent] == [["enzo@example.org"], ["enzo@example.org"], ["nobody@example.org"]]
    for mail in sent:
        assert "Guildhall" in mail["subject"] + mail["body"]
        assert "example.com" not in mail["body"]
        assert "None" not in mail["body"]


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def sign_ups(self, *clients, **changes) -> list[int]:
        return sorted(together(*(lambda client=client: signup(client, **changes).status_code for client in clients)))

    def test_the_same_form_sent_several_times_makes_one_account(self):
        assert self.sign_ups(*(Client() for _ in range(4))) == [200, 200, 200, 302]
        assert Player.objects.count() == EmailAddress.objects.count() == 1

    def test_one_address_makes_one_account(self):
        names = ("Aldo", "Enzo", "Pietra", "Ugo")
        codes = together(*(lambda name=name: signup(Client(), username=name).status_code for name in names))
        assert sorted(codes) == [200, 200, 200, 302]
        assert Player.objects.count() == 1

    def test_a_guest_who_clicks_twice_signs_up_once(self):
        first, second = Client(), Client()
        first.post(reverse("guest_start"))
        second.cookies = first.cookies
        codes = together(*(lambda client=client: signup(client).status_code for client in (first, second)))
        assert set(codes) <= {200, 302}
        assert [player.name for player in Player.objects.all()] == ["Enzo"]
        assert EmailAddress.objects.count() == 1


@pytest.mark.parametrize(
    "page", ["account_email", "account_set_password", "account_change_password", "mfa_index", "usersessions_list"]
)
def test_guests_have_no_account_pages(client, page):
    client.post(reverse("guest_start"))
    for answer in (client.get(reverse(page)), client.post(reverse(page), {"email": "x@example.org", "action_add": ""})):
        assert answer.headers["Location"] == reverse("account_signup")
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("page", ["account_login", "account_signup"])
@pytest.mark.parametrize(
    "target", ["http://[::1", "https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"]
)
def test_a_strange_next_page_is_ignored(client, page, target):
    assert client.get(reverse(page), {"next": target}).status_code == 200
    answer = client.post(f"{reverse('account_signup')}", SIGNUP | {"next": target})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("spelling", ["Aldo", "aldo", "ALDO", "aldo@example.org", "Aldo@Example.org"])
def test_wrong_passwords_are_counted_by_player_however_the_name_is_written(client, settings, spelling):
    settings.ALLOWED_HOSTS = ["*"]
    player = builders.player("Aldo", email="aldo@example.org")
    EmailAddress.objects.create(user=player, email=player.email, primary=True)
    for number in range(5):
        client.post(
            reverse("account_login"), {"login": "Aldo", "password": "wrong"}, headers={"host": f"testserver:{number}"}
        )
    client.post(reverse("account_login"), {"login": spelling, "password": builders.PASSWORD})
    assert not client.get("/").context["user"].is_authenticated


def test_links_in_mails_lead_home_whatever_host_was_named(
    client, settings, django_capture_on_commit_callbacks, monkeypatch
):
    settings.ALLOWED_HOSTS, settings.ALLOWED_ORIGINS = ["*"], ["https://guildhall.example"]
    sent = []
    monkeypatch.setattr(mail_send, "delay", lambda **mail: sent.append(mail))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("account_signup"), SIGNUP, headers={"host": "guildhall.example:6666"})
        for email in ("enzo@example.org", "nobody@example.org"):
            client.post(reverse("account_reset_password"), {"email": email}, headers={"host": "elsewhere.example"})
    links = re.findall(r"https?://\S+", " ".join(mail["body"] for mail in sent))
    assert len(links) >= 3
    assert all(link.startswith("https://guildhall.example/") for link in links)


def test_notices_for_one_person_are_not_shown_to_the_next(client):
    signup(client)
    client.post(reverse("account_logout"))
    assert "enzo@example.org" not in client.get("/").content.decode()
