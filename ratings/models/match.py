"""The books: results as the ratings know them. Changes and standings are made from these rows."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import Player
from ratings.formulas.careers import Position
from ratings.models.pool import Pool


class RatedMatch(models.Model):
    """A finished match of a pool. Also one that does not count, so that it can be counted again."""

    class State(models.TextChoices):
        """Settled is what the ratings have in them, or will have with the replay that is under way."""

        PENDING = "pending", _("waiting to be settled")
        SETTLED = "settled", _("settled")
        ANNULLED = "annulled", _("annulled")
        STRUCK = "struck", _("struck out")

    # The match in the games app: its number, and its address.
    match_id = models.BigIntegerField(primary_key=True)
    key = models.CharField(_("match"), max_length=16, unique=True)
    pool = models.ForeignKey(
        Pool, on_delete=models.PROTECT, related_name="matches", db_index=False, verbose_name=_("pool")
    )
    finished_at = models.DateTimeField(_("finished"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.PENDING)
    # Counts corrections: whoever corrects says which one they saw.
    version = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        ordering = ["-finished_at", "-match_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["pending", "settled", "annulled", "struck"]), name="rated_match_state_known"
            ),
        ]
        indexes = [
            # The order in which a pool is settled and replayed, and in which the admin lists it.
            models.Index("pool", "finished_at", "match_id", name="rated_match_in_order"),
            models.Index("finished_at", "match_id", name="rated_match_by_day"),
            models.Index("pool", "finished_at", "match_id", name="rated_match_pending", condition=Q(state="pending")),
            models.Index(
                "finished_at", "match_id", name="rated_match_out", condition=Q(state__in=["annulled", "struck"])
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def counts(self) -> bool:
        return self.state in (self.State.PENDING, self.State.SETTLED)

    @property
    def position(self) -> Position:
        return Position(self.finished_at, self.match_id)

    # By seat, one query each unless the seats were prefetched.

    @property
    def players(self) -> list[int]:
        return [seat.player_id for seat in self.seats.all()]

    @property
    def sides(self) -> list[int]:
        return [seat.side for seat in self.seats.all()]

    @property
    def places(self) -> list[int]:
        return [seat.place for seat in self.seats.all()]

    @property
    def left(self) -> list[bool]:
        return [seat.left for seat in self.seats.all()]


class RatedSeat(models.Model):
    """Who sat in a seat of a rated match, on which side, and in which place that side is rated."""

    match = models.ForeignKey(
        RatedMatch, on_delete=models.PROTECT, related_name="seats", db_index=False, verbose_name=_("match")
    )
    seat = models.SmallIntegerField(_("seat"))
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rated_seats", db_index=False, verbose_name=_("player")
    )
    # Counted from 0 in the order of the seats.
    side = models.SmallIntegerField(_("side"))
    place = models.SmallIntegerField(_("place"))
    # Whoever never came back has made their side rank last.
    left = models.BooleanField(_("left for good"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="rated_seat_taken_once"),
            # By player first: what somebody has played, and what two have played together, is found by it.
            models.UniqueConstraint(fields=["player", "match"], name="rated_seat_player_once"),
            models.CheckConstraint(condition=Q(seat__gte=0, side__gte=0, place__gte=1), name="rated_seat_counted"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Unratable(models.Model):
    """A finished match that was to be rated and cannot be, and why. Kept, so that somebody looks at it."""

    match_id = models.BigIntegerField(primary_key=True)
    key = models.CharField(_("match"), max_length=16)
    problem = models.CharField(_("problem"), max_length=40)
    found_at = models.DateTimeField(_("found"), default=timezone.now)

    class Meta:
        verbose_name = _("match that cannot be rated")
        verbose_name_plural = _("matches that cannot be rated")
        ordering = ["-found_at"]

    def __str__(self) -> str:
        return f"{self.key}: {self.problem}"
