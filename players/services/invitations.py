"""Sends, answers and withdraws invitations to a team."""

import secrets

from django.db import transaction
from django.utils import timezone

from players.models import Invitation, Membership, Player, Team
from players.models.team import INVITATION_LIFETIME
from players.refusals import (
    AlreadyInTeam,
    AlreadyInvited,
    GuestCannotJoin,
    InvitationGone,
    NoSuchPlayer,
    TeamFull,
    TooManyInvitations,
)
from players.services.teams import captain_required, invitations_withdraw, player_may_join, team_lock

OPEN_INVITATIONS_PER_TEAM = 10
State = Invitation.State


@transaction.atomic
def invitation_send(*, team: Team, by: Player, to: Player) -> Invitation:
    """Offer the second place to one player by name."""
    team = team_lock(team)
    invitations_expire(team)
    team_may_invite(team, by)
    if to.is_gone or not to.is_active:
        raise NoSuchPlayer
    if to.is_guest:
        raise GuestCannotJoin
    if team.memberships.filter(player=to).exists():
        raise AlreadyInTeam
    if team.invitations.filter(invitee=to, state=State.OPEN).exists():
        raise AlreadyInvited
    return invitation_create(team, by, to)


@transaction.atomic
def invitation_link_make(*, team: Team, by: Player) -> Invitation:
    """Create an invitation link that one person can use, and withdraw the older link."""
    team = team_lock(team)
    invitations_expire(team)
    team.invitations.filter(invitee=None, state=State.OPEN).update(state=State.WITHDRAWN, answered_at=timezone.now())
    team_may_invite(team, by)
    return invitation_create(team, by, None)


@transaction.atomic
def invitation_accept(*, invitation: Invitation, player: Player) -> Team:
    """Take the second place. Of two players who follow a link at once, the first gets it."""
    team, invitation = invitation_lock(invitation, player)
    player_may_join(player)
    if team.memberships.filter(player=player).exists():
        raise AlreadyInTeam
    if team.is_full:
        raise TeamFull
    Membership.objects.create(team=team, player=player, place=Membership.Place.PARTNER)
    invitation_answer(invitation, State.ACCEPTED)
    invitations_withdraw(team)
    return team


@transaction.atomic
def invitation_decline(*, invitation: Invitation, player: Player) -> None:
    """Decline an invitation by name; a link stays open for somebody else."""
    _, invitation = invitation_lock(invitation, player)
    if invitation.invitee is not None:
        invitation_answer(invitation, State.DECLINED)


@transaction.atomic
def invitation_withdraw(*, invitation: Invitation, by: Player) -> None:
    team = team_lock(invitation.team)
    captain_required(team, by)
    invitation_answer(invitation, State.WITHDRAWN)


def team_may_invite(team: Team, by: Player) -> None:
    captain_required(team, by)
    if team.is_full:
        raise TeamFull
    if team.invitations.filter(state=State.OPEN).count() >= OPEN_INVITATIONS_PER_TEAM:
        raise TooManyInvitations


def invitation_create(team: Team, by: Player, to: Player | None) -> Invitation:
    return Invitation.objects.create(team=team, inviter=by, invitee=to, token=secrets.token_urlsafe(24))


def invitation_lock(invitation: Invitation, player: Player) -> tuple[Team, Invitation]:
    """Lock the team, and return the invitation if it is open and meant for this player."""
    team = team_lock(invitation.team)
    invitation = Invitation.objects.filter(pk=invitation.pk).first() or invitation
    if not invitation.is_open or invitation.invitee not in (None, player):
        raise InvitationGone
    return team, invitation


def invitation_answer(invitation: Invitation, state: Invitation.State) -> None:
    """Store the answer to an invitation, unless it was answered or deleted meanwhile."""
    still_open = Invitation.objects.filter(pk=invitation.pk, state=State.OPEN)
    if not still_open.update(state=state, answered_at=timezone.now()):
        raise InvitationGone


def invitations_expire(team: Team) -> None:
    """Withdraw the invitations of a team that were not answered in time, so that they no longer count."""
    team.invitations.filter(state=State.OPEN, created_at__lt=timezone.now() - INVITATION_LIFETIME).update(
        state=State.WITHDRAWN, answered_at=timezone.now()
    )
