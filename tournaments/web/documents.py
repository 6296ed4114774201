"""Serves a tournament's public document, and its lists as CSV."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.selectors.csv_sheets import SHEETS, sheet_text
from tournaments.selectors.document import document_bytes
from tournaments.web.api_words import CALLS
from tournaments.web.requests import tournament_or_404


def document_response(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Return the document; 304 while the reader's copy is current."""
    content, etag = document_bytes(tournament)
    response = HttpResponse(content, content_type="application/json", headers={"ETag": etag})
    response["Cache-Control"] = "private, no-store" if tournament.rehearsal else "no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response


@require_safe
def tournament_document(request: HttpRequest, slug: str) -> HttpResponseBase:
    return document_response(request, tournament_or_404(request, slug))


@require_safe
def tournament_csv(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Return one sheet: entries, standings, tables or ranking."""
    tournament = tournament_or_404(request, slug)
    if what not in SHEETS:
        raise Http404
    file = f'attachment; filename="{tournament.slug}-{what}.csv"'
    return HttpResponse(
        sheet_text(tournament, what),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": file, "X-Robots-Tag": "noindex"},
    )


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Show the API in words and examples."""
    origin = request.build_absolute_uri("/").rstrip("/")
    return render(request, "tournaments/api.html", {"origin": origin, "calls": CALLS})
