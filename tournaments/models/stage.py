"""Models of stages, who plays in them, and their rounds."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Stage(models.Model):
    """One format from its first round to its final order."""

    class Kind(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round-robin", _("Round robin")
        ELIMINATION = "elimination", _("Elimination")
        DOUBLE_ELIMINATION = "double-elimination", _("Double elimination")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=40)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    # As tournaments/formats/contests/settings.py reads them.
    settings = models.JSONField(_("settings"), default=dict)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(status="running"), name="stage_one_is_running"),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running", "finished"]), name="stage_status_known"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["swiss", "round-robin", "elimination", "double-elimination"]),
                name="stage_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_bracket(self) -> bool:
        return self.kind in (self.Kind.ELIMINATION, self.Kind.DOUBLE_ELIMINATION)


class StageEntry(models.Model):
    """An entry in a stage: its group, its seed, and how it ended."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stages")
    group = models.CharField(_("group"), max_length=8, blank=True)
    seed = models.PositiveIntegerField(_("seed"))
    # Once the stage has ended; what it ended with stays.
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    goes_on = models.BooleanField(_("goes on"), default=False)

    class Meta:
        verbose_name = _("entry of a stage")
        verbose_name_plural = _("entries of stages")
        ordering = ["seed"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once")]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.entry_id}"


class Round(models.Model):
    """Tables that are played at the same time; in an elimination a row of the bracket."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=9, choices=Status)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=["planned", "draft", "published", "playing", "finished"]),
                name="round_status_known",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False) | ~Q(status="finished"),
                name="round_finished_has_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"


class Rest(models.Model):
    """An entry that was in and did not play a round: absent as announced, or with a bye."""

    class Kind(models.TextChoices):
        ABSENT = "absent", _("absent")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="rests")
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)

    class Meta:
        verbose_name = _("rest")
        verbose_name_plural = _("rests")
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="rest_once"),
            models.CheckConstraint(condition=Q(kind__in=["absent", "bye"]), name="rest_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"


class StandingLine(models.Model):
    """The stored standing of an entry after a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    group = models.CharField(max_length=8, blank=True)
    place = models.PositiveIntegerField()
    # Exact, as text: "7/2".
    points = models.CharField(max_length=40)
    # In the order of the stage's tie-breaks; null where one was not needed.
    tie_breaks = models.JSONField(default=list)

    class Meta:
        ordering = ["group", "place", "entry__number"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="standing_line_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.place}"
