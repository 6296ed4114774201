"""Models of entries: an entry is a player or a team, and its players are rows of their own."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Player, Team
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """A player or team that takes part. A substitute changes its players, never the entry."""

    class Status(models.TextChoices):
        INVITED = "invited", _("waits for an answer")
        WAITING = "waiting", _("on the waiting list")
        IN = "in", _("in")
        ABSENT = "absent", _("did not check in")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DROPPED = "dropped", _("dropped out")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    # The public number, counted within the tournament.
    number = models.PositiveIntegerField(_("number"))
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    # As it was when the entries were seeded; empty once its players have deleted their accounts.
    name = models.CharField(_("name"), max_length=120, blank=True)
    club = models.CharField(_("club"), max_length=60, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=Status)
    # The order of the waiting list; whoever withdrew and comes back is at its end.
    registered_at = models.DateTimeField(_("registered"), default=timezone.now)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    # Not seated from the next round on, until they return.
    sits_out = models.BooleanField(_("sits out"), default=False)
    # Whether they sit out because they never came to a table, not by their own choice.
    never_came = models.BooleanField(_("did not come"), default=False)

    # Entered by an organiser and asked whether they agree: the conditions of registration are waived.
    asked_by_organiser = models.BooleanField(default=False, db_default=False, editable=False)

    rating = models.FloatField(_("rating"), null=True, blank=True)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    # The first round that was theirs, and the last that was: stage and round.
    joined_stage = models.PositiveSmallIntegerField(null=True, editable=False)
    joined_round = models.PositiveSmallIntegerField(null=True, editable=False)
    left_stage = models.PositiveSmallIntegerField(null=True, editable=False)
    left_round = models.PositiveSmallIntegerField(null=True, editable=False)
    # In the final ranking; nothing for the disqualified and before the end.
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=["invited", "waiting", "in", "absent", "withdrawn", "dropped", "disqualified"]),
                name="entry_status_known",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status", "registered_at"], name="entry_in_line")]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        return self.name or str(_("a former player"))

    @property
    def waits_for_organisers_guests(self) -> bool:
        """Return whether an organiser has entered it and somebody has not agreed yet."""
        return self.status == self.Status.INVITED and self.asked_by_organiser

    @property
    def plays(self) -> bool:
        """Return whether it is seated in the next round."""
        return self.status == self.Status.IN and not self.sits_out


class EntryPlayer(models.Model):
    """A player of an entry."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", verbose_name=_("player"))
    # Whether the player has agreed: partners in a team are asked, and players whom an owner adds by name.
    agreed = models.BooleanField(_("agreed"), default=True)
    # Whether a substitute has come in for them.
    replaced = models.BooleanField(_("replaced"), default=False)
    # Whether it holds the one place a player has in the tournament: not once replaced or withdrawn before the start.
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("player of an entry")
        verbose_name_plural = _("players of entries")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(active=True), name="entry_one_a_player"
            ),
            models.UniqueConstraint(fields=["entry", "player"], name="entry_player_once"),
            models.CheckConstraint(condition=~Q(active=True, replaced=True), name="entry_replaced_is_not_active"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.player_id}"


class InvitedPlayer(models.Model):
    """A player who may enter a tournament that is by invitation."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invited")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))

    class Meta:
        verbose_name = _("invited player")
        verbose_name_plural = _("invited players")
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="invited_player_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"
