"""Standings as the formulas know them, read and written."""

from collections.abc import Iterable, Mapping

from ratings.formulas.careers import Career, Position
from ratings.models import Pool, Standing

ROWS_PER_STATEMENT = 2000
WRITTEN = ["rating", "games", "wins", "first_at", "last_at", "last_match"]


def careers_read(pool: Pool, players: Iterable[int] | None = None) -> dict[int, Career]:
    """Where these players stand, or all of a pool; a newcomer's career has not begun."""
    careers = {player: Career() for player in players or ()}
    known = Standing.objects.filter(pool=pool)
    for one in known if players is None else known.filter(player__in=careers):
        last = Position(one.last_at, one.last_match_id)
        careers[one.player_id] = Career(one.rating, one.games, one.wins, one.first_at, last)
    return careers


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
        update_fields=WRITTEN,
    )
