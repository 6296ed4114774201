"""The public document of a tournament, for programs."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from tournaments.selectors.document import document_bytes
from tournaments.web.requests import tournament_or_404


@require_safe
def tournament_document(request: HttpRequest, slug: str) -> HttpResponse:
    """Whoever has this version already is told so."""
    tournament = tournament_or_404(request, slug)
    document, etag = document_bytes(tournament)
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    response = (
        HttpResponseNotModified()
        if etag in asked or "*" in asked
        else HttpResponse(document, content_type="application/json")
    )
    response.headers["ETag"] = etag
    return response
