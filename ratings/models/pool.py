"""Pools, which never mix, and the revisions in which their ratings are worked out."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import Player


class Pool(models.Model):
    """One list of ratings: a game's solo tables, its teams, or six each for themselves. Whoever writes locks it."""

    key = models.CharField(primary_key=True, max_length=32)

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")

    def __str__(self) -> str:
        return str(self.title)

    @property
    def title(self) -> str | Promise:
        return settings.RATING_POOLS.get(self.key, self.key)


class Revision(models.Model):
    """One working-out of a pool from its first match on. What people see is the live one; a rebuild makes the next."""

    class State(models.TextChoices):
        BUILDING = "building", _("being worked out")
        LIVE = "live", _("live")
        RETIRED = "retired", _("replaced")
        ABANDONED = "abandoned", _("given up for a newer one")

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="revisions")
    state = models.CharField(_("state"), max_length=9, choices=State)
    created_at = models.DateTimeField(_("begun"), default=timezone.now)
    # The last sign of life of the worker that builds it; none before somebody has begun.
    touched_at = models.DateTimeField(_("last progress"), null=True)
    live_at = models.DateTimeField(_("live since"), null=True)
    # How many matches are in it.
    matches = models.PositiveIntegerField(_("matches"), default=0)
    # How often somebody has begun to build it. Whoever was killed is followed by somebody who begins again; whoever
    # only seemed to be finds a higher number here, and stops.
    attempts = models.PositiveIntegerField(default=0)
    # How many there were to replay when it began.
    total = models.PositiveIntegerField(_("matches to replay"), default=0)
    # Whether the rows of a revision that nobody sees any more have been removed.
    cleared = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("rebuild")
        verbose_name_plural = _("rebuilds")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["pool"], condition=Q(state="live"), name="revision_one_live"),
            models.UniqueConstraint(fields=["pool"], condition=Q(state="building"), name="revision_one_building"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.pk}"

    @property
    def progress(self) -> int:
        """How far it is, in hundredths. Matches that came in meanwhile are in it too."""
        finished = self.state in (self.State.LIVE, self.State.RETIRED)
        return 100 if finished or not self.total else min(100, 100 * self.matches // self.total)


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
