"""Whom the ratings know, and what they keep about a person."""

from typing import Any

from django.db.models import F

from players.models import Player
from players.names import name_key, normalise
from ratings.models import Correction, RatingNotice
from ratings.selectors.histories import changes_live
from ratings.selectors.standings import standings_live

NAMED_ALIKE = 50


def player_on_record(name: str) -> Player | None:
    """Whoever plays or has played here: also who was shut out, and who has left, by their number ("#7")."""
    return Player.objects.filter(name__iexact=normalise(name)).first()


def players_on_record_like(text: str) -> list[int]:
    """The numbers of those whose name this is, or else begins like this."""
    if exact := player_on_record(text):
        return [exact.pk]
    if not (key := name_key(normalise(text))):
        return []
    alike = Player.objects.filter(name_key__startswith=key).order_by("name_key")
    return list(alike.values_list("pk", flat=True)[:NAMED_ALIKE])


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
