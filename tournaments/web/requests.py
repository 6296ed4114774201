"""Which tournament an address means, and who may see it."""

from django.http import Http404, HttpRequest

from players.models import Player
from tournaments.models import Tournament
from tournaments.selectors.roles import may_see


def reader_of(request: HttpRequest) -> Player | None:
    """Who is signed in, guests too."""
    return request.user if request.user.is_authenticated else None


def tournament_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Everyone who has the address may see a tournament, but a rehearsal is its organisers' own."""
    found = Tournament.objects.select_related("owner").filter(slug=slug).first()
    if found is None or not may_see(found, reader_of(request)):
        raise Http404
    return found


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page that is open."""
    return "HX-Request" in request.headers
