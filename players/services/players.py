"""People come, change their mind, and go."""

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from players.models import Invitation, Player
from players.names import name_key
from players.refusals import LastAdministrator
from players.services.names import name_refusal
from players.services.teams import team_leave

# The masks of the commedia dell'arte: a guest comes masked, in any language.
MASKS = (
    "Arlecchino", "Balanzone", "Beltrame", "Brighella", "Burlamacco", "Colombina", "Coviello", "Fagiolino",
    "Gianduja", "Isabella", "Meneghino", "Mezzettino", "Pantalone", "Pedrolino", "Pulcinella", "Rosaura",
    "Rugantino", "Sandrone", "Scapino", "Scaramuccia", "Smeraldina", "Stenterello", "Tartaglia", "Truffaldino",
)  # fmt: skip
# How long a guest can come back and sign up: as long as the session lasts.
GUEST_LIFETIME = timedelta(days=30)
EXPIRY_BATCH = 500


def guest_name() -> str:
    return f"{secrets.choice(MASKS)}-{secrets.randbelow(9_000) + 1_000}"


def guest_create() -> Player:
    """A visitor gets a masked name and can play at once."""
    while True:
        try:
            with transaction.atomic():
                return Player.objects.create_user(guest_name(), is_guest=True, last_login=timezone.now())
        except IntegrityError as error:
            name_refusal(error)  # taken: draw again; anything else is a bug and rises


def player_register(*, player: Player, name: str, email: str) -> Player:
    """A new player, or a guest who stays: the row, and so the history, remains the same."""
    player.name, player.name_key, player.email = name, name_key(name), email
    if player.is_guest:
        player.is_guest, player.joined_at = False, timezone.now()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise name_refusal(error) from error
    return player


def player_update(*, player: Player, **fields: Any) -> Player:
    """Writes just the named fields of a profile or of the preferences."""
    for field, value in fields.items():
        setattr(player, field, value)
    player.save(update_fields=list(fields))
    return player


@transaction.atomic
def player_leave(*, player: Player) -> None:
    """Deletes an account. What others took part in stays, under "a former player"."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if (
        player.is_superuser
        and not Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=player.pk).exists()
    ):
        raise LastAdministrator
    for membership in player.memberships.select_related("team"):
        team_leave(team=membership.team, player=player)
    Invitation.objects.filter(invitee=player).delete()
    Invitation.objects.filter(inviter=player, state=Invitation.State.OPEN).delete()
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    sessions_end(player=player)
    player_forget(player)


def player_forget(player: Player) -> None:
    """Blanks the row. "#" cannot stand in a name, so the number never collides with one."""
    player.name = player.name_key = f"#{player.pk}"
    player.email, player.country, player.languages = "", "", []
    player.language, player.is_guest = "", False
    player.is_active, player.is_staff, player.is_superuser = False, False, False
    player.left_at = timezone.now()
    player.set_unusable_password()
    player.groups.clear()
    player.user_permissions.clear()
    player.save()


def sessions_end(*, player: Player) -> None:
    """Signs a player out everywhere."""
    for session in UserSession.objects.filter(user=player):
        session.end()


def guests_expire() -> int:
    """Guests whose session has run out go; one who has played stays, without a name."""
    stale = Player.objects.filter(is_guest=True, last_login__lt=timezone.now() - GUEST_LIFETIME)
    for guest in (expired := list(stale[:EXPIRY_BATCH])):
        try:
            with transaction.atomic():
                guest.delete()
        except ProtectedError:
            player_leave(player=guest)
    return len(expired)
