"""Creates, registers, changes and deletes players and guests."""

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

# Masks of the commedia dell'arte: names for guests that work in any language.
GUEST_NAMES = (
    "Arlecchino", "Balanzone", "Beltrame", "Brighella", "Burlamacco", "Colombina", "Coviello", "Fagiolino",
    "Gianduja", "Isabella", "Meneghino", "Mezzettino", "Pantalone", "Pedrolino", "Pulcinella", "Rosaura",
    "Rugantino", "Sandrone", "Scapino", "Scaramuccia", "Smeraldina", "Stenterello", "Tartaglia", "Truffaldino",
)  # fmt: skip
# How long a guest can come back and sign up; also the age of the session.
GUEST_LIFETIME = timedelta(days=30)
EXPIRY_BATCH_SIZE = 500


def guest_name() -> str:
    return f"{secrets.choice(GUEST_NAMES)}-{secrets.randbelow(9_000) + 1_000}"


def guest_create() -> Player:
    """Create a guest with a random free name."""
    while True:
        try:
            with transaction.atomic():
                return Player.objects.create_user(guest_name(), is_guest=True, last_login=timezone.now())
        except IntegrityError as error:
            name_refusal(error)  # taken: try another name; re-raises anything else


def guest_lock(guest: Player) -> Player:
    """Lock and return a guest's row. Of two sign-ups at once, the second finds that the player is no guest any more."""
    locked = Player.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
    if locked is None:
        raise AlreadySignedUp
    return locked


@transaction.atomic
def player_register(*, player: Player, name: str, email: str) -> Player:
    """Store a new player, or turn a guest into one: the row, and so the history, stays the same."""
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
    """Refuse an address that another account has. An advisory lock makes sign-ups with the same one wait in line."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(lower(%s), 0))", [email])
    if EmailAddress.objects.filter(email=email.lower()).exists():
        raise EmailTaken


def player_update(*, player: Player, **fields: Any) -> Player:
    """Write only the given fields of a player."""
    if not Player.objects.filter(pk=player.pk, left_at=None).update(**fields):
        raise NoSuchPlayer
    for field, value in fields.items():
        setattr(player, field, value)
    return player


def player_leave(*, player: Player) -> None:
    """Delete an account. Matches and teams that others took part in stay, with "a former player"."""
    while not player_leave_if_locked(player):
        continue  # joined a team or an event, or left one, in between; once the locks are held nothing can


@transaction.atomic
def player_leave_if_locked(player: Player) -> bool:
    """Delete an account if its teams and checks allow it now; return whether it did.

    Locks tables and teams before the player, as every service does, so that two services cannot deadlock.
    """
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
        player_anonymise(player)
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
    """Refuse staff permissions for guests, and taking them from the last administrator."""
    if player.is_guest and (is_staff or is_superuser):
        raise GuestsCannot
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=player.pk)
    if player.is_superuser and not (is_superuser and is_active) and not others.exists():
        raise LastAdministrator


def player_anonymise(player: Player) -> None:
    """Remove everything personal from the row. "#" is not allowed in names, so "#" and the number collide with none."""
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
    """Sign a player out everywhere."""
    for session in UserSession.objects.filter(user=player):
        session.end()


def guests_expire() -> int:
    """Delete guests whose session has expired; anonymise those who have played. Return how many, at most a batch."""
    stale = Player.objects.filter(is_guest=True, last_login__lt=timezone.now() - GUEST_LIFETIME)
    for guest in (expired := list(stale[:EXPIRY_BATCH_SIZE])):
        try:
            with transaction.atomic():
                guest.delete()
        except ProtectedError:
            player_leave(player=guest)
    return len(expired)
