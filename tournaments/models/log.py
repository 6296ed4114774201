"""The model of the log: who did what in a tournament, when and why. Nothing is computed from it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.models.tournament import Tournament


class LogLine(models.Model):
    """One act or step, with what it changed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(_("when"), default=timezone.now)
    # Null: a step, taken by the worker; or the account was deleted.
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    act = models.CharField(_("act"), max_length=24)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    # What it was about: entry and table numbers, what was before and after.
    facts = models.JSONField(_("facts"), default=dict)
    # The tournament's `state` after it.
    state = models.PositiveIntegerField(_("state"))

    class Meta:
        verbose_name = _("line of the log")
        verbose_name_plural = _("log")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["tournament", "-id"], name="log_of_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.act}"
