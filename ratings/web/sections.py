"""What other apps' pages show of ratings: a summary on a player's page and on a team's. Settings name them."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string

from players.models import Player, Team
from ratings.models import Standing
from ratings.pictures.curves import SQUARE
from ratings.pictures.scales import scale_for, text
from ratings.selectors.histories import line_points
from ratings.selectors.standings import is_active, is_provisional, rank_of, standings_of
from ratings.web.teams import pairs_in

# So many last games make the small line.
LAST_GAMES = 60


@dataclass(frozen=True, slots=True)
class Summary:
    """One pool in a few figures and a small line."""

    standing: Standing
    rank: int | None
    is_provisional: bool
    is_active: bool
    path: str


def player_ratings(request: HttpRequest, player: Player) -> str:
    """Two queries, in however many pools somebody has played: standings with their ranks, and the last games."""
    if player.is_guest:
        return ""
    standings = standings_of(player)
    lines = last_ratings(standings)
    summaries = [
        Summary(
            one,
            rank_of(one),
            is_provisional(one),
            is_active(one),
            small_line(lines.get(one.pool_id, [])),
        )
        for one in standings
    ]
    return render_to_string("ratings/parts/summary.html", {"player": player, "summaries": summaries}, request)


def last_ratings(standings: list[Standing]) -> dict[str, list[float]]:
    """The ratings after the last games in each pool, oldest first."""
    if not standings:
        return {}
    recent = [(one, range(max(1, one.games - LAST_GAMES + 1), one.games + 1)) for one in standings]
    return {pool: [point.after for point in points] for pool, points in line_points(recent).items()}


def small_line(ratings: list[float]) -> str:
    """Game by game, on the square."""
    if len(ratings) < 2:
        return ""
    scale, step = scale_for(ratings), SQUARE / (len(ratings) - 1)
    places = [(index * step, scale.share(value) * SQUARE / 100) for index, value in enumerate(ratings)]
    return " ".join(f"{'L' if index else 'M'}{text(x)} {text(y)}" for index, (x, y) in enumerate(places))


def team_ratings(request: HttpRequest, team: Team) -> str:
    """How strong two partners are together, with a way to their history."""
    if not team.is_full:
        return ""
    return render_to_string("ratings/parts/team_summary.html", {"team": team, "pairs": pairs_in(team)}, request)
