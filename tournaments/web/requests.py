"""Reads the reader and the tournament of a request."""

from django.http import Http404, HttpRequest

from players.models import Player
from tournaments.models import Tournament
from tournaments.selectors.roles import may_see


def reader_of(request: HttpRequest) -> Player | None:
    """Return who is signed in, guests included."""
    return request.user if request.user.is_authenticated else None


def tournament_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of a URL; a rehearsal only to its organisers."""
    found = Tournament.objects.select_related("owner").filter(slug=slug).first()
    if found is None or not may_see(found, reader_of(request)):
        raise Http404
    return found


def is_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of an open page."""
    return "HX-Request" in request.headers
