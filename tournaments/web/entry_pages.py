"""The page of one entry: its tables, standings and opponents."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Rest
from tournaments.selectors.entries import entries_with_players
from tournaments.selectors.entry_history import met_by, standings_of_entry, tables_of_entry
from tournaments.selectors.rounds import PUBLIC_ROUND_STATUSES
from tournaments.web.requests import tournament_or_404


@require_safe
def tournament_entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = tournament_or_404(request, slug)
    entry = entries_with_players(tournament).filter(number=number).first()
    if entry is None:
        raise Http404
    tables = tables_of_entry(entry)
    rests = Rest.objects.filter(entry=entry, round__status__in=PUBLIC_ROUND_STATUSES).select_related("round__stage")
    context = {
        "tournament": tournament,
        "entry": entry,
        "players": [row for row in entry.players.all() if not row.replaced],
        "former": [row for row in entry.players.all() if row.replaced],
        "tables": tables,
        "met": met_by(tables),
        "lines": standings_of_entry(entry),
        "rests": list(rests.order_by("round__stage__number", "round__number")),
    }
    return render(request, "tournaments/entry.html", context)
