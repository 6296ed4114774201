"""Team pages: the way of a person through them."""

import pytest
from django.urls import reverse

from players.models import Invitation, Team
from players.services.invitations import invitation_link_make, invitation_send
from tests.players import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def aldo(client):
    player = builders.player("Aldo")
    client.force_login(player)
    return player


def test_founding_inviting_accepting(client, aldo):
    enzo = builders.player("Enzo")
    page = client.post(reverse("team_create"), {"name": "Night Ledger"}).headers["Location"]
    team = Team.objects.get()
    assert page == f"/teams/{team.pk}/night-ledger/"
    client.post(reverse("team_invite", args=[team.pk]), {"player": "enzo"})
    client.force_login(enzo)
    assert client.get("/").context["invitation_count"] == 1
    assert "Night Ledger" in client.get(reverse("team_list")).content.decode()
    client.post(reverse("invitation_accept", args=[Invitation.objects.get().token]))
    assert [member.player.name for member in Team.objects.get().members] == ["Aldo", "Enzo"]


@pytest.mark.parametrize("name", ["", "x", "y" * 33, "y" * 50_000, "bad\u202ename", "null\x00", "a\nb", "NIGHT-LEDGER"])
def test_a_bad_team_name_is_answered_at_the_field(client, aldo, name):
    builders.team(name="Night Ledger")
    response = client.post(reverse("team_create"), {"name": name})
    assert "name" in response.context["form"].errors
    assert Team.objects.count() == 1


@pytest.mark.parametrize("name", ["", "nobody-here", "Aldo", "z" * 500, "null\x00"])
def test_a_bad_invitation_is_answered_at_the_field(client, aldo, name):
    team = builders.team(captain=aldo)
    response = client.post(reverse("team_invite", args=[team.pk]), {"player": name})
    assert "player" in response.context["invite_form"].errors
    assert not Invitation.objects.exists()


def test_the_link_can_be_followed_before_signing_up(client):
    team = builders.team(name="Night Ledger")
    link = reverse("invitation_page", args=[invitation_link_make(team=team, by=team.captain).token])
    page = client.get(link).content.decode()
    assert "Night Ledger" in page
    assert f"{reverse('account_signup')}?next={link}" in page
    response = client.post(
        f"{reverse('account_signup')}?next={link}",
        {"username": "Enzo", "email": "enzo@example.org", "password1": builders.PASSWORD, "next": link},
    )
    assert response.headers["Location"] == link
    client.post(reverse("invitation_accept", args=[link.split("/")[-2]]))
    assert Team.objects.get().is_full


def test_only_the_captain_sees_invitations_and_the_link(client, aldo):
    team = builders.team()
    token = invitation_link_make(team=team, by=team.captain).token
    assert token not in client.get(team.get_absolute_url()).content.decode()
    client.force_login(team.captain)
    assert token in client.get(team.get_absolute_url()).content.decode()


def test_what_the_page_does_not_offer_the_server_refuses(client, aldo):
    team = builders.team(partner=builders.player())
    for action in ("rename", "leave", "hand-over", "disband", "link"):
        client.post(f"/teams/{team.pk}/{action}/", {"name": "Mine"})
    same = Team.objects.get()
    assert (same.name, same.is_disbanded, len(same.members)) == (team.name, False, 2)


def test_a_refusal_becomes_a_notice_on_the_page_one_came_from(client, aldo):
    team = builders.team()
    response = client.post(
        reverse("team_disband", args=[team.pk]), HTTP_REFERER=f"http://testserver{team.get_absolute_url()}"
    )
    assert response.headers["Location"] == f"http://testserver{team.get_absolute_url()}"
    assert "Only the captain can do that." in client.get(team.get_absolute_url()).content.decode()


@pytest.mark.parametrize("action", ["leave", "hand-over", "disband"])
def test_what_cannot_be_undone_is_asked_about_first(client, aldo, action):
    team = builders.team(captain=aldo, partner=builders.player())
    assert "<form" in client.get(f"/teams/{team.pk}/{action}/").content.decode()
    assert not Team.objects.get().is_disbanded
    assert client.post(f"/teams/{team.pk}/{action}/").status_code == 302


def test_names_are_suggested_while_typing_without_members_guests_and_the_gone(client, aldo):
    team = builders.team(captain=aldo)
    for name in ("Enzo", "Enzio", "Ennio"):
        builders.player(name)
    builders.player("Enzian", is_guest=True, email="")
    page = client.get(reverse("team_suggest", args=[team.pk]), {"player": "ENZ"}).content.decode()
    assert page.count("<option") == 2
    assert client.get(reverse("team_suggest", args=[team.pk]), {"player": "%"}).content.strip() == b""


def test_a_name_cannot_break_out_of_the_page(client, aldo):
    team = builders.team(captain=aldo, name="It's & us!")
    page = client.get(team.get_absolute_url()).content.decode()
    assert "It&#x27;s &amp; us!" in page
    assert "It's & us!" not in page


def test_team_pages_cost_the_same_however_many_there_are(client, aldo, django_assert_num_queries):
    for _ in range(4):
        team = builders.team(captain=aldo)
        invitation_send(team=builders.team(), by=Team.objects.order_by("-pk")[0].captain, to=aldo)
    with django_assert_num_queries(6):  # session, player, count of invitations, teams, members, invitations
        client.get(reverse("team_list"))
    with django_assert_num_queries(6):  # session, player, team, members, count of invitations, open invitations
        client.get(team.get_absolute_url())


@pytest.mark.parametrize("path", ["/teams/999999/x/", "/teams/99999999999999999999/x/", "/teams/invitation/nope/"])
def test_what_is_not_there_is_a_404(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["Città", "東京", "Ключ", "O'Neil & Co"])
def test_a_team_has_a_page_whatever_its_alphabet(client, aldo, name):
    team = builders.team(captain=aldo, name=name)
    assert client.get(team.get_absolute_url()).status_code == 200
    assert client.get(f"/teams/{team.pk}/").headers["Location"] == team.get_absolute_url()


def test_an_outsider_who_invites_is_told_why_not(client, aldo):
    team = builders.team()
    builders.player("Enzo")
    client.post(reverse("team_invite", args=[team.pk]), {"player": "Enzo"})
    assert "Only the captain can do that." in client.get("/").content.decode()
