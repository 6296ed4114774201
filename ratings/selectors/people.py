"""Finds players on record by name, and collects what the ratings keep about one."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from players.models import Player
from players.names import name_key, normalise
from ratings.models import Correction, RatingChange, RatingNotice, Standing
from ratings.selectors.standings import with_figures

PLAYERS_FOUND = 50


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
    return list(alike.values_list("pk", flat=True)[:PLAYERS_FOUND])


def player_data(player: Player) -> dict[str, Any]:
    """For the download of one's data."""
    standings = with_figures(Standing.objects.filter(player=player)).order_by("pool")
    figures = ("rating", "games", "wins", "peak", "low", "first_at", "last_at", "pool")
    return {
        "ratings": list(standings.values(*figures)),
        "rating_changes": list(changes_of(player)),
        "rating_notices": list(
            RatingNotice.objects.filter(player=player).values("pool", "before", "after", "created_at", "seen_at")
        ),
        "rating_corrections_made": list(
            Correction.objects.filter(by=player).values("kind", "reason", "at", "match__key")
        ),
    }


def changes_of(player: Player) -> Iterator[dict[str, Any]]:
    """All that was rated, read by one statement. Seats are counted from 1, as on the pages."""
    own = ("number", "finished_at", "before", "after", "k", "expected", "score", "opponents", "place", "sides", "pool")
    rows = RatingChange.objects.filter(player=player).order_by("pool", "number")
    for row in rows.values(*own, "seat", table=F("match__key")).iterator():
        yield row | {"seat": row["seat"] + 1}
