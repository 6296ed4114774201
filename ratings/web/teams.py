"""The page of a team's ratings over time."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from players.models import Team
from players.selectors import teams_with_members
from ratings.selectors import partners
from ratings.selectors.changes import consistently
from ratings.selectors.partners import GAMES_SEARCHED, Pair
from ratings.web.against import head_to_head
from ratings.web.partnerships import Partnership
from ratings.web.periods import PERIODS, period_named
from ratings.web.requests import pool_or_404


@require_safe
@vary_on_headers("X-Part")
def team_history(request: HttpRequest, pk: int, slug: str, pool: str = "") -> HttpResponse:
    team = get_object_or_404(teams_with_members(), pk=pk)
    if slug != team.slug:
        return redirect("team_rating_history", team.pk, team.slug)
    return consistently(lambda: team_response(request, team, pool))


def team_response(request: HttpRequest, team: Team, pool: str) -> HttpResponse:
    pairs = pairs_in(team)
    pair = pair_chosen(pairs, pool_or_404(pool) if pool else "")
    context: dict[str, Any] = {"team": team, "pairs": pairs, "pair": pair}
    if pool and pair is None:
        raise Http404
    if pair is not None:
        context |= team_context(request, pair)
    if context.get("game") and request.headers.get("X-Part") == "game":
        return render(request, "ratings/parts/game.html", context)
    if pair is not None:
        context |= head_to_head(request, pair.own.pool_id, pair.own.player, pair.other.player)
    return render(request, "ratings/team.html", context)


def pairs_in(team: Team) -> list[Pair]:
    return partners.pairs_of(team.captain, team.partner) if team.captain and team.partner else []


def pair_chosen(pairs: Sequence[Pair], pool: str) -> Pair | None:
    """In this pool; without one, in the pool in which one of them has played last."""
    if pool:
        return next((pair for pair in pairs if pair.own.pool_id == pool), None)
    return max(pairs, key=lambda pair: max(pair.own.last_at, pair.other.last_at), default=None)


def numbers_asked_for(request: HttpRequest, pair: Pair) -> dict[str, int]:
    """Games that the address names, by the match that each was; one that none of theirs was is not there."""
    keys = {field: request.GET[field] for field in ("game", "before", "after") if request.GET.get(field)}
    numbers = partners.numbers_by_key(pair, set(keys.values()))
    if set(keys.values()) - set(numbers):
        raise Http404
    return {field: numbers[key] for field, key in keys.items()}


def team_context(request: HttpRequest, pair: Pair) -> dict[str, Any]:
    now, period = timezone.now(), period_named(request.GET.get("period", ""))
    partnership = Partnership(pair, period.start(now), numbers_asked_for(request, pair))
    if "game" in partnership.asked and partnership.chosen is None:
        raise Http404
    games, page = partnership.games, partnership.page
    peak_last = sorted(partnership.extremes, key=partnership.after)
    return {
        "period": period,
        "periods": PERIODS.values(),
        "partnership": partnership,
        "looked_at": GAMES_SEARCHED,
        "picture": partnership.picture(now),
        "marked": games(sorted(partnership.marked, reverse=True)),
        "peak": games(peak_last[-1:]),
        "low": games(peak_last[:1]),
        "game": next(iter(games([partnership.chosen] if partnership.chosen else [])), None),
        "games": games(page.numbers),
        "older": page.older,
        "newer": page.newer,
        "best_wins": games(partnership.best),
    }
