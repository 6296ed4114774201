"""From where a player has signed in: wrong passwords from elsewhere do not keep them out there."""

from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.addresses import network_of
from players.models import KnownAddress, Player

DAYS_KEPT = 90


def address_digest(address: str) -> str:
    """Without the secret key nobody finds out which address it was."""
    return salted_hmac("players.KnownAddress", network_of(address), algorithm="sha256").hexdigest()


def address_remember(*, player: Player, address: str) -> None:
    """Keep from where somebody signs in; for so long after the last time."""
    digest = address_digest(address)
    KnownAddress.objects.update_or_create(player=player, digest=digest, defaults={"used_at": timezone.now()})


def address_is_known(player: Player, address: str) -> bool:
    used_since = timezone.now() - timedelta(days=DAYS_KEPT)
    known = KnownAddress.objects.filter(player=player, digest=address_digest(address), used_at__gte=used_since)
    return known.exists()


def addresses_expire() -> None:
    KnownAddress.objects.filter(used_at__lt=timezone.now() - timedelta(days=DAYS_KEPT)).delete()
