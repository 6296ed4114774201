"""Views of the lobby: lists of tables, and new ones."""

from typing import cast

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.models import BotLevel, Match, Pace
from games.selectors.matches import tables_of, tables_open, tables_running
from games.services.tables import table_open
from games.web.forms import TableForm
from players.models import Player
from players.refusals import GuestsCannot, Refusal
from players.web.guests import guest_sign_in
from players.web.requests import post_or_home

QUICK_TABLE_OPTIONS = {"mode": "solo-4", "deck": "double"}


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lists of tables. A request by htmx gets the lists alone, after a message that something has changed."""
    mine = tables_of(request.user.pk) if request.user.is_authenticated else []
    waiting = [table for table in tables_open(request.user.pk) if table not in mine]
    running = [table for table in tables_running() if table not in mine]
    lists = {"mine": mine, "open": waiting, "running": running}
    return render(request, "games/lobby_lists.html" if "HX-Request" in request.headers else "games/lobby.html", lists)


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="table_open")
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a table with chosen options. A visitor becomes a guest, unless the table is not for guests."""
    form = TableForm(request.POST or None, player=request.user if request.user.is_authenticated else None)
    if request.method == "POST" and form.is_valid():
        try:
            if form.cleaned_data["rated"] and not request.user.is_authenticated:
                raise GuestsCannot
            if too_many := guest_sign_in(request):
                return too_many
            match = table_open(host=cast(Player, request.user), **form.for_service())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect(match)
    return render(request, "games/table_new.html", {"form": form})


@post_or_home
@rate_limit(action="table_open")
def table_quick(request: HttpRequest) -> HttpResponse:
    """Open a table with three bots with one click. A visitor becomes a guest.

    The next page shows the hash of the secret, and then sends by itself that its player is ready.
    """
    if too_many := guest_sign_in(request):
        return too_many
    host = cast(Player, request.user)
    match = table_open(
        host=host, options=QUICK_TABLE_OPTIONS, pace=Pace.RELAXED, joining=Match.Joining.LINK, bots=BotLevel.REGULAR
    )
    return redirect(f"{match.get_absolute_url()}?start")
