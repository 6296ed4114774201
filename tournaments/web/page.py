"""A tournament's page, whole and in parts."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tournaments.director.acts import allowed
from tournaments.due_words import failure_in_words
from tournaments.models import Entry, Tournament
from tournaments.refusals import RegistrationClosed
from tournaments.selectors.attention import calls_open
from tournaments.selectors.entries import places_free
from tournaments.selectors.own_entry import OwnEntry, own_entry
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.services.conditions import registration_check
from tournaments.web.offered_acts import OFFERED_ACTS, acts_offered
from tournaments.web.parts import BUILDERS, ROWS_PER_PAGE, choice_of, shared_part
from tournaments.web.requests import reader_of, tournament_or_404
from tournaments.web.words.moments import next_moment, status_words

PARTS = ("head", "mine", *BUILDERS)


@require_safe
def tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_or_404(request, slug)
    shared = {name: shared_part(tournament, name, choice_of(request)) for name in BUILDERS}
    context = {
        "tournament": tournament,
        "head": head_part(request, tournament),
        "mine": mine_part(request, tournament),
        "query": request.GET.urlencode(),
        **shared,
    }
    return render(request, "tournaments/page.html", context)


@require_safe
def tournament_part(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """Return one part, for an open page that fetches it after a change."""
    if part not in PARTS:
        raise Http404
    tournament = tournament_or_404(request, slug)
    if part == "head":
        return HttpResponse(head_part(request, tournament))
    if part == "mine":
        return HttpResponse(mine_part(request, tournament))
    return HttpResponse(shared_part(tournament, part, choice_of(request)))


def head_part(request: HttpRequest, tournament: Tournament) -> SafeString:
    context = {"tournament": tournament, "status": status_words(tournament), "next": next_moment(tournament)}
    return SafeString(render_to_string("tournaments/parts/head.html", context, request).strip())


def mine_part(request: HttpRequest, tournament: Tournament) -> SafeString:
    """Render what the reader can do here, as a player and as an organiser."""
    reader = reader_of(request)
    own = own_entry(tournament, reader)
    context: dict[str, Any] = {"tournament": tournament, "own": own, "own_page": own_page(own)}
    if organises(tournament, reader):
        context["acts"] = acts_offered(OFFERED_ACTS, allowed(situation_of(tournament)))
        context["failure"] = failure_in_words(tournament)
        context["calls"] = calls_open(tournament)
        context["is_blocked"] = bool(tournament.problem) and not tournament.paused
    context["may_enter"] = may_enter(tournament, own)
    context["is_full"] = context["may_enter"] and places_free(tournament) == 0
    return SafeString(render_to_string("tournaments/parts/mine.html", context, request).strip())


def may_enter(tournament: Tournament, own: OwnEntry) -> bool:
    """Return whether registration is open to the reader now. Conditions of entry are checked by the service."""
    if own.entry is not None and own.entry.status not in (Entry.Status.WITHDRAWN, Entry.Status.ABSENT):
        return False
    try:
        registration_check(tournament)
    except RegistrationClosed:
        return False
    return tournament.status != Tournament.Status.RUNNING or places_free(tournament) != 0


def own_page(own: OwnEntry) -> int:
    """Return the page of the standings that has the reader's entry."""
    return 1 if own.standing is None or own.standing.group else 1 + (own.standing.place - 1) // ROWS_PER_PAGE
