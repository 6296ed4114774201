"""Results as the ratings know them: one row a rated match, whatever the games app keeps of it."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ratings.models.pool import Pool


class RatedMatch(models.Model):
    """Who sat where, on which side, and in which place that side is rated. Everything by seat."""

    class State(models.TextChoices):
        """Settled is what the live revision has in it, or will have with the rebuild that is under way."""

        PENDING = "pending", _("waiting to be settled")
        SETTLED = "settled", _("settled")
        ANNULLED = "annulled", _("annulled")
        STRUCK = "struck", _("struck out")

    # The match in the games app: its number, and its address.
    match_id = models.BigIntegerField(primary_key=True)
    key = models.CharField(_("match"), max_length=16, unique=True)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="matches", verbose_name=_("pool"))
    finished_at = models.DateTimeField(_("finished"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PENDING)
    players = ArrayField(models.BigIntegerField(), verbose_name=_("players"))
    sides = ArrayField(models.SmallIntegerField(), verbose_name=_("sides"))
    places = ArrayField(models.SmallIntegerField(), verbose_name=_("places"))
    # Who never came back, and so made their side rank last.
    left = ArrayField(models.BooleanField(), verbose_name=_("left for good"))
    # Counts corrections: whoever corrects says which one they saw.
    version = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        ordering = ["-finished_at", "-match_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(players__len__gte=2)
                & Q(sides__len=models.F("players__len"))
                & Q(places__len=models.F("players__len"))
                & Q(left__len=models.F("players__len")),
                name="rated_match_whole",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "settled", "annulled", "struck"]), name="rated_match_state_known"
            ),
        ]
        indexes = [
            # The order in which a pool is settled and replayed.
            models.Index(
                "pool",
                "finished_at",
                "match_id",
                name="rated_match_in_order",
                condition=Q(state__in=["pending", "settled"]),
            ),
            models.Index("pool", "finished_at", "match_id", name="rated_match_pending", condition=Q(state="pending")),
            # What two people have played together.
            GinIndex(fields=["players"], name="rated_match_players"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def counts(self) -> bool:
        return self.state in (self.State.PENDING, self.State.SETTLED)


class Unratable(models.Model):
    """A finished match that was to be rated and cannot be, and why. Kept, so that somebody looks at it."""

    match_id = models.BigIntegerField(primary_key=True)
    key = models.CharField(_("match"), max_length=16)
    problem = models.CharField(_("problem"), max_length=40)
    found_at = models.DateTimeField(_("found"), default=timezone.now)

    class Meta:
        verbose_name = _("match that cannot be rated")
        verbose_name_plural = _("matches that cannot be rated")
        ordering = ["-found_at"]

    def __str__(self) -> str:
        return f"{self.key}: {self.problem}"
