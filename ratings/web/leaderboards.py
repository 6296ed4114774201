"""Pages of the leaderboards."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.models import Player
from players.selectors import player_by_name
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import Standing
from ratings.pictures.bars import bars_for
from ratings.selectors import leaderboards
from ratings.selectors.standings import (
    ACTIVE_FOR,
    BAND_POINTS,
    counts_in,
    distribution,
    is_provisional,
    is_ranked,
    percentile_of,
    rank_of,
    standing_of,
)
from ratings.web.requests import pool_or_404, pools, whole_number

SEARCH_LENGTH = 60


@require_safe
def leaderboard_first(request: HttpRequest) -> HttpResponse:
    return redirect("leaderboard", next(iter(settings.RATING_POOLS)))


@require_safe
def leaderboard(request: HttpRequest, pool: str, newcomers: bool = False) -> HttpResponse:
    """Ranked players by rating; newcomers have a list of their own."""
    pool_or_404(pool)
    own = standing_of(pool, request.user) if request.user.is_authenticated else None
    text = request.GET.get("search", "").strip()[:SEARCH_LENGTH]
    counts = counts_in(pool)
    context: dict[str, Any] = {
        "pool": pool,
        "pools": pools(),
        "title": settings.RATING_POOLS[pool],
        "newcomers": newcomers,
        "counts": counts,
        "own": own,
        "own_is_ranked": own is not None and is_ranked(own),
        "own_is_provisional": own is not None and is_provisional(own),
        "percentile": percentile_of(own) if own is not None and is_ranked(own) else None,
        "bars": bars_for(distribution(pool), BAND_POINTS, own.rating if own else None),
        "games_needed": PROVISIONAL_GAMES,
        "days_active": ACTIVE_FOR.days,
        "search": text,
    }
    if text:
        found = leaderboards.standings_found(pool, text)
        lines = [leaderboards.Line(one, rank_of(one)) for one in found]
        return render(request, "ratings/leaderboard.html", context | {"lines": lines})
    return render(request, "ratings/leaderboard.html", context | page_asked_for(request, pool, newcomers, counts))


def page_asked_for(request: HttpRequest, pool: str, newcomers: bool, counts: dict[str, int]) -> dict[str, Any]:
    """The page that the address names; the first one, with a word about it, where it names none that there is."""
    around = request.GET.get("around", "")
    if around:
        return page_around(pool, newcomers, player_by_name(around), around)
    if (rank := request.GET.get("rank")) is not None and not newcomers:
        return page_at_rank(whole_number(request, "rank"), pool, counts["ranked"], rank)
    after, before = request.GET.get("after"), request.GET.get("before")
    mark = leaderboards.Mark.read(after or before or "")
    if before and mark:
        page = leaderboards.page_before(pool, mark, newcomers=newcomers)
    else:
        page = leaderboards.page_after(pool, mark, newcomers=newcomers)
    if (after or before) and not (mark and page.lines):
        top = leaderboards.page_after(pool, newcomers=newcomers)
        return shown(top, _("That page is none of ours. Here is the top of the list."))
    return shown(page)


def page_around(pool: str, newcomers: bool, player: Player | None, name: str) -> dict[str, Any]:
    standing = standing_of(pool, player) if player else None
    if standing is None or not listed(standing, newcomers):
        words = _("%(name)s is not on this list.") % {"name": player.name if player else name[:SEARCH_LENGTH]}
        return shown(leaderboards.page_after(pool, newcomers=newcomers), words)
    page = leaderboards.page_around(pool, standing, newcomers=newcomers)
    return shown(page) | {"highlighted": standing.player_id}


def listed(standing: Standing, newcomers: bool) -> bool:
    return is_provisional(standing) if newcomers else is_ranked(standing)


def page_at_rank(rank: int | None, pool: str, ranked: int, text: str) -> dict[str, Any]:
    if rank is None or rank < 1:
        return shown(
            leaderboards.page_after(pool),
            _("“%(text)s” is no rank. Here is the top of the list.") % {"text": text[:20]},
        )
    page = leaderboards.page_from(pool, rank)
    if not page.lines and ranked:
        page = leaderboards.page_from(pool, max(1, ranked - leaderboards.LINES_PER_PAGE + 1))
        return shown(page, _("The list ends at rank %(last)s. Here is its end.") % {"last": ranked})
    return shown(page)


def shown(page: leaderboards.Page, words: str = "") -> dict[str, Any]:
    return {"lines": page.lines, "earlier": page.earlier, "later": page.later, "words": words}
