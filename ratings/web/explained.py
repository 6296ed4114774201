"""The page that explains ratings, with a calculator."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.figures import whole
from ratings.formulas.elo import START
from ratings.formulas.schedule import PROVISIONAL_GAMES, k_for
from ratings.pictures.curves import SQUARE
from ratings.pictures.scales import text
from ratings.selectors.standings import ACTIVE_FOR
from ratings.web.calculator import EXAMPLE, CalculatorForm, outlooks

# After how many games K is named.
MILESTONES = (0, 10, 20, 50, 100, 200)
LAST_DRAWN = 200


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    asked = not CalculatorForm().fields.keys().isdisjoint(request.GET)
    form = CalculatorForm(request.GET if asked else EXAMPLE)
    context = {
        "form": form,
        "asked": asked,
        "seats": (found := outlooks(form.cleaned_data) if form.is_valid() else []),
        "places": range(1, len(found[0].stakes) + 1) if found else (),
        "start": whole(START),
        "games_needed": PROVISIONAL_GAMES,
        "days_active": ACTIVE_FOR.days,
        "milestones": [(games, whole(k_for(games))) for games in MILESTONES],
        "k_path": k_path(),
    }
    return render(request, "ratings/explained.html", context)


def k_path() -> str:
    """How K falls with games played, as a line on the square."""
    first = k_for(0)
    places = [
        (SQUARE * games / LAST_DRAWN, SQUARE * (1 - k_for(games) / first)) for games in range(0, LAST_DRAWN + 1, 4)
    ]
    return " ".join(f"{'L' if index else 'M'}{text(x)} {text(y)}" for index, (x, y) in enumerate(places))
