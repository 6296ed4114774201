"""Standings: the rating of each player in each pool."""

from typing import Any, NamedTuple

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from players.models import Player
from ratings.models.match import RatedMatch
from ratings.models.pool import Pool


class Tally(NamedTuple):
    """How somebody did at tables of so many sides in one seat."""

    sides: int
    seat: int
    games: int
    wins: int
    # Sides left behind count two, sides one shared a place with count one: whole numbers add up in any order.
    half_duels: int


class Standing(models.Model):
    """A player in a pool, as they stand now. Made by the formulas, like the changes that led there."""

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("pool"))
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="standings", db_index=False, verbose_name=_("player")
    )
    rating = models.FloatField(_("rating"))
    games = models.PositiveIntegerField(_("games"))
    wins = models.PositiveIntegerField(_("won"))
    first_at = models.DateTimeField(_("first game"))
    last_at = models.DateTimeField(_("last game"))
    # With `last_at` the position of the last game: an earlier result comes late.
    last_match = models.ForeignKey(RatedMatch, on_delete=models.PROTECT, related_name="+", db_index=False)

    # What selectors add. How many on the leaderboard are ahead (`with_better`).
    better: int
    # Of a player's own changes (`with_figures`): the highest and the lowest rating and after which game it was
    # reached, the games won against the strongest opposition, and results by number of sides and seat.
    peak: float
    peak_number: int
    low: float
    low_number: int
    best_numbers: list[int]
    counted: list[dict[str, Any]]

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["pool_id", "-rating", "player_id"]
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="standing_once")]
        indexes = [
            models.Index("pool", F("rating").desc(), "player", name="standing_by_rating", include=["games", "last_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating:.0f}"

    @property
    def tallies(self) -> list[Tally]:
        return [Tally(**one) for one in self.counted]
