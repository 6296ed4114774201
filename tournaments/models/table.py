"""Models of tables: who sits there, the matches played, and how they ended."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Match
from players.models import Player
from tournaments.models.entry import Entry
from tournaments.models.stage import Round, Stage


class Table(models.Model):
    """Entries in seat order who play one match, or several if it is played again."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        READY = "ready", _("ready")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")
        WALKOVER = "walkover", _("decided without play")
        REST = "rest", _("rest")
        NOT_NEEDED = "not-needed", _("not needed")
        CALLED_OFF = "called-off", _("called off")

    class By(models.TextChoices):
        PLAY = "play", _("by play")
        FORFEIT = "forfeit", _("by forfeit")
        RULING = "ruling", _("by ruling")
        WALKOVER = "walkover", _("without play")

    class Part(models.TextChoices):
        NONE = "", ""
        WINNERS = "winners", _("winners")
        LOSERS = "losers", _("losers")
        SMALL_FINAL = "small-final", _("small final")
        FINAL = "final", _("final")
        RESET = "reset", _("second final")

    # Statuses after which nothing more happens without an organiser.
    DECIDED = (Status.FINISHED, Status.WALKOVER, Status.REST, Status.NOT_NEEDED, Status.CALLED_OFF)

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tables")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    # Counted within the round; in an elimination within the stage.
    number = models.PositiveSmallIntegerField(_("number"))
    group = models.CharField(_("group"), max_length=8, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status)
    part = models.CharField(_("part of the bracket"), max_length=11, choices=Part, blank=True, default=Part.NONE)
    advances = models.PositiveSmallIntegerField(_("how many go on"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    # The match that counts; those before it are kept in TableMatch.
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by = models.CharField(_("decided"), max_length=8, choices=By, blank=True)
    # The explanation of the pairing: code, facts and text, as in the public document.
    explanation = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(part=""), name="table_number_once_a_bracket"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=[
                        "waiting",
                        "ready",
                        "playing",
                        "finished",
                        "walkover",
                        "rest",
                        "not-needed",
                        "called-off",
                    ]
                ),
                name="table_status_known",
            ),
            models.CheckConstraint(condition=~Q(status="finished") | ~Q(by=""), name="table_finished_says_by_what"),
        ]
        indexes = [models.Index(fields=["status"], name="table_playing", condition=Q(status="playing"))]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"

    @property
    def is_decided(self) -> bool:
        return self.status in self.DECIDED


class TableMatch(models.Model):
    """A match that was played, or called off, at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="matches")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="tournament_table")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.match_id}"

    def get_absolute_url(self) -> str:
        return reverse("tournament_table", args=[self.table_id])


class Slot(models.Model):
    """One side of a table: who sits there or where they come from, and how they ended."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="slots")
    # Seat order: the order in which sides first sit.
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="slots")
    # In an elimination: a seed, a place at an earlier table, or a bye.
    source_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    source_table = models.PositiveSmallIntegerField(null=True, blank=True)
    source_place = models.PositiveSmallIntegerField(null=True, blank=True)
    # The side in the match, in seat order; null if they had no seat when it was opened.
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    # The game's own points.
    points = models.IntegerField(_("points"), null=True, blank=True)
    no_show = models.BooleanField(_("did not come"), default=False)
    # Ruled last at this table, whatever is played.
    forfeited = models.BooleanField(_("forfeited"), default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="slot_once"),
            models.UniqueConstraint(
                fields=["table", "entry"], condition=Q(entry__isnull=False), name="slot_one_an_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Call(models.Model):
    """A call for the organiser from a player at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", verbose_name=_("player"))
    text = models.CharField(_("what it is about"), max_length=300, blank=True)
    at = models.DateTimeField(_("called"), auto_now_add=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("call for the organiser")
        verbose_name_plural = _("calls for the organiser")
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(settled_at=None), name="call_one_open_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"
