from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from players.models.player import Player
from players.names import TEAM_NAME_LENGTH

models.CharField.register_lookup(Length)

INVITATION_LIFETIME = timedelta(days=30)


class Team(models.Model):
    """Two players under one name. A disbanded team keeps its row, for the matches that it played."""

    name = models.CharField(_("name"), max_length=TEAM_NAME_LENGTH[1])
    name_key = models.CharField(max_length=4 * TEAM_NAME_LENGTH[1], editable=False)
    founded_at = models.DateTimeField(_("founded"), default=timezone.now, editable=False)
    disbanded_at = models.DateTimeField(_("disbanded"), null=True, editable=False)
    players = models.ManyToManyField(Player, through="Membership", related_name="teams")

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(Upper("name"), condition=Q(disbanded_at=None), name="team_name_unique"),
            models.UniqueConstraint("name_key", condition=Q(disbanded_at=None), name="team_name_key_unique"),
            models.CheckConstraint(condition=Q(name__length__gte=2) & ~Q(name_key=""), name="team_named"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team_page", args=[self.pk, self.slug])

    @property
    def slug(self) -> str:
        """Return the name for the URL. Only the number before it identifies the team."""
        return slugify(self.name, allow_unicode=True) or "team"

    @property
    def is_disbanded(self) -> bool:
        return self.disbanded_at is not None

    @property
    def members(self) -> list["Membership"]:
        """Return the memberships, captain first."""
        return sorted(self.memberships.all(), key=lambda membership: membership.place)

    @property
    def captain(self) -> Player | None:
        return next((member.player for member in self.members if member.place == Membership.Place.CAPTAIN), None)

    @property
    def partner(self) -> Player | None:
        return next((member.player for member in self.members if member.place == Membership.Place.PARTNER), None)

    @property
    def is_full(self) -> bool:
        return len(self.members) == len(Membership.Place)


class Membership(models.Model):
    """A player's place in a team. There are two places, so there are never three players."""

    class Place(models.IntegerChoices):
        CAPTAIN = 1, _("captain")
        PARTNER = 2, _("partner")

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    place = models.PositiveSmallIntegerField(_("place"), choices=Place)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            # Deferred, so that captain and partner can change places.
            models.UniqueConstraint(
                fields=["team", "place"], name="membership_place_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["team", "player"], name="membership_player_once"),
            models.CheckConstraint(condition=Q(place__in=[1, 2]), name="membership_place_known"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.team}"


class Invitation(models.Model):
    """An offer of the second place: to one player by name, or by a link that anyone can use once."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations_sent")
    invitee = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations", null=True)
    token = models.CharField(max_length=43, unique=True, editable=False)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(_("sent"), default=timezone.now, editable=False)
    answered_at = models.DateTimeField(_("answered"), null=True, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "invitee"], condition=Q(state="open"), name="invitation_once_a_player"
            ),
            models.UniqueConstraint(
                fields=["team"], condition=Q(state="open", invitee=None), name="invitation_one_link"
            ),
            models.CheckConstraint(condition=~Q(inviter=F("invitee")), name="invitation_not_to_oneself"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "declined", "withdrawn"]),
                name="invitation_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None) | (~Q(state="open") & Q(answered_at__isnull=False)),
                name="invitation_answered_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} → {self.invitee or '…'}"

    @property
    def expires_at(self) -> datetime:
        return self.created_at + INVITATION_LIFETIME

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN and timezone.now() < self.expires_at
