"""Teams of two: what can be done, by whom, and what the database refuses whoever asks."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from players import refusals
from players.models import Invitation, Membership, Team
from players.services import invitations, teams
from tests.players import builders
from tests.players.together import together

pytestmark = pytest.mark.django_db


def members(team: Team) -> dict[str, int]:
    return {member.player.name: member.place for member in Team.objects.get(pk=team.pk).members}


def test_the_founder_is_captain():
    assert members(teams.team_create(captain=builders.player("Aldo"), name="Night Ledger")) == {"Aldo": 1}


@pytest.mark.parametrize("name", ["night ledger", "NIGHT-LEDGER", "Nıght Ledger", "Night  Ledger"])
def test_two_teams_cannot_have_names_that_look_alike(name):
    builders.team(name="Night Ledger")
    with pytest.raises((refusals.NameTaken, refusals.NameTooSimilar)):
        teams.team_create(captain=builders.player(), name=name)
    assert Team.objects.count() == 1


@pytest.mark.parametrize("name", ["", " ", "x", "y" * 33, "bad\u202ename", "null\x00", "Аldo and Co"])
def test_a_bad_name_founds_nothing(name):
    with pytest.raises(refusals.Refusal):
        teams.team_create(captain=builders.player(), name=name)
    assert not Team.objects.exists()


def test_a_name_is_free_again_after_disbanding():
    old = builders.team(name="Night Ledger")
    teams.team_disband(team=old, by=old.captain)
    assert builders.team(name="Night Ledger").pk != old.pk


def test_guests_cannot_found_or_join():
    guest = builders.player(is_guest=True, email="")
    with pytest.raises(refusals.GuestsCannot):
        teams.team_create(captain=guest, name="Masked")
    team = builders.team()
    link = invitations.invitation_link_make(team=team, by=team.captain)
    with pytest.raises(refusals.GuestsCannot):
        invitations.invitation_accept(invitation=link, player=guest)
    with pytest.raises(refusals.GuestCannotJoin):
        invitations.invitation_send(team=team, by=team.captain, to=guest)


def test_a_player_may_be_in_several_teams_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(teams, "TEAMS_PER_PLAYER", 2)
    captain = builders.player()
    builders.team(captain=captain)
    builders.team(captain=captain)
    with pytest.raises(refusals.TooManyTeams):
        builders.team(captain=captain)


def test_an_invited_player_joins_and_the_other_invitations_close():
    team, enzo, ugo = builders.team(captain=builders.player("Aldo")), builders.player("Enzo"), builders.player("Ugo")
    to_enzo = invitations.invitation_send(team=team, by=team.captain, to=enzo)
    to_ugo = invitations.invitation_send(team=team, by=team.captain, to=ugo)
    link = invitations.invitation_link_make(team=team, by=team.captain)
    invitations.invitation_accept(invitation=to_enzo, player=enzo)
    assert members(team) == {"Aldo": 1, "Enzo": 2}
    for gone, player in ((to_ugo, ugo), (link, ugo), (to_enzo, enzo)):
        with pytest.raises(refusals.InvitationGone):
            invitations.invitation_accept(invitation=gone, player=player)


def test_an_invitation_by_name_is_for_that_player_alone():
    team, enzo, ugo = builders.team(), builders.player(), builders.player()
    invitation = invitations.invitation_send(team=team, by=team.captain, to=enzo)
    for answer in (invitations.invitation_accept, invitations.invitation_decline):
        with pytest.raises(refusals.InvitationGone):
            answer(invitation=invitation, player=ugo)


def test_declining_closes_an_invitation_by_name_but_leaves_a_link_open():
    team, enzo = builders.team(), builders.player("Enzo")
    by_name = invitations.invitation_send(team=team, by=team.captain, to=enzo)
    link = invitations.invitation_link_make(team=team, by=team.captain)
    invitations.invitation_decline(invitation=by_name, player=enzo)
    invitations.invitation_decline(invitation=link, player=enzo)
    with pytest.raises(refusals.InvitationGone):
        invitations.invitation_accept(invitation=by_name, player=enzo)
    invitations.invitation_accept(invitation=link, player=builders.player("Ugo"))
    assert "Ugo" in members(team)


def test_inviting_twice_oneself_or_past_the_limit_is_refused(monkeypatch):
    team, enzo = builders.team(), builders.player()
    invitations.invitation_send(team=team, by=team.captain, to=enzo)
    with pytest.raises(refusals.AlreadyInvited):
        invitations.invitation_send(team=team, by=team.captain, to=enzo)
    with pytest.raises(refusals.AlreadyInTeam):
        invitations.invitation_send(team=team, by=team.captain, to=team.captain)
    monkeypatch.setattr(invitations, "OPEN_INVITATIONS_PER_TEAM", 1)
    with pytest.raises(refusals.TooManyInvitations):
        invitations.invitation_send(team=team, by=team.captain, to=builders.player())


def test_a_new_link_replaces_the_old_one():
    team = builders.team()
    old = invitations.invitation_link_make(team=team, by=team.captain)
    new = invitations.invitation_link_make(team=team, by=team.captain)
    with pytest.raises(refusals.InvitationGone):
        invitations.invitation_accept(invitation=old, player=builders.player())
    invitations.invitation_accept(invitation=new, player=builders.player())


def test_an_old_invitation_expires_and_can_be_sent_again():
    team, enzo = builders.team(), builders.player()
    invitation = invitations.invitation_send(team=team, by=team.captain, to=enzo)
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=31))
    with pytest.raises(refusals.InvitationGone):
        invitations.invitation_accept(invitation=invitation, player=enzo)
    invitations.invitation_accept(
        invitation=invitations.invitation_send(team=team, by=team.captain, to=enzo), player=enzo
    )


def test_only_the_captain_invites_renames_hands_over_disbands_and_withdraws():
    partner = builders.player()
    team = builders.team(partner=partner)
    for forbidden in (
        lambda: teams.team_rename(team=team, by=partner, name="Mine"),
        lambda: teams.team_hand_over(team=team, by=partner),
        lambda: teams.team_disband(team=team, by=partner),
        lambda: invitations.invitation_send(team=team, by=partner, to=builders.player()),
        lambda: invitations.invitation_link_make(team=team, by=partner),
    ):
        with pytest.raises(refusals.NotCaptain):
            forbidden()


def test_a_withdrawn_invitation_cannot_be_withdrawn_or_accepted_again():
    team, enzo = builders.team(), builders.player()
    invitation = invitations.invitation_send(team=team, by=team.captain, to=enzo)
    invitations.invitation_withdraw(invitation=invitation, by=team.captain)
    with pytest.raises(refusals.InvitationGone):
        invitations.invitation_withdraw(invitation=invitation, by=team.captain)
    with pytest.raises(refusals.InvitationGone):
        invitations.invitation_accept(invitation=invitation, player=enzo)


def test_when_the_captain_leaves_the_partner_takes_over():
    aldo, enzo = builders.player("Aldo"), builders.player("Enzo")
    team = builders.team(captain=aldo, partner=enzo)
    teams.team_leave(team=team, player=aldo)
    assert members(team) == {"Enzo": 1}


def test_when_the_last_one_leaves_the_team_disbands():
    team = builders.team()
    invitation = invitations.invitation_link_make(team=team, by=team.captain)
    teams.team_leave(team=team, player=team.captain)
    team.refresh_from_db()
    invitation.refresh_from_db()
    assert team.is_disbanded
    assert invitation.state == Invitation.State.WITHDRAWN
    with pytest.raises(refusals.TeamDisbanded):
        invitations.invitation_accept(invitation=invitation, player=builders.player())


def test_handing_over_exchanges_the_places_and_needs_a_partner():
    aldo, enzo = builders.player("Aldo"), builders.player("Enzo")
    team = builders.team(captain=aldo, partner=enzo)
    teams.team_hand_over(team=team, by=aldo)
    assert members(team) == {"Aldo": 2, "Enzo": 1}
    alone = builders.team()
    with pytest.raises(refusals.NoPartner):
        teams.team_hand_over(team=alone, by=alone.captain)


def test_a_stranger_cannot_leave_a_team():
    with pytest.raises(refusals.NotInTeam):
        teams.team_leave(team=builders.team(), player=builders.player())


class TestTheDatabase:
    """Holds the rules when no service stands in between."""

    def forbids(self, *, constraint: str):
        return pytest.raises(IntegrityError, match=constraint)

    def test_a_third_place(self):
        with self.forbids(constraint="membership_place_known"), transaction.atomic():
            Membership.objects.create(team=builders.team(), player=builders.player(), place=3)

    def test_two_in_one_place(self):
        team = builders.team(partner=builders.player())
        with self.forbids(constraint="membership_place_once"), transaction.atomic():
            Membership.objects.create(team=team, player=builders.player(), place=2)
            connection.check_constraints()

    def test_one_player_in_both_places(self):
        team = builders.team()
        with self.forbids(constraint="membership_player_once"), transaction.atomic():
            Membership.objects.create(team=team, player=team.captain, place=2)

    def test_a_team_without_a_captain(self):
        with self.forbids(constraint="must have a captain"), transaction.atomic():
            Team.objects.create(name="Nobody", name_key="nobody")
            connection.check_constraints()

    def test_removing_the_captain_alone(self):
        team = builders.team(partner=builders.player())
        with self.forbids(constraint="must have a captain"), transaction.atomic():
            team.memberships.filter(place=1).delete()
            connection.check_constraints()

    def test_a_disbanded_team_with_members(self):
        team = builders.team()
        with self.forbids(constraint="must have a captain"), transaction.atomic():
            Team.objects.filter(pk=team.pk).update(disbanded_at=timezone.now())
            connection.check_constraints()

    def test_inviting_oneself(self):
        team = builders.team()
        with self.forbids(constraint="invitation_not_to_oneself"), transaction.atomic():
            Invitation.objects.create(team=team, inviter=team.captain, invitee=team.captain, token="x")

    def test_two_open_links(self):
        team = builders.team()
        with self.forbids(constraint="invitation_one_link"), transaction.atomic():
            for token in ("x", "y"):
                Invitation.objects.create(team=team, inviter=team.captain, token=token)


def outcomes_of(*actions) -> list[str]:
    return sorted(outcome if isinstance(outcome, str) else "done" for outcome in together(*actions))


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Several people do it in the same moment: exactly one outcome."""

    def test_two_follow_one_link(self):
        team, enzo, ugo = builders.team(), builders.player(), builders.player()
        link = invitations.invitation_link_make(team=team, by=team.captain)
        outcomes = outcomes_of(
            *(
                lambda player=player: invitations.invitation_accept(invitation=link, player=player)
                for player in (enzo, ugo)
            )
        )
        assert outcomes == ["InvitationGone", "done"]
        assert len(members(team)) == 2

    def test_two_found_a_team_of_the_same_name(self):
        captains = [builders.player(), builders.player()]
        outcomes = outcomes_of(
            *(lambda captain=captain: teams.team_create(captain=captain, name="Night Ledger") for captain in captains)
        )
        assert outcomes == ["NameTaken", "done"]
        assert Team.objects.count() == 1

    def test_both_members_leave(self):
        aldo, enzo = builders.player(), builders.player()
        team = builders.team(captain=aldo, partner=enzo)
        outcomes = outcomes_of(
            *(lambda player=player: teams.team_leave(team=team, player=player) for player in (aldo, enzo))
        )
        assert outcomes == ["done", "done"]
        assert Team.objects.get(pk=team.pk).is_disbanded

    def test_the_same_invitation_twice(self):
        team, enzo = builders.team(), builders.player()
        send = lambda: invitations.invitation_send(team=team, by=team.captain, to=enzo)  # noqa: E731
        assert outcomes_of(send, send) == ["AlreadyInvited", "done"]
