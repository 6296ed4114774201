"""Coming as a guest, staying, and leaving."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone

from players import refusals
from players.models import Invitation, Player, Team
from players.names import PLAYER_NAME_LENGTH, PLAYER_SEPARATORS
from players.services import players
from players.services.administrators import administrator_ensure
from players.services.invitations import invitation_accept, invitation_link_make, invitation_send
from players.services.names import name_check
from players.services.teams import team_create, team_leave
from tests.players import builders
from tests.players.together import together

pytestmark = pytest.mark.django_db


def test_a_guest_has_a_readable_masked_name_and_nothing_else():
    guest = players.guest_create()
    assert name_check(guest.name, length=PLAYER_NAME_LENGTH, separators=PLAYER_SEPARATORS) == guest.name
    assert guest.is_guest
    assert not guest.email
    assert not guest.has_usable_password()


def test_a_name_that_is_taken_is_drawn_again(monkeypatch):
    drawn = iter(["Zanni-1000", "Zanni-1000", "Zanni-1001"])
    monkeypatch.setattr(players, "guest_name", lambda: next(drawn))
    assert [players.guest_create().name, players.guest_create().name] == ["Zanni-1000", "Zanni-1001"]


def test_a_guest_who_registers_stays_the_same_player():
    guest = players.guest_create()
    came = guest.joined_at
    players.player_register(player=guest, name="Enzo", email="enzo@example.org")
    stayed = Player.objects.get(pk=guest.pk)
    assert (stayed.name, stayed.is_guest) == ("Enzo", False)
    assert stayed.joined_at > came


@pytest.mark.parametrize(
    ("name", "refusal"), [("ALDO", (refusals.NameTaken, refusals.NameTooSimilar)), ("Al-do", refusals.NameTooSimilar)]
)
def test_the_database_decides_who_was_first(name, refusal):
    builders.player("Aldo", email="aldo@example.org")
    with pytest.raises(refusal):
        players.player_register(player=Player(), name=name, email="other@example.org")
    assert Player.objects.count() == 1


def test_an_account_that_is_deleted_leaves_a_row_without_a_person():
    aldo, enzo = builders.player("Aldo", country="IT", languages=["it"]), builders.player("Enzo")
    team = builders.team(captain=aldo, partner=enzo)
    alone = builders.team(captain=aldo)
    invitation_send(team=alone, by=aldo, to=enzo)
    EmailAddress.objects.create(user=aldo, email=aldo.email)
    Authenticator.objects.create(user=aldo, type=Authenticator.Type.TOTP, data={})
    players.player_leave(player=aldo)

    former = Player.objects.get(pk=aldo.pk)
    assert former.display_name == "a former player"
    assert "aldo" not in str({**former.__dict__}).lower()
    assert not former.is_active
    assert not former.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not Authenticator.objects.exists()
    assert not Invitation.objects.filter(state="open").exists()
    assert Team.objects.get(pk=team.pk).captain == enzo
    assert Team.objects.get(pk=alone.pk).is_disbanded
    assert builders.player("Aldo").pk != former.pk  # the name is free again


def test_leaving_ends_every_session(client):
    aldo = builders.player("Aldo")
    client.post("/account/login/", {"login": "Aldo", "password": builders.PASSWORD})
    assert UserSession.objects.filter(user=aldo).exists()
    players.player_leave(player=aldo)
    assert not Session.objects.exists()


def test_the_last_administrator_cannot_leave():
    steward = Player.objects.create_superuser("Bianca", "", "x")
    with pytest.raises(refusals.LastAdministrator):
        players.player_leave(player=steward)
    Player.objects.create_superuser("Chiara", "", "x")
    players.player_leave(player=steward)


def test_guests_not_seen_for_a_month_go_and_others_stay():
    old, fresh, member = players.guest_create(), players.guest_create(), builders.player()
    long_ago = timezone.now() - timedelta(days=31)
    Player.objects.filter(pk__in=[old.pk, member.pk]).update(last_login=long_ago)
    assert players.guests_expire() == 1
    assert set(Player.objects.all()) == {fresh, member}
    assert players.guests_expire() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"language": "xx"},
        {"theme": "pink"},
        {"name": "x"},
        {"name_key": ""},
        {"is_guest": True, "is_staff": True},
        {"is_guest": True},  # with an address
        {"left_at": timezone.now()},  # but still there
    ],
)
def test_the_database_refuses_what_makes_no_sense(fields):
    player = builders.player()
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(**fields)


def test_the_first_administrator_is_made_once():
    made = administrator_ensure()
    steward = Player.objects.get()
    assert made
    assert (steward.name, steward.is_superuser, steward.check_password(made["password"])) == (made["name"], True, True)
    assert administrator_ensure() is None
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
class TestLeavingAtOnce:
    """Somebody deletes the account in one tab and goes on in another."""

    def others(self, aldo, team, invitation, link):
        return [
            lambda: team_create(captain=aldo, name="Afterlife"),
            lambda: invitation_accept(invitation=invitation, player=aldo),
            lambda: invitation_accept(invitation=link, player=aldo),
            lambda: team_leave(team=team, player=aldo),
            lambda: players.player_update(player=aldo, country="IT"),
            lambda: EmailAddress.objects.create(user=aldo, email="late@example.org"),
        ]

    @pytest.mark.parametrize("which", range(6))
    def test_nothing_of_them_is_left(self, which):
        aldo, partner, host = builders.player("Aldo"), builders.player(), builders.team()
        team = builders.team(captain=aldo, partner=partner)
        invitation = invitation_send(team=host, by=host.captain, to=aldo)
        link = invitation_link_make(team=(open_team := builders.team()), by=open_team.captain)
        outcomes = together(lambda: players.player_leave(player=aldo), self.others(aldo, team, invitation, link)[which])
        assert outcomes[0] is None
        assert "deadlock" not in str(outcomes[1])
        former = Player.objects.get(pk=aldo.pk)
        assert former.is_gone
        assert not former.memberships.exists()
        assert not EmailAddress.objects.filter(user=former).exists()
        assert former.country == ""
        assert Team.objects.get(pk=team.pk).captain == partner

    def test_two_administrators_cannot_both_be_the_last_to_leave(self):
        stewards = [Player.objects.create_superuser(name, "", "x") for name in ("Bianca", "Chiara")]
        outcomes = together(*(lambda one=one: players.player_leave(player=one) for one in stewards))
        assert sorted(map(str, outcomes)) == ["LastAdministrator", "None"]

    def test_both_members_of_two_teams_leave_the_site(self):
        aldo, enzo = builders.player(), builders.player()
        teams = [builders.team(captain=aldo, partner=enzo), builders.team(captain=enzo, partner=aldo)]
        assert together(*(lambda one=one: players.player_leave(player=one) for one in (aldo, enzo))) == [None, None]
        assert all(Team.objects.get(pk=team.pk).is_disbanded for team in teams)


def test_a_row_in_an_error_is_not_logged():
    from config.monitoring.logs import traceback_text

    try:
        with transaction.atomic():
            Player.objects.filter(pk=builders.player("Aldo").pk).update(theme="pink")
    except IntegrityError as error:
        said = traceback_text((type(error), error, error.__traceback__))
    assert "player_theme_known" in said
    assert "aldo@example.org" not in said.lower()
