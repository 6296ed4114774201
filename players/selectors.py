"""Reads players, teams and invitations."""

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db.models import F, Prefetch, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from players.models import Invitation, Membership, Player, Team
from players.models.team import INVITATION_LIFETIME
from players.names import name_key, normalise

NAME_SUGGESTIONS_LIMIT = 8


def player_by_name(name: str) -> Player | None:
    """Return the active player with this name, ignoring case."""
    return Player.objects.filter(name__iexact=normalise(name), left_at=None, is_active=True).first()


def player_by_login(login: str) -> Player | None:
    """Return the player who signs in with this name or e-mail address."""
    if "@" in login:
        address = EmailAddress.objects.filter(email=login.lower()).select_related("user").first()
        return address.user if address else None
    return player_by_name(login)


def players_named_like(text: str, *, exclude: Iterable[Player] = ()) -> list[Player]:
    """Return some players whose name begins like this text, for a search box."""
    if not (key := name_key(normalise(text))):
        return []
    matches = Player.objects.filter(name_key__startswith=key, left_at=None, is_active=True, is_guest=False)
    return list(matches.exclude(pk__in=[player.pk for player in exclude]).order_by("name_key")[:NAME_SUGGESTIONS_LIMIT])


def teams_with_members() -> QuerySet[Team]:
    """Return teams with their members prefetched: two queries for any number of teams."""
    members = Membership.objects.select_related("player")
    return Team.objects.prefetch_related(Prefetch("memberships", queryset=members))


def teams_of(player: Player) -> list[Team]:
    return list(teams_with_members().filter(memberships__player=player))


def invitations_open() -> QuerySet[Invitation]:
    """Return the invitations that can still be accepted."""
    return Invitation.objects.filter(
        state=Invitation.State.OPEN, created_at__gte=timezone.now() - INVITATION_LIFETIME
    ).select_related("team", "inviter", "invitee")


def invitations_for(player: Player) -> QuerySet[Invitation]:
    return invitations_open().filter(invitee=player)


def invitations_of(team: Team) -> QuerySet[Invitation]:
    return invitations_open().filter(team=team)


def player_data_all(player: Player) -> dict[str, Any]:
    """Return everything that is stored about a player, from the functions in `PLAYER_DATA_SOURCES`."""
    sources = [import_string(path) for path in settings.PLAYER_DATA_SOURCES]
    return {section: content for source in sources for section, content in source(player).items()}


def player_data(player: Player) -> dict[str, Any]:
    """Return what the players app stores about a player."""
    fields = (
        "name",
        "email",
        "country",
        "languages",
        "language",
        "theme",
        "sounds",
        "confirm_moves",
        "joined_at",
        "last_login",
    )
    return {
        "profile": {field: getattr(player, field) for field in fields},
        "email_addresses": list(EmailAddress.objects.filter(user=player).values("email", "verified", "primary")),
        "sessions": list(
            UserSession.objects.filter(user=player).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "tokens": list(player.tokens.values("name", "created_at")),
        "teams": list(player.memberships.values("place", "joined_at", team_name=F("team__name"))),
        "invitations_received": list(
            player.invitations.values("state", "created_at", team_name=F("team__name"), from_name=F("inviter__name"))
        ),
        "invitations_sent": list(
            player.invitations_sent.values("state", "created_at", team_name=F("team__name"), to_name=F("invitee__name"))
        ),
    }
