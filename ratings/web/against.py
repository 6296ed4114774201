"""Head to head: compares a player, or a team, with somebody else."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.models import Player
from players.selectors import player_by_name
from ratings.selectors import histories

MEETINGS_SHOWN = 10


def head_to_head(request: HttpRequest, pool: str, player: Player, partner: Player | None = None) -> dict[str, Any]:
    """If somebody asks; with a partner, of the two together."""
    name = request.GET.get("against", "").strip()
    if not name:
        return {}
    other = player_by_name(name)
    if other is None:
        return {"against": name, "against_errors": [_("Nobody here goes by that name.")]}
    if other in (player, partner):
        return {"against": name, "against_errors": [_("Nobody plays against themselves. Name somebody else.")]}
    return {
        "against": other.name,
        "other": other,
        "duels": histories.head_to_head(pool, player, other, partner),
        "meetings": histories.meetings(pool, player, other, partner=partner, limit=MEETINGS_SHOWN),
    }
