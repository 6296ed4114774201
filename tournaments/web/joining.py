"""Buttons of players on a tournament's page: enter, agree, withdraw or drop out, check in, sit out, return."""

from collections.abc import Callable
from typing import cast
from urllib.parse import urlencode

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from redis.exceptions import RedisError

from players.models import Player, Team
from players.selectors import teams_with_members
from players.web.guests import guest_sign_in
from players.web.requests import PlayerRequest, player_required, post_or_home
from tournaments.director.acts import Act
from tournaments.models import Entry, Tournament
from tournaments.refusals import AccountNeeded, NotEntered
from tournaments.selectors.act_previews import ActPreview, act_preview
from tournaments.selectors.entries import entry_of
from tournaments.services import entries, membership
from tournaments.web.act_previews import act_preview_shown
from tournaments.web.requests import tournament_or_404


@post_or_home
def tournament_enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter. A visitor becomes a guest; where only accounts may enter, they sign up and return to this page."""
    tournament = tournament_or_404(request, slug)
    if answer := turned_away(request, tournament):
        return answer
    by = cast(Player, request.user)
    team = team_asked_for(request)
    code = request.POST.get("code", "")
    entry, is_new = entries.entry_register(tournament_id=tournament.pk, by=by, team=team, code=code)
    if is_new:
        messages.success(request, ENTERED_MESSAGES.get(entry.status, ENTERED_MESSAGES[Entry.Status.IN])())
    return redirect(tournament)


ENTERED_MESSAGES: dict[str, Callable[[], str]] = {
    Entry.Status.IN: lambda: _("You are in."),
    Entry.Status.WAITING: lambda: _("Every place is taken. You are on the waiting list."),
    Entry.Status.INVITED: lambda: _("Your partner is asked now, and your team is in once they agree."),
}


def turned_away(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """Make a visitor a guest, or redirect them to sign up where an account is needed; refuse too frequent presses."""
    if not request.user.is_authenticated:
        if tournament.rated or tournament.is_for_teams:
            messages.info(request, str(AccountNeeded.message if tournament.rated else _("Teams are for accounts.")))
            return redirect(f"{resolve_url('account_signup')}?{urlencode({'next': tournament.get_absolute_url()})}")
        return guest_sign_in(request)
    if tournament.rated and request.user.is_guest:
        messages.info(request, str(AccountNeeded.message))
        return redirect(f"{resolve_url('account_signup')}?{urlencode({'next': tournament.get_absolute_url()})}")
    return too_fast(request)


def too_fast(request: HttpRequest) -> HttpResponse | None:
    """Refuse presses that are more frequent than a person's; while the bus is away they are not counted."""
    try:
        refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="table_button")
    except RedisError:
        return None
    return refusal


def team_asked_for(request: HttpRequest) -> Team | None:
    """Return the team by its key; the service decides whether it may enter."""
    text = request.POST.get("team", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Http404
    team = teams_with_members().filter(pk=int(text)).first()
    if team is None:
        raise Http404
    return team


def button(act: Callable[[Tournament, Player], str]) -> Callable[..., HttpResponse]:
    """Make a view from an act: carry it out, show a message, and redirect to the tournament."""

    @post_or_home
    def pressed(request: HttpRequest, slug: str) -> HttpResponse:
        tournament = tournament_or_404(request, slug)
        if not request.user.is_authenticated:
            return redirect_to_login(tournament.get_absolute_url())
        if refusal := too_fast(request):
            return refusal
        messages.success(request, act(tournament, request.user))
        return redirect(tournament)

    return pressed


@button
def tournament_agree(tournament: Tournament, by: Player) -> str:
    entry = entries.entry_agree(tournament_id=tournament.pk, by=by)
    return ENTERED_MESSAGES.get(entry.status, ENTERED_MESSAGES[Entry.Status.IN])()


@button
def tournament_check_in(tournament: Tournament, by: Player) -> str:
    entries.entry_check_in(tournament_id=tournament.pk, by=by)
    return _("You are checked in.")


@button
def tournament_sit_out(tournament: Tournament, by: Player) -> str:
    membership.entry_sit_out(tournament_id=tournament.pk, by=by, sits_out=True)
    return _("You sit out the next round, and are paired again after it.")


@button
def tournament_return(tournament: Tournament, by: Player) -> str:
    membership.entry_sit_out(tournament_id=tournament.pk, by=by, sits_out=False)
    return _("Welcome back: you play from the next round on.")


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def tournament_leave(request: PlayerRequest, slug: str) -> HttpResponse:
    """Withdraw or decline with one click; dropping out is confirmed first, with what it would change."""
    tournament = tournament_or_404(request, slug)
    entry = entry_that_stands(tournament, request.user)
    drops = tournament.has_started and entry.status != Entry.Status.INVITED
    if request.method == "POST" and (not drops or request.POST.get("sure") == "yes"):
        return too_fast(request) or left(request, tournament, drops=drops)
    preview = act_preview(tournament, Act.DROP, entry=entry) if drops else ActPreview()
    context = {"tournament": tournament, "entry": entry, "preview": act_preview_shown(tournament, preview)}
    return render(request, "tournaments/leave.html", context)


def left(request: PlayerRequest, tournament: Tournament, *, drops: bool) -> HttpResponse:
    membership.entry_leave(tournament_id=tournament.pk, by=request.user)
    words = _("You have dropped out. What you have played stays.") if drops else _("You have withdrawn.")
    messages.info(request, words)
    return redirect(tournament)


def entry_that_stands(tournament: Tournament, player: Player) -> Entry:
    """Return the player's entry, unless it was withdrawn or missed the check-in."""
    entry = entry_of(tournament, player)
    if entry is None or entry.status in (Entry.Status.WITHDRAWN, Entry.Status.ABSENT):
        raise NotEntered
    return entry
