"""How ratings came about: what was played, game by game, in each revision of a pool.

Only what cannot be known otherwise is kept: which matches somebody played, in order, and the rating between them.
Everything else that is said about a game follows from its result and the ratings before it, by the formulas
(`ratings/selectors/changes.py`). So nothing that is kept can contradict anything else.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from players.models import Player
from ratings.models.pool import Revision

# Folios follow from the matches and are written by the ten thousand in a rebuild: checking foreign keys for each would
# take as long as the rest. Whoever has a folio has a standing too, and that keeps the player from being deleted.
DERIVED: dict[str, Any] = {"on_delete": models.DO_NOTHING, "db_index": False, "db_constraint": False}
GAMES_A_FOLIO = 64


class Folio(models.Model):
    """So many games of one player in a row. Games are numbered from 1 without gaps, and folios from 0, so any part of a
    history is found at once. Games are only ever added, to the last folio."""

    # The revision last: it is the same in all of a part (`ratings/services/parts.py`).
    pk = models.CompositePrimaryKey("player_id", "number", "revision_id")
    revision = models.ForeignKey(Revision, related_name="+", **DERIVED)
    player = models.ForeignKey(Player, related_name="+", **DERIVED)
    number = models.IntegerField()
    # When the first of the games ended: by it, somebody's folio is found on which a match stands.
    since = models.DateTimeField()
    matches = ArrayField(models.BigIntegerField())
    # Before the first of the games, and after each of them.
    ratings = ArrayField(models.FloatField())

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(matches__len__gte=1, matches__len__lte=GAMES_A_FOLIO)
                & Q(ratings__len=F("matches__len") + 1),
                name="folio_whole",
            ),
        ]
        indexes = [models.Index("player", "since", "number", name="folio_by_moment")]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.number}"
