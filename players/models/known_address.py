from django.db import models
from django.utils import timezone

from players.models.player import Player


class KnownAddress(models.Model):
    """An IP address (for IPv6 its network) from which a player has signed in. Only its digest is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="known_addresses")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "digest"], name="known_address_once")]

    def __str__(self) -> str:
        return self.digest
