"""Guessing passwords: whoever guesses has to wait, and nobody can keep a player out of where they usually are."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import KnownAddress, Player
from players.services.known_addresses import KNOWN_ADDRESS_DAYS, address_digest
from players.services.players import player_leave
from players.tasks import addresses_expire, mail_send
from tests.players.builders import PASSWORD, player

pytestmark = pytest.mark.django_db
HOME, CAFE, GUESSER = "192.0.2.1", "192.0.2.2", "198.51.100.9"
LIMIT_AT_ONE_ADDRESS = 5  # wrong passwords for a player at one address
LIMIT_AT_UNKNOWN_ADDRESSES = 20  # and at all addresses together that they do not sign in from


@pytest.fixture(autouse=True)
def mails_at_once(monkeypatch) -> None:
    """As the worker sends them."""
    monkeypatch.setattr(mail_send, "delay", mail_send)


@pytest.fixture
def ada() -> Player:
    """Has signed in at home before."""
    ada = player("Ada", language="it")
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    assert may_sign_in(ada, HOME)
    return ada


def attempt(who: Player, address: str, password: str) -> bool:
    """Whether somebody is in, from a browser that knows nothing."""
    form = {"login": who.name, "password": password}
    response = Client().post(reverse("account_login"), form, REMOTE_ADDR=address)
    return response.status_code == 302


def may_sign_in(who: Player, address: str) -> bool:
    return attempt(who, address, PASSWORD)


def guess(who: Player, times: int, address: str = GUESSER) -> None:
    for number in range(times):
        assert not attempt(who, address, f"wrong {number}")


def test_guesses_from_one_address_keep_nobody_out_of_another(ada):
    guess(ada, LIMIT_AT_ONE_ADDRESS + 1)
    assert not may_sign_in(ada, GUESSER)
    assert may_sign_in(ada, HOME)
    assert may_sign_in(ada, CAFE)


def test_guesses_from_many_addresses_keep_a_player_out_only_where_they_have_not_been(ada):
    for number in range(LIMIT_AT_UNKNOWN_ADDRESSES):
        guess(ada, 1, f"203.0.113.{number}")
    assert not may_sign_in(ada, CAFE)
    assert may_sign_in(ada, HOME)
    assert may_sign_in(player("Bo"), CAFE)


def test_an_address_of_the_players_own_waits_too_and_nobody_is_alarmed(ada, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        guess(ada, LIMIT_AT_ONE_ADDRESS + 1, HOME)
    assert not may_sign_in(ada, HOME)
    assert may_sign_in(ada, CAFE)
    assert mail.outbox == []


def test_the_player_is_told_once_in_their_language(ada, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        guess(ada, LIMIT_AT_ONE_ADDRESS)
        assert mail.outbox == []
        guess(ada, 3)
        for number in range(LIMIT_AT_UNKNOWN_ADDRESSES):
            guess(ada, 1, f"203.0.113.{number}")
    (told,) = mail.outbox
    assert told.to == [ada.email]
    assert told.subject == "Qualcuno prova delle password per il tuo account"
    assert reverse("account_change_password") in told.body


def test_an_address_that_is_not_proved_to_be_theirs_is_told_nothing(ada, django_capture_on_commit_callbacks):
    EmailAddress.objects.update(verified=False)
    with django_capture_on_commit_callbacks(execute=True):
        guess(ada, LIMIT_AT_ONE_ADDRESS + 1)
    assert mail.outbox == []


def test_an_address_of_ipv6_is_its_network(ada):
    guess(ada, LIMIT_AT_ONE_ADDRESS, "2001:db8::1")
    assert not may_sign_in(ada, "2001:db8::2")
    assert may_sign_in(ada, "2001:db8:0:1::1")


def test_addresses_are_kept_as_digests_for_as_long_as_they_are_used(ada):
    assert may_sign_in(ada, HOME)
    (known,) = KnownAddress.objects.filter(player=ada)
    assert known.digest == address_digest(HOME)
    assert HOME not in known.digest
    KnownAddress.objects.update(used_at=timezone.now() - timedelta(days=KNOWN_ADDRESS_DAYS, minutes=1))
    for number in range(LIMIT_AT_UNKNOWN_ADDRESSES):
        guess(ada, 1, f"203.0.113.{number}")
    assert not may_sign_in(ada, HOME)
    addresses_expire()
    assert not KnownAddress.objects.exists()


def test_with_the_account_its_addresses_go(ada):
    player_leave(player=ada)
    assert not KnownAddress.objects.exists()
