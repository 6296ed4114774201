"""Reads what the games app stores about a player."""

from typing import Any

from django.db.models import F

from games.models import Match, Report, Seat, Words
from players.models import Player


def player_data(player: Player) -> dict[str, Any]:
    """Return what is stored about a player, for their download; nothing that is hidden in a running match."""
    return {
        "matches": list(
            player.seats.values(
                "number",
                key=F("match__key"),
                status=F("match__status"),
                options=F("match__options"),
                rated=F("match__rated"),
                started_at=F("match__started_at"),
                finished_at=F("match__finished_at"),
            )
        ),
        "seats_kept": list(Seat.objects.filter(kept_for=player).values("number", key=F("match__key"))),
        "tables_hosted": list(Match.objects.filter(host=player).values("key", "created_at")),
        "words": list(Words.objects.filter(player=player).values("room", "text", "emote", "at", table=F("match__key"))),
        "reports": list(Report.objects.filter(reporter=player).values("at", "words__text")),
    }
