"""What the ratings keep about a person."""

from typing import Any

from django.db.models import F

from players.models import Player
from ratings.models import Correction, RatingNotice
from ratings.selectors.histories import changes_live
from ratings.selectors.standings import standings_live


def player_data(player: Player) -> dict[str, Any]:
    """For the download of one's data."""
    standings = standings_live().filter(player=player).order_by("revision__pool")
    changes = changes_live().filter(player=player).order_by("revision__pool", "number")
    own = ("number", "finished_at", "before", "after", "k", "expected", "score", "opponents", "place", "sides", "seat")
    return {
        "ratings": list(
            standings.values("rating", "games", "wins", "peak", "low", "first_at", "last_at", pool=F("revision__pool"))
        ),
        # Seats are counted from 1, as on the pages.
        "rating_changes": [
            {**row, "seat": row["seat"] + 1}
            for row in changes.values(*own, pool=F("revision__pool"), table=F("match__key"))
        ],
        "rating_notices": list(
            RatingNotice.objects.filter(player=player).values("pool", "before", "after", "created_at", "seen_at")
        ),
        "rating_corrections_made": list(
            Correction.objects.filter(by=player).values("kind", "reason", "at", "match__key")
        ),
    }
