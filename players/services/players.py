"""People come, change their mind, and go."""

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.module_loading import import_string

from players.models import Invitation, Player, Team
from players.names import name_key
from players.refusals import AlreadySignedUp, EmailTaken, GuestsCannot, LastAdministrator, NoSuchPlayer
from players.services.names import name_refusal
from players.services.teams import member_remove

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


def guest_lock(guest: Player) -> Player:
    """The guest, held until the transaction ends; of two sign-ups at once the second finds no guest any more."""
    locked = Player.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
    if locked is None:
        raise AlreadySignedUp
    return locked


@transaction.atomic
def player_register(*, player: Player, name: str, email: str) -> Player:
    """A new player, or a guest who stays: the row, and so the history, remains the same."""
    email_claim(email)
    player.name, player.name_key, player.email = name, name_key(name), email
    if player.is_guest:
        player.is_guest, player.joined_at = False, timezone.now()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise name_refusal(error) from error
    return player


def email_claim(email: str) -> None:
    """One account an address, also for two who sign up with it at once: they wait for each other here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(lower(%s), 0))", [email])
    if EmailAddress.objects.filter(email=email.lower()).exists():
        raise EmailTaken


def player_update(*, player: Player, **fields: Any) -> Player:
    """Writes just the named fields of a profile or of the preferences."""
    if not Player.objects.filter(pk=player.pk, left_at=None).update(**fields):
        raise NoSuchPlayer
    for field, value in fields.items():
        setattr(player, field, value)
    return player


def player_leave(*, player: Player) -> None:
    """Deletes an account. What others took part in stays, under "a former player"."""
    while not player_leave_if_locked(player):
        continue  # joined a team or an event, or left one, in between; once the locks are held nothing can


@transaction.atomic
def player_leave_if_locked(player: Player) -> bool:
    """Locks tables and teams before the player, as every service does, so that two at once cannot block each other."""
    for receiver in settings.PLAYER_LEAVING_RECEIVERS:
        import_string(receiver)(player)
    team_ids = set(player.memberships.values_list("team_id", flat=True))
    teams = list(Team.objects.select_for_update().filter(pk__in=team_ids).order_by("pk"))
    administrators = list(Player.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
    player = Player.objects.select_for_update().get(pk=player.pk)
    if set(player.memberships.values_list("team_id", flat=True)) != team_ids:
        return False
    if any(import_string(check)(player) for check in settings.PLAYER_LEAVING_CHECKS):
        return False
    if administrators == [player]:
        raise LastAdministrator
    if not player.is_gone:
        for team in teams:
            member_remove(team, player)
        player_data_delete(player)
        player_forget(player)
    return True


def player_data_delete(player: Player) -> None:
    Invitation.objects.filter(invitee=player).delete()
    Invitation.objects.filter(inviter=player, state=Invitation.State.OPEN).delete()
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    player.tokens.all().delete()
    player.known_addresses.all().delete()
    sessions_end(player=player)


def rights_check(*, player: Player, is_active: bool, is_staff: bool, is_superuser: bool) -> None:
    """Whether a player may have these rights: guests have none, and there is always an administrator."""
    if player.is_guest and (is_staff or is_superuser):
        raise GuestsCannot
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=player.pk)
    if player.is_superuser and not (is_superuser and is_active) and not others.exists():
        raise LastAdministrator


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
