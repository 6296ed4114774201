"""Pools of ratings, which never mix, and snapshots of their ranks."""

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import Player


class Pool(models.Model):
    """One list of ratings: a game's solo tables, its teams, or six each for themselves.

    Whoever writes changes or standings locks the pool's row first (`ratings/services/pools.py`).
    """

    key = models.CharField(primary_key=True, max_length=32)
    # Counts replays. Whoever reads a history in pieces compares it, and sees that rows were replaced in between.
    generation = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")

    def __str__(self) -> str:
        return str(self.title)

    @property
    def title(self) -> str | Promise:
        return settings.RATING_POOLS.get(self.key, self.key)


class RankSnapshot(models.Model):
    """Where everyone stood on a day, so that a leaderboard can say who moved."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    rank = models.PositiveIntegerField()
    rating = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "day", "player"], name="snapshot_once_a_day")]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.day}: {self.player_id}"
