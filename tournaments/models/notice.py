"""Models of notices: what players are told, on the site and by mail."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.models.tournament import Tournament


class Notice(models.Model):
    """A notice about a tournament for one player."""

    class Kind(models.TextChoices):
        REGISTERED = "registered", _("registered, or what became of it")
        CHECK_IN = "check-in", _("check-in is open")
        SEATED = "seated", _("a table is ready")
        CHANGED = "changed", _("something was changed")
        CANCELLED = "cancelled", _("cancelled")
        MESSAGE = "message", _("a message from the organiser")
        PLACE = "place", _("final place")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tournament_notices")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    # Which sentence, and what stands in it: tournaments/notice_words.py.
    code = models.CharField(max_length=24)
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True)
    # When it is to be mailed; moved ahead while a worker holds it, null once mailed or if it is not to be.
    mail_due_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="tournament_notice_mail_due"
            ),
            models.Index(fields=["player", "-id"], name="tournament_notice_of_player"),
            models.Index(fields=["player"], condition=Q(seen_at=None), name="tournament_notice_unseen"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.code}"


class MailTurnedOff(models.Model):
    """A kind of notice that a player does not want by mail."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mails_turned_off")
    kind = models.CharField(max_length=10, choices=Notice.Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind"], name="mail_turned_off_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"
