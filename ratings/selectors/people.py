"""Whom the ratings know, and what they keep about a person."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from players.models import Player
from players.names import name_key, normalise
from ratings.models import Correction, RatingNotice, Standing
from ratings.selectors.changes import change_of, tables_numbered
from ratings.selectors.standings import standings_live

NAMED_ALIKE = 50
AT_ONCE = 1000


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
    return {
        "ratings": list(
            standings.values("rating", "games", "wins", "peak", "low", "first_at", "last_at", pool=F("revision__pool"))
        ),
        "rating_changes": [row for standing in standings.select_related("revision") for row in changes_in(standing)],
        "rating_notices": list(
            RatingNotice.objects.filter(player=player).values("pool", "before", "after", "created_at", "seen_at")
        ),
        "rating_corrections_made": list(
            Correction.objects.filter(by=player).values("kind", "reason", "at", "match__key")
        ),
    }


def changes_in(standing: Standing) -> Iterator[dict[str, Any]]:
    """A whole history, some games at a time. Seats are counted from 1, as on the pages."""
    own = ("number", "finished_at", "before", "after", "k", "expected", "score", "opponents", "place", "sides")
    for first in range(1, standing.games + 1, AT_ONCE):
        tables = tables_numbered(standing, range(first, min(first + AT_ONCE, standing.games + 1)))
        for change in (change_of(table, standing.player_id) for table in tables.values()):
            row = {name: getattr(change, name) for name in own}
            yield {**row, "seat": change.seat + 1, "pool": standing.revision.pool_id, "table": change.match.key}
