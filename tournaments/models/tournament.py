"""The model of a tournament: what is played, when, by whom, and its status."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.chance import SEED_BYTES
from games.engine.game import Game, TournamentMode
from games.engine.registry import GAMES
from games.models import Match, Pace
from players.models import Player

NAME_LENGTH = 80
SLUG_LENGTH = 60
CODE_LENGTH = 40
# Places of a small tournament that any player may create; larger ones are run from the admin.
SMALL_TOURNAMENT_PLACES = 64
# Random letters and digits in the address of an unlisted tournament: 62 bits.
SECRET_SLUG_LENGTH = 12
# From the publication of a round to its start, for players to come to their tables.
DEFAULT_LEAD_SECONDS = 60
# How long a tournament with too few entries waits after its start before it is cancelled.
TOO_FEW_ENTRIES_TIMEOUT = timedelta(minutes=15)
DEFAULT_CHECK_IN_MINUTES = 15
# The problem code of a tournament whose last step raised an error. All others come from the director.
STEP_FAILED = "failed"


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class Format(models.TextChoices):
    """The formats that an organiser chooses from; each is one stage or two."""

    SWISS = "swiss", _("Swiss")
    ELIMINATION = "elimination", _("Elimination")
    DOUBLE_ELIMINATION = "double-elimination", _("Double elimination")
    ROUND_ROBIN = "round-robin", _("Round robin")
    GROUPS_ELIMINATION = "groups-elimination", _("Groups, then elimination")
    SWISS_ELIMINATION = "swiss-elimination", _("Swiss, then elimination")


class Tournament(models.Model):
    """One event, from its announcement to its ranking."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        REGISTRATION = "registration", _("registration open")
        CLOSED = "closed", _("registration closed")
        CHECK_IN = "check-in", _("check-in open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.SlugField(_("address"), max_length=SLUG_LENGTH, unique=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    prizes = models.TextField(_("prizes"), max_length=2000, blank=True)

    game = models.CharField(_("game"), max_length=32)
    # The options of the game's tables; "mode" is the way to play: alone or in pairs, and how many at a table.
    options = models.JSONField(_("options"))
    format = models.CharField(_("format"), max_length=20, choices=Format, default=Format.SWISS)
    # The settings of the format: rounds, groups, how many go on.
    settings = models.JSONField(_("settings of the format"), default=dict, blank=True)
    pace = models.CharField(_("time"), max_length=8, choices=Pace, default=Pace.STANDARD)
    watching = models.CharField(
        _("who may watch"), max_length=8, choices=Match.Watching, default=Match.Watching.EVERYONE
    )
    rated = models.BooleanField(_("rated"), default=False)

    owner = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments_owned",
        verbose_name=_("owner"),
    )
    organisers = models.ManyToManyField(
        Player, blank=True, related_name="tournaments_organised", verbose_name=_("organisers")
    )
    listed = models.BooleanField(_("listed"), default=True, help_text=_("Otherwise it is found by its link only."))
    rehearsal = models.BooleanField(_("rehearsal"), default=False, editable=False)

    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.ANNOUNCED, editable=False)
    paused = models.BooleanField(_("paused"), default=False, editable=False)
    # Whether pairings are published by themselves, or wait for an organiser's approval.
    automatic = models.BooleanField(_("pairings are published by themselves"), default=True)

    time_zone = models.CharField(_("time zone of the event"), max_length=40, default="UTC")
    registration_opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    check_in_minutes = models.PositiveSmallIntegerField(
        _("check-in, minutes before the start"),
        default=DEFAULT_CHECK_IN_MINUTES,
        help_text=_("0: nobody has to check in."),
    )
    # Null: it starts by an organiser's act.
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    lead_seconds = models.PositiveSmallIntegerField(
        _("seconds from a pairing to its tables' start"), default=DEFAULT_LEAD_SECONDS
    )
    break_minutes = models.PositiveSmallIntegerField(_("minutes of break between rounds"), default=0)
    # Fixed times, in the order of the rounds; a round without one follows the round before.
    round_times = ArrayField(models.DateTimeField(), verbose_name=_("fixed times of rounds"), default=list, blank=True)

    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    fewest = models.PositiveSmallIntegerField(_("fewest entries"), default=3)
    rating_least = models.PositiveSmallIntegerField(_("rating from"), null=True, blank=True)
    rating_most = models.PositiveSmallIntegerField(_("rating up to"), null=True, blank=True)
    games_least = models.PositiveSmallIntegerField(_("rated games at least"), null=True, blank=True)
    by_invitation = models.BooleanField(_("by invitation"), default=False)
    code = models.CharField(_("entry code"), max_length=CODE_LENGTH, blank=True)
    # Entries may come until this round of the first stage is paired.
    late_entry_rounds = models.PositiveSmallIntegerField(_("late entry until round"), default=0)

    # Pairings and lots are drawn from it; shown once the tournament has started.
    seed = models.BinaryField(default=new_seed, editable=False)
    # Counts acts and rounds. Whoever acts sends the count that they have seen; another one is refused as stale.
    state = models.PositiveIntegerField(default=0, editable=False)
    # Counts everything that changes a public page.
    version = models.PositiveIntegerField(default=0, editable=False)
    # When the next step is due; null while only results or an organiser can change anything.
    wake_at = models.DateTimeField(null=True, editable=False)
    # The code of why nothing goes on without an organiser, or that the last step failed.
    problem = models.CharField(max_length=32, blank=True, editable=False)

    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    status__in=["announced", "registration", "closed", "check-in", "running", "finished", "cancelled"]
                ),
                name="tournament_status_known",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["running", "finished"], started_at__isnull=False)
                | Q(status__in=["announced", "registration", "closed", "check-in"], started_at=None)
                | Q(status="cancelled"),
                name="tournament_running_has_started",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False) | ~Q(status="finished"),
                name="tournament_finished_has_end",
            ),
            models.CheckConstraint(condition=Q(format__in=Format.values), name="tournament_format_known"),
            models.CheckConstraint(condition=Q(places=None) | Q(places__gte=2), name="tournament_has_places"),
        ]
        indexes = [
            models.Index(F("wake_at"), name="tournament_wakes", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["status", "starts_at"], name="tournament_by_status"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament_page", args=[self.slug])

    @property
    def engine(self) -> Game[Any, Any]:
        return GAMES[self.game]

    @property
    def mode(self) -> TournamentMode:
        """Return the way to play: alone or in pairs, and how many at a table."""
        return next(mode for mode in self.engine.tournament_modes() if mode.name == self.options["mode"])

    @property
    def is_for_teams(self) -> bool:
        return self.mode.players_per_side > 1

    @property
    def check_in_opens_at(self) -> datetime | None:
        if self.starts_at is None or not self.check_in_minutes:
            return None
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def has_started(self) -> bool:
        return self.status in (self.Status.RUNNING, self.Status.FINISHED)
