"""What ratings are and how they came about, in each revision of a pool. Changes are only ever added.

Changes and tallies follow from the matches and are written by the hundred thousand in a rebuild. Checking three foreign
keys for each would take longer than all the rest, so the database keeps none for them; a standing has its own. Nor does
it check of each change that whole numbers are not negative: a quarter of the time that writing them takes.
"""

from typing import Any

from django.db import models
from django.db.models import F

from players.models import Player
from ratings.figures import moved
from ratings.formulas.elo import is_shared, is_won
from ratings.models.match import RatedMatch
from ratings.models.pool import Revision

# Whoever has a change has a standing too, and that keeps the player from being deleted.
DERIVED: dict[str, Any] = {"on_delete": models.DO_NOTHING, "db_index": False, "db_constraint": False}


class RatingChange(models.Model):
    """What one match did to one player's rating, and why.

    A player's changes are numbered from 1 without gaps, so any part of a history is found by number at once.
    """

    # The revision last: it is the same in all of a part, and an index that begins with what differs is made sooner.
    pk = models.CompositePrimaryKey("player_id", "number", "revision_id")
    revision = models.ForeignKey(Revision, related_name="+", **DERIVED)
    player = models.ForeignKey(Player, related_name="rating_changes", **DERIVED)
    number = models.IntegerField()
    match = models.ForeignKey(RatedMatch, related_name="changes", **DERIVED)
    finished_at = models.DateTimeField()
    before = models.FloatField()
    after = models.FloatField()
    k = models.FloatField()
    # Shares of the other sides: how many one should have been, and was, ahead of.
    expected = models.FloatField()
    score = models.FloatField()
    # How strong the other sides were, on average.
    opponents = models.FloatField()
    place = models.SmallIntegerField()
    sides = models.SmallIntegerField()
    seat = models.SmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "revision", "player"], name="change_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.number}: {self.before:.0f} → {self.after:.0f}"

    @property
    def moved(self) -> int:
        """By how much the rating that people see has moved."""
        return moved(self.before, self.after)

    @property
    def half_duels(self) -> int:
        """As the formulas count them: the score is a share of these."""
        return round(2 * self.score * (self.sides - 1))

    @property
    def is_win(self) -> bool:
        return bool(is_won(self.place, self.half_duels, self.sides))

    @property
    def is_shared(self) -> bool:
        """Whether another side came in the same place."""
        return is_shared(self.place, self.half_duels, self.sides)


class Standing(models.Model):
    """A player in a pool, as they stand now, with what the pages say about them."""

    pk = models.CompositePrimaryKey("revision_id", "player_id")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+", db_index=False)
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
    # Games won against the strongest opposition: [its average rating, the number of the game], strongest first.
    best_wins = models.JSONField()
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


class Tally(models.Model):
    """How somebody did at tables of so many sides in one seat: a handful of rows a player."""

    pk = models.CompositePrimaryKey("revision_id", "player_id", "sides", "seat")
    revision = models.ForeignKey(Revision, related_name="+", **DERIVED)
    player = models.ForeignKey(Player, related_name="+", **DERIVED)
    sides = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    # Sides left behind count two, sides one shared a place with count one: whole numbers add up in any order.
    half_duels = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.player_id}: {self.sides}/{self.seat}"

    @property
    def score(self) -> float:
        """The average share of the other sides that one was ahead of."""
        return self.half_duels / (2 * (self.sides - 1) * self.games)
