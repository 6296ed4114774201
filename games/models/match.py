"""A table and its seats, from the moment it is opened to the finished match."""

import secrets
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine import chance
from games.engine.clock import TimeControl
from games.engine.game import Game
from games.engine.registry import GAMES
from players.models import Player

MATCH_KEY_BYTES = 9


def new_key() -> str:
    return secrets.token_urlsafe(MATCH_KEY_BYTES)


def new_secret() -> bytes:
    return secrets.token_bytes(chance.SEED_BYTES)


class Pace(models.TextChoices):
    """Time controls: seconds a turn, and a bank for the whole match."""

    RELAXED = "relaxed", _("Relaxed: 90 seconds a turn, 5 minutes in the bank")
    STANDARD = "standard", _("Standard: 30 seconds a turn, 2 minutes in the bank")
    BLITZ = "blitz", _("Blitz: 10 seconds a turn, 30 seconds in the bank")

    @property
    def time(self) -> TimeControl:
        return TIME_CONTROLS[self]


TIME_CONTROLS = {
    Pace.RELAXED: TimeControl(90_000, 300_000),
    Pace.STANDARD: TimeControl(30_000, 120_000),
    Pace.BLITZ: TimeControl(10_000, 30_000),
}


class BotLevel(models.TextChoices):
    NOBODY = "", _("No bots")
    NOVICE = "novice", _("Novice")
    REGULAR = "regular", _("Regular")
    EXPERT = "expert", _("Expert")


# The names of bots, by seat number, so that bots of one level can be told apart.
BOT_NAMES = ("Fiorella", "Baldo", "Corina", "Ruggero", "Lucilla", "Tullio")


class Match(models.Model):
    """One game at one table: waiting for players, playing, then finished and kept as a record."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")
        # Ended early by whoever opened the table: there is no result, and the cards stay secret for good.
        CALLED_OFF = "called-off", _("called off")

    class Joining(models.TextChoices):
        EVERYONE = "everyone", _("Everyone")
        LINK = "link", _("Whoever has the link")
        TEAM = "team", _("My teams")

    class Watching(models.TextChoices):
        EVERYONE = "everyone", _("Everyone")
        DELAYED = "delayed", _("Everyone, a minute later")
        NOBODY = "nobody", _("Nobody")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING, editable=False)
    game = models.CharField(_("game"), max_length=32, default="pot-de-vin", editable=False)
    options = models.JSONField(_("options"), editable=False)
    rated = models.BooleanField(_("rated"), default=False, editable=False)
    pace = models.CharField(_("time"), max_length=8, choices=Pace, default=Pace.STANDARD)
    joining = models.CharField(_("who may join"), max_length=8, choices=Joining, default=Joining.EVERYONE)
    watching = models.CharField(_("who may watch"), max_length=8, choices=Watching, default=Watching.EVERYONE)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", editable=False)
    rematch_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="rematches", editable=False
    )

    # Never shown before the end: the table's secret, and the seed made of it and of the players' contributions.
    secret = models.BinaryField(default=new_secret)
    seed = models.BinaryField(null=True)

    # A table for certain players: nobody else can sit down, nobody can leave before the start, and the match begins at
    # `starts_at` with whoever is connected.
    sealed = models.BooleanField(_("sealed"), default=False, editable=False)
    starts_at = models.DateTimeField(_("starts"), null=True, editable=False)

    created_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    # While the table waits: since when none of its players is connected, as far as the sweep has looked.
    empty_since = models.DateTimeField(null=True, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    # The number of moves; when the current turn began, and when the next player's time is up.
    seq = models.PositiveIntegerField(default=0, editable=False)
    since = models.DateTimeField(null=True, editable=False)
    deadline = models.DateTimeField(null=True, editable=False)
    result = models.JSONField(_("result"), null=True, editable=False)
    # Whether the result was handed over to the ratings.
    handed_over = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="playing") | Q(started_at__isnull=False, seed__isnull=False, result=None),
                name="match_playing_has_begun",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished")
                | Q(finished_at__isnull=False, result__isnull=False, deadline=None, seed__isnull=False),
                name="match_finished_has_result",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["waiting", "closed"]) | Q(seq=0, result=None), name="match_not_begun_is_empty"
            ),
            models.CheckConstraint(
                condition=~Q(status="called-off") | Q(deadline=None, result=None), name="match_called_off_has_no_result"
            ),
            models.CheckConstraint(
                condition=Q(sealed=False, starts_at=None) | Q(sealed=True, starts_at__isnull=False, host=None),
                name="match_sealed_starts_and_has_no_host",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=Q(status="waiting"), name="match_one_rematch_waits"
            ),
        ]
        # None covers a column that a move changes: PostgreSQL then updates the row in its page and no index (HOT).
        indexes = [
            models.Index(F("created_at").desc(), name="match_open", condition=Q(status="waiting")),
            models.Index("starts_at", name="match_sealed_waiting", condition=Q(status="waiting", sealed=True)),
            models.Index(F("started_at").desc(), name="match_running", condition=Q(status="playing")),
            models.Index(
                "finished_at", name="match_unrated", condition=Q(status="finished", rated=True, handed_over=False)
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("table_page", args=[self.key])

    @property
    def engine(self) -> Game[Any, Any]:
        return GAMES[self.game]

    @property
    def commitment(self) -> str:
        """Return the hash of the secret, shown before the deal so that the secret cannot be changed afterwards."""
        return chance.commitment(bytes(self.secret))


class Seat(models.Model):
    """A seat at a table, and the player or bot in it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=8, choices=BotLevel, blank=True, default=BotLevel.NOBODY)
    ready = models.BooleanField(default=False)
    # The player's contribution to the seed, in hex.
    contribution = models.CharField(max_length=64, blank=True)
    # The player of the previous match for whom a seat of a rematch is kept; nobody else can take it.
    kept_for = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    # Whether a bot plays until the player is back: after three time-outs in a row, after leaving in mid-game, or if the
    # player was not there when a sealed table began.
    away = models.BooleanField(default=False)
    # Whether the player of a sealed table was connected at its start or at any time after it.
    was_there = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_one_a_player"),
            models.CheckConstraint(condition=Q(player=None) | Q(bot=""), name="seat_player_or_bot"),
            models.CheckConstraint(condition=Q(kept_for=None) | Q(player=None, bot=""), name="seat_kept_is_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None and not self.bot

    @property
    def display_name(self) -> str:
        """Return the name of the player or bot, or "" for a free seat."""
        if self.player is not None:
            return self.player.display_name
        return BOT_NAMES[self.number] if self.bot else ""
