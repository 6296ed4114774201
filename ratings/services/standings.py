"""Reads standings as careers of the formulas, and saves them."""

from collections.abc import Mapping

from django.db.models import QuerySet

from ratings.formulas.careers import Career, Position
from ratings.models import Pool, Standing

ROWS_PER_STATEMENT = 500
FIGURES = ["rating", "games", "wins", "first_at", "last_at", "last_match"]


def careers_read(standings: QuerySet[Standing]) -> dict[int, Career]:
    """By player."""
    columns = ("player_id", "rating", "games", "wins", "first_at", "last_at", "last_match_id")
    return {
        player: Career(rating, games, wins, first_at, Position(last_at, match))
        for player, rating, games, wins, first_at, last_at, match in standings.order_by().values_list(*columns)
    }


def standings_save(pool: Pool, careers: Mapping[int, Career]) -> None:
    """Writes where these players stand now; whoever has no game left has no standing either."""
    standings, without = [], []
    for player, career in sorted(careers.items()):
        if career.first_at is None or career.last is None:
            without.append(player)
            continue
        at, match = career.last
        figures = {"rating": career.rating, "games": career.games, "wins": career.wins, "first_at": career.first_at}
        standings.append(Standing(pool=pool, player_id=player, last_at=at, last_match_id=match, **figures))
    Standing.objects.filter(pool=pool, player__in=without).delete()
    Standing.objects.bulk_create(
        standings,
        ROWS_PER_STATEMENT,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=FIGURES,
    )
