"""The page with the rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.pot_de_vin.modes import MODES, Mode


def set_ups() -> list[Mode]:
    """Return the modes with the numbers of cards, gems and rounds for each number of players."""
    return [mode for mode in MODES.values() if len(mode.sides) == mode.seats]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"set_ups": set_ups()})
