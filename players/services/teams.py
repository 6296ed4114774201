"""Creates, changes and disbands teams of two. Every service locks the team's row first."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from players.models import Invitation, Membership, Player, Team
from players.names import name_key
from players.refusals import GuestsCannot, NoPartner, NoSuchPlayer, NotCaptain, NotInTeam, TeamDisbanded, TooManyTeams
from players.services.names import name_refusal, team_name_check

TEAMS_PER_PLAYER = 20
Place = Membership.Place


@transaction.atomic
def team_create(*, captain: Player, name: str) -> Team:
    """Create a team with its founder as captain."""
    player_may_join(captain)
    team = Team(name=team_name_check(name))
    team_name_save(team)
    Membership.objects.create(team=team, player=captain, place=Place.CAPTAIN)
    return team


@transaction.atomic
def team_rename(*, team: Team, by: Player, name: str) -> Team:
    team = team_lock(team)
    captain_required(team, by)
    team.name = team_name_check(name)
    return team_name_save(team)


@transaction.atomic
def team_leave(*, team: Team, player: Player) -> None:
    """Leave a team. When the captain leaves, the partner becomes captain; a team without members is disbanded."""
    team = team_lock(team)
    if not team.memberships.filter(player=player).exists():
        raise NotInTeam
    member_remove(team, player)


@transaction.atomic
def team_hand_over(*, team: Team, by: Player) -> Team:
    """Swap captain and partner."""
    team = team_lock(team)
    captain_required(team, by)
    if team.partner is None:
        raise NoPartner
    for membership in team.members:
        membership.place = Place.PARTNER if membership.place == Place.CAPTAIN else Place.CAPTAIN
        membership.save(update_fields=["place"])
    return team


@transaction.atomic
def team_disband(*, team: Team, by: Player) -> None:
    team = team_lock(team)
    captain_required(team, by)
    team.memberships.all().delete()
    team_close(team)


def member_remove(team: Team, player: Player) -> None:
    """Remove a player from a locked team; the remaining member becomes captain."""
    team.memberships.filter(player=player).delete()
    if not team.memberships.update(place=Place.CAPTAIN):
        team_close(team)


def team_lock(team: Team) -> Team:
    """Lock and return the team's row; refuse if it is disbanded."""
    locked = Team.objects.select_for_update().get(pk=team.pk)
    if locked.is_disbanded:
        raise TeamDisbanded
    return locked


def captain_required(team: Team, player: Player) -> None:
    if team.captain != player:
        raise NotCaptain


def player_may_join(player: Player) -> None:
    """Refuse guests, deleted players, and players in too many teams. Locks the player, so that the count stays true."""
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked.is_gone:
        raise NoSuchPlayer
    if locked.is_guest:
        raise GuestsCannot
    if player.memberships.count() >= TEAMS_PER_PLAYER:
        raise TooManyTeams


def team_name_save(team: Team) -> Team:
    team.name_key = name_key(team.name)
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError as error:
        raise name_refusal(error) from error
    return team


def team_close(team: Team) -> None:
    """Disband a team: free its name and withdraw its open invitations."""
    team.disbanded_at = timezone.now()
    team.save(update_fields=["disbanded_at"])
    invitations_withdraw(team)


def invitations_withdraw(team: Team) -> None:
    team.invitations.filter(state=Invitation.State.OPEN).update(
        state=Invitation.State.WITHDRAWN, answered_at=timezone.now()
    )
