"""Where players stand, in each revision of a pool."""

from typing import NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F

from players.models import Player
from ratings.models.pool import Revision


class Tally(NamedTuple):
    """How somebody did at tables of so many sides in one seat."""

    sides: int
    seat: int
    games: int
    wins: int
    # Sides left behind count two, sides one shared a place with count one: whole numbers add up in any order.
    half_duels: int


class Standing(models.Model):
    """A player in a pool, as they stand now, with what the pages say about them."""

    pk = models.CompositePrimaryKey("revision_id", "player_id")
    # The database checks the player, whom a rating keeps from being deleted; a revision is never deleted.
    revision = models.ForeignKey(
        Revision, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    rating = models.FloatField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    # The highest and the lowest rating, and after which game it was reached.
    peak = models.FloatField()
    peak_number = models.PositiveIntegerField()
    low = models.FloatField()
    low_number = models.PositiveIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    last_match = models.BigIntegerField()
    # Games won against the strongest opposition, strongest first: its average rating, and the number of the game.
    best_opponents = ArrayField(models.FloatField())
    best_numbers = ArrayField(models.IntegerField())
    # Five numbers for each kind of table and seat, in order: those of a `Tally`.
    counted = ArrayField(models.IntegerField())
    # How many on the leaderboard are ahead, where a selector has counted them (`with_better`).
    better: int

    class Meta:
        indexes = [
            models.Index(
                "revision", F("rating").desc(), "player", name="standing_by_rating", include=["games", "last_at"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating:.0f}"

    @property
    def tallies(self) -> list[Tally]:
        """Results by number of sides and seat."""
        fields = len(Tally._fields)
        return [Tally(*self.counted[start : start + fields]) for start in range(0, len(self.counted), fields)]
