"""Rating changes: what each match did to each player. Made by the formulas, and replaced by a replay."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Player
from ratings.figures import moved
from ratings.formulas.elo import is_shared
from ratings.models.match import RatedMatch
from ratings.models.pool import Pool


class RatingChange(models.Model):
    """What one match did to one player's rating, and why.

    The database holds it to the books by one foreign key to the seat, (match, player), checked with each statement:
    the keys of players themselves would be locked by a replay for as long as it runs.
    """

    match = models.ForeignKey(
        RatedMatch,
        on_delete=models.PROTECT,
        related_name="changes",
        db_index=False,
        db_constraint=False,
        verbose_name=_("match"),
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="rating_changes",
        db_index=False,
        db_constraint=False,
        verbose_name=_("player"),
    )
    # Of the match: a player's games, and all of a pool, are found in order without it.
    pool = models.ForeignKey(
        Pool, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False, verbose_name=_("pool")
    )
    finished_at = models.DateTimeField(_("finished"))
    seat = models.SmallIntegerField(_("seat"))
    side = models.SmallIntegerField(_("side"))
    place = models.SmallIntegerField(_("place"))
    sides = models.SmallIntegerField(_("sides"))
    # Which of the player's games in the pool it was, from 1 without gaps.
    number = models.IntegerField(_("game"))
    before = models.FloatField(_("before"))
    after = models.FloatField(_("after"))
    k = models.FloatField("K")
    # Shares of the other sides: how many one should have been, and was, ahead of.
    expected = models.FloatField(_("expected"))
    score = models.FloatField(_("actual"))
    # How strong the other sides were, on average.
    opponents = models.FloatField(_("opponents on average"))
    is_win = models.BooleanField(_("won"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["-finished_at", "-match_id", "-player_id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_change_once"),
            models.UniqueConstraint(fields=["player", "pool", "number"], name="rating_change_numbered"),
        ]
        indexes = [
            # What follows a position in a pool; and the admin's list, in order.
            models.Index("pool", "finished_at", "match", "player", name="rating_change_in_order"),
            models.Index("finished_at", "match", "player", name="rating_change_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"

    @property
    def moved(self) -> int:
        """By how much the rating that people see has moved."""
        return moved(self.before, self.after)

    @property
    def half_duels(self) -> int:
        """Two for every side left behind, one for every side that shares the place: the score is a share of these."""
        return round(2 * self.score * (self.sides - 1))

    @property
    def is_shared(self) -> bool:
        """Whether another side came in the same place."""
        return is_shared(self.place, self.half_duels, self.sides)
