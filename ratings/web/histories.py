"""The page of a player's ratings over time: the curve, one game in full, figures, and a list of games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from players.models import Player
from ratings.figures import hundredths
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import Standing
from ratings.pictures.curves import frame_for, spread
from ratings.selectors import histories
from ratings.selectors.changes import consistently
from ratings.selectors.games import Game, games_numbered
from ratings.selectors.histories import LINE_POINTS, LinePoint, line_points
from ratings.selectors.standings import (
    is_active,
    is_provisional,
    is_ranked,
    percentile_of,
    rank_of,
    standings_with_figures,
)
from ratings.web import curves
from ratings.web.against import head_to_head
from ratings.web.paging import GAMES_A_PAGE
from ratings.web.periods import PERIODS, period_named
from ratings.web.requests import player_or_404, pool_or_404, whole_number
from ratings.web.tallies import by_seat, by_size

# Of the lines of the other lists.
THIN_LINE_POINTS = 90


@require_safe
@vary_on_headers("X-Part")
def history_page(request: HttpRequest, name: str, pool: str = "") -> HttpResponse:
    player = player_or_404(name)
    if player.name != name:
        view, own = ("rating_history_in", [player.name, pool]) if pool else ("rating_history", [player.name])
        return redirect(reverse(view, args=own, query=request.GET))
    return consistently(lambda: history_response(request, player, pool))


def history_response(request: HttpRequest, player: Player, pool: str) -> HttpResponse:
    standings = standings_with_figures(player)
    standing = standing_chosen(standings, pool_or_404(pool) if pool else "")
    context: dict[str, Any] = {"player": player, "standings": standings, "standing": standing}
    if standing is None:
        context["title"] = settings.RATING_POOLS.get(pool, "")
        return render(request, "ratings/history_empty.html", context, status=404 if pool else 200)
    context |= history_context(request, standings, standing)
    if request.headers.get("X-Part") == "game":
        return render(request, "ratings/parts/game.html", context)
    return render(request, "ratings/history.html", context | head_to_head(request, standing.pool_id, player))


def standing_chosen(standings: Sequence[Standing], pool: str) -> Standing | None:
    """The one of this pool; without a pool, the one that was played in last."""
    if pool:
        return next((one for one in standings if one.pool_id == pool), None)
    return max(standings, key=lambda one: one.last_at, default=None)


def history_context(request: HttpRequest, standings: Sequence[Standing], standing: Standing) -> dict[str, Any]:
    now, period = timezone.now(), period_named(request.GET.get("period", ""))
    newest = min(number_asked_for(request, "until", standing), standing.games)
    chosen = number_asked_for(request, "game", standing)
    if not 1 <= chosen <= standing.games or newest < 1:
        raise Http404
    lines = lines_of(standings, standing, period.start(now))
    on_line = [point.number for point in lines[standing.pool_id]]
    marked = {on_line[index] for index in spread(len(on_line), curves.MARKS_SHOWN)} | peaks(standing, on_line)
    listed = list(range(newest, max(0, newest - GAMES_A_PAGE), -1))
    games = games_numbered(standing, {*marked, *listed, *standing.best_numbers, chosen})
    pointed = [games[number] for number in sorted(marked | ({chosen} & set(on_line)))]
    return {
        "period": period,
        "periods": PERIODS.values(),
        "picture": picture_of(standings, standing, lines, period.start(now), now, pointed, chosen),
        "marked": [games[number] for number in sorted(marked, reverse=True)],
        "game": games[chosen],
        "games": [games[number] for number in listed],
        "older": listed[-1] - 1,
        "newer": min(standing.games, newest + GAMES_A_PAGE) if newest < standing.games else None,
        "best_wins": [games[number] for number in standing.best_numbers],
        **figures_of(standing),
    }


def figures_of(standing: Standing) -> dict[str, Any]:
    """What there is to say about somebody in one pool."""
    return {
        "rank": rank_of(standing),
        "percentile": percentile_of(standing) if is_ranked(standing) else None,
        "won": hundredths(standing.wins / standing.games),
        "is_provisional": is_provisional(standing),
        "games_missing": PROVISIONAL_GAMES - standing.games,
        "is_active": is_active(standing),
        "by_size": by_size(standing.tallies),
        "by_seat": by_seat(standing.tallies),
    }


def number_asked_for(request: HttpRequest, field: str, standing: Standing) -> int:
    """A game by its number; the last one where none is named."""
    number = whole_number(request, field)
    return standing.games if number is None else number


def lines_of(standings: Sequence[Standing], chosen: Standing, start: datetime | None) -> dict[str, list[LinePoint]]:
    """What is drawn of every list: the chosen one in detail."""
    firsts = [(one, histories.number_at(one, start) if start else 1) for one in standings]
    return line_points(
        [
            (one, numbers_on_line(one, first, LINE_POINTS if one == chosen else THIN_LINE_POINTS))
            for one, first in firsts
        ]
    )


def numbers_on_line(standing: Standing, first: int, most: int) -> list[int]:
    """The games that a line goes through: all, or evenly chosen ones with the highest and the lowest."""
    numbers = range(first, standing.games + 1)
    return sorted({numbers[step] for step in spread(len(numbers), most)} | peaks(standing, numbers))


def peaks(standing: Standing, numbers: Sequence[int]) -> set[int]:
    return {number for number in (standing.peak_number, standing.low_number) if number in numbers}


def picture_of(
    standings: Sequence[Standing],
    chosen: Standing,
    lines: dict[str, list[LinePoint]],
    start: datetime | None,
    now: datetime,
    pointed: Sequence[Game],
    game: int,
) -> curves.Picture:
    """The chosen list strong and in front, the others thin behind it."""
    span = curves.span_for(start, [one.first_at for one in standings], [one.last_at for one in standings], now)
    points = {
        one.pool_id: curves.points_of(lines[one.pool_id], span, one.rating if start else None) for one in standings
    }
    frame = frame_for(span, points.values())
    drawn = [
        curves.line_of(frame, lines[one.pool_id], points[one.pool_id], f"list-{place}", one == chosen)
        for place, one in enumerate(standings, start=1)
    ]
    marks = curves.marks_of(frame, pointed, {chosen.low_number: "low", chosen.peak_number: "peak"}, game)
    return curves.Picture(frame, sorted(drawn, key=lambda line: bool(line.area)), marks)
