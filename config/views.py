"""The front page, the style guide, and the pages for errors."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.matches import tables_of
from players.selectors import invitations_for, teams_of
from ratings.selectors.notices import notices_unseen
from tournaments.api.answers import NotFound, NotUnderstood, refusal_answer
from tournaments.selectors.lists import tournaments_next, tournaments_of_player

# On the front page, those that can be entered.
NEXT_TOURNAMENTS_LIMIT = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return render(request, "home.html")
    mine = tournaments_of_player(request.user)
    following = [one for one in tournaments_next(NEXT_TOURNAMENTS_LIMIT + len(mine)) if one not in mine]
    context = {
        "tables": tables_of(request.user.pk),
        "teams": teams_of(request.user),
        "invitations": invitations_for(request.user),
        "rating_notices": notices_unseen(request.user),
        "tournaments_mine": mine,
        "tournaments_next": following[:NEXT_TOURNAMENTS_LIMIT],
    }
    return render(request, "home.html", context)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every component of the design on one page."""
    now = timezone.now()
    samples = {"soon": now + timedelta(seconds=90), "past": now - timedelta(seconds=1)}
    return render(request, "styleguide.html", samples)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines that they may read all but the account and admin pages."""
    return HttpResponse("User-agent: *\nDisallow: /account/\nDisallow: /admin/\n", content_type="text/plain")


API_PREFIX = "/api/v1/"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Render without the request, which may be what is bad."""
    if request.path.startswith(API_PREFIX):
        return refusal_answer(request, NotUnderstood({}))
    return HttpResponse(render_to_string("400.html"), status=400)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403.html", {"is_stale_form": True}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path.startswith(API_PREFIX):
        return refusal_answer(request, NotFound())
    return render(request, "404.html", status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render without the request, which would need the database."""
    return HttpResponse(render_to_string("500.html"), status=500)
