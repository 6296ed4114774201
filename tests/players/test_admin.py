"""What the staff can do to people, and what not."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import NoReverseMatch, reverse

from players.models import Player, Team
from tests.players import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def steward(client) -> Player:
    steward = Player.objects.create_superuser("Bianca", "", "x")
    client.force_login(steward)
    return steward


def act(client, model: str, action: str, *chosen):
    data = {"action": action, "_selected_action": [one.pk for one in chosen]}
    return client.post(reverse(f"admin:players_{model}_changelist"), data, follow=True)


def test_accounts_are_deleted_through_the_service_and_the_last_administrator_stays(client, steward):
    aldo = builders.player("Aldo")
    page = act(client, "player", "delete_accounts", aldo, steward).content.decode()
    aldo.refresh_from_db()
    steward.refresh_from_db()
    assert aldo.is_gone
    assert not steward.is_gone
    assert "You are the last administrator" in page


def test_somebody_is_signed_out_everywhere(client, steward):
    other = Client()
    builders.player("Aldo")
    other.post(reverse("account_login"), {"login": "Aldo", "password": builders.PASSWORD})
    before = Session.objects.count()
    act(client, "player", "sign_out_everywhere", Player.objects.get(name="Aldo"))
    assert Session.objects.count() == before - 1
    assert not other.get("/").context["user"].is_authenticated


def test_a_banned_player_is_signed_out_by_the_next_page(client, steward):
    aldo, other = builders.player("Aldo"), Client()
    other.force_login(aldo)
    form = {"country": "", "is_active": "", "is_staff": "", "is_superuser": ""}
    client.post(reverse("admin:players_player_change", args=[aldo.pk]), form)
    aldo.refresh_from_db()
    assert not aldo.is_active
    assert not other.get("/").context["user"].is_authenticated


def test_teams_are_disbanded_through_the_service(client, steward):
    team = builders.team(partner=builders.player())
    act(client, "team", "disband", team)
    assert Team.objects.get().is_disbanded


@pytest.mark.parametrize("model", ["player", "team"])
def test_nothing_is_added_or_deleted_by_hand(client, steward, model):
    one = builders.player() if model == "player" else builders.team()
    assert client.get(reverse(f"admin:players_{model}_add")).status_code == 403
    assert client.post(reverse(f"admin:players_{model}_delete", args=[one.pk])).status_code == 403
    assert client.get(reverse(f"admin:players_{model}_change", args=[one.pk])).status_code == 200


def test_others_do_not_get_in(client):
    client.force_login(builders.player())
    for page in ("admin:index", "admin:players_player_changelist"):
        assert client.get(reverse(page), follow=True).status_code == 403


def test_lists_cost_the_same_however_many_there_are(client, steward, django_assert_max_num_queries):
    for _ in range(5):
        builders.team(partner=builders.player())
    for model in ("player", "team"):
        with django_assert_max_num_queries(8):
            client.get(reverse(f"admin:players_{model}_changelist"))


@pytest.fixture
def clerk(client) -> Player:
    """Staff with the right to change players, and no more."""
    clerk = builders.player("Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["change_player", "view_player"]))
    client.force_login(clerk)
    return clerk


def change(client, player: Player, **fields):
    return client.post(reverse("admin:players_player_change", args=[player.pk]), fields)


def test_staff_cannot_make_themselves_administrators(client, clerk):
    change(client, clerk, is_active="on", is_staff="on", is_superuser="on")
    clerk.refresh_from_db()
    assert not clerk.is_superuser


def test_staff_cannot_touch_an_administrator(client, clerk):
    boss = Player.objects.create_superuser("Bianca", "", "x")
    assert change(client, boss).status_code == 403
    other = Client()
    other.post(reverse("account_login"), {"login": "Bianca", "password": "x"})
    act(client, "player", "delete_accounts", boss)
    act(client, "player", "sign_out_everywhere", boss)
    boss.refresh_from_db()
    assert boss.is_active
    assert other.get("/").context["user"] == boss


def test_the_last_administrator_keeps_the_rights(client, steward):
    assert change(client, steward).status_code == 200
    steward.refresh_from_db()
    assert steward.is_superuser
    assert steward.is_active


def test_guests_get_no_rights_and_the_gone_are_not_changed(client, steward):
    guest, former = builders.player(is_guest=True, email=""), builders.player()
    assert change(client, guest, is_active="on", is_staff="on").status_code == 200
    guest.refresh_from_db()
    assert not guest.is_staff
    act(client, "player", "delete_accounts", former)
    assert change(client, former, is_active="on").status_code == 403


def test_passwords_cannot_be_guessed_by_filtering(client, steward):
    address = reverse("admin:players_player_changelist")
    assert client.get(address, {"password__startswith": "argon2"}).status_code == 400


@pytest.mark.parametrize("model", ["account_emailaddress", "mfa_authenticator", "usersessions_usersession"])
def test_secrets_of_others_are_not_in_the_admin(model):
    with pytest.raises(NoReverseMatch):
        reverse(f"admin:{model}_changelist")
