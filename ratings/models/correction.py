"""Corrections of results, with who, what, when and why; and notices to those concerned."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Player
from ratings.models.match import RatedMatch
from ratings.models.pool import Pool
from ratings.models.replay import Replay


class Correction(models.Model):
    """One change of one result. Written with it, and never changed."""

    class Kind(models.TextChoices):
        CORRECTED = "corrected", _("result corrected")
        ANNULLED = "annulled", _("match annulled")
        STRUCK = "struck", _("matches of a player struck out")
        RESTORED = "restored", _("match counts again")

    kind = models.CharField(_("kind of correction"), max_length=9, choices=Kind)
    match = models.ForeignKey(RatedMatch, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("match"))
    # Whose matches were struck out, or count again together.
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("player struck out")
    )
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("changed by"))
    reason = models.CharField(_("reason"), max_length=500)
    # State and places, by seat.
    before = models.JSONField(_("before"))
    after = models.JSONField(_("after"))
    at = models.DateTimeField(_("changed at"), default=timezone.now)
    # What carries it out.
    replay = models.ForeignKey(Replay, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("rebuild"))
    # What a selector adds, by seat of the match (`corrections_of_match`).
    sides: list[int]
    left: list[bool]

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="correction_has_reason"),
            models.CheckConstraint(
                condition=Q(kind="restored") | (Q(kind="struck") ^ Q(player=None)), name="correction_struck_has_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.get_kind_display()}"


class RatingNotice(models.Model):
    """Tells a player that corrections have moved their rating, or concerned a match of theirs."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_notices")
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="+")
    # Its corrections say what was changed and why.
    replay = models.ForeignKey(Replay, on_delete=models.PROTECT, related_name="notices")
    # Nothing where the player is new to the pool, or has no counted match left in it; both, where there was none yet.
    before = models.FloatField(null=True)
    after = models.FloatField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["replay", "player"], name="notice_once")]
        indexes = [models.Index(fields=["player"], condition=Q(seen_at=None), name="notice_unseen")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.replay_id}"
