"""Remembers the IP addresses from which a player has signed in: there, wrong passwords from elsewhere do not count."""

from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.ip_addresses import network_of
from players.models import KnownAddress, Player

KNOWN_ADDRESS_DAYS = 90


def address_digest(address: str) -> str:
    """Return a keyed digest: without the secret key nobody can find the address by trying all."""
    return salted_hmac("players.KnownAddress", network_of(address), algorithm="sha256").hexdigest()


def address_remember(*, player: Player, address: str) -> None:
    """Store the address of a sign-in, until KNOWN_ADDRESS_DAYS after the last one from there."""
    digest = address_digest(address)
    KnownAddress.objects.update_or_create(player=player, digest=digest, defaults={"used_at": timezone.now()})


def address_is_known(player: Player, address: str) -> bool:
    used_since = timezone.now() - timedelta(days=KNOWN_ADDRESS_DAYS)
    known = KnownAddress.objects.filter(player=player, digest=address_digest(address), used_at__gte=used_since)
    return known.exists()


def addresses_expire() -> None:
    KnownAddress.objects.filter(used_at__lt=timezone.now() - timedelta(days=KNOWN_ADDRESS_DAYS)).delete()
