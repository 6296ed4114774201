"""The page with the lists of tournaments."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import GAMES
from games.web.names import game_name, tournament_mode_name
from tournaments.models.tournament import Format
from tournaments.selectors.lists import Filters, When, tournaments_listed, tournaments_of_player, ways_to_play
from tournaments.selectors.versions import list_version
from tournaments.web.requests import is_fragment, reader_of

TOURNAMENTS_PER_PAGE = 20


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show the page, or only its lists to an open page that fetches them after a change."""
    asked = request.GET.get("when", "")
    when = asked if asked in When.values else When.OPEN
    found = tournaments_listed(when, filters_of(request))
    page = Paginator(found, TOURNAMENTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "when": when,
        "tabs": When.choices,
        "page_obj": page,
        "is_filtered": any(request.GET.get(name) for name in ("mode", "format", "rated")),
    }
    if is_fragment(request):
        return render(request, "tournaments/lists.html", context)
    reader = reader_of(request)
    context |= choices_of(request) | {
        "mine": tournaments_of_player(reader) if reader else [],
        "version": list_version(),
    }
    return render(request, "tournaments/list.html", context)


def filters_of(request: HttpRequest) -> Filters:
    """Read the filters from the URL, ignoring unknown values."""
    game, _, mode = request.GET.get("mode", "").partition(":")
    known = (game, mode) in ways_to_play()
    rated = {"yes": True, "no": False}.get(request.GET.get("rated", ""))
    return Filters(game if known else "", mode if known else "", request.GET.get("format", ""), rated)


def choices_of(request: HttpRequest) -> dict[str, Any]:
    """Return the choices of each filter, and what is chosen."""
    return {
        "modes": [(f"{game}:{mode}", mode_words(game, mode)) for game, mode in ways_to_play()],
        "formats": Format.choices,
        "chosen": {name: request.GET.get(name, "") for name in ("mode", "format", "rated")},
    }


def mode_words(game: str, mode: str) -> str:
    """Return the mode's name, with the game's once there are several."""
    words = tournament_mode_name(game, mode)
    return words if len(GAMES) == 1 else f"{game_name(game)}: {words}"
