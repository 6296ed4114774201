"""What is stored about a match beside its row: moves, talk, reports; and when the site was last up."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from players.models import Player

WORDS_MAX_LENGTH = 300  # characters


class Event(models.Model):
    """One move. Rows are never changed and never deleted: they are the record."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=200)
    by = models.CharField(max_length=6)
    at = models.DateTimeField()
    # Milliseconds that the player took, without time in which the site was down.
    spent = models.PositiveIntegerField()
    client_id = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "client_id"], condition=~Q(client_id=""), name="event_client_id_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq}"


class Words(models.Model):
    """A message in the talk of the players or of the spectators."""

    class Room(models.TextChoices):
        TABLE = "table", _("table")
        GALLERY = "gallery", _("gallery")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="words")
    room = models.CharField(max_length=7, choices=Room)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=WORDS_MAX_LENGTH, blank=True)
    emote = models.CharField(max_length=16, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = verbose_name_plural = _("words")
        ordering = ["pk"]
        indexes = [models.Index(fields=["match", "id"], name="words_by_match")]
        constraints = [
            models.CheckConstraint(condition=Q(text="") ^ Q(emote=""), name="words_are_text_or_emote"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.pk}"


class Report(models.Model):
    """A player's complaint about a message, for the organisers."""

    words = models.ForeignKey(Words, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-at"]
        constraints = [models.UniqueConstraint(fields=["words", "reporter"], name="report_once")]

    def __str__(self) -> str:
        return f"{self.words_id} by {self.reporter_id}"


class Pulse(models.Model):
    """When the site was last up: one row, updated by every process. Clocks do not run in a gap."""

    seen = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.seen)
