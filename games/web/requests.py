"""Who may sit down: people with an account and guests alike."""

from urllib.parse import urlencode

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _

from games.models import Match
from games.refusals import TableGone, TableSealed
from players.refusals import GuestsCannot
from players.web.guests import guest_sign_in


def come_in(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Somebody wants to sit down. A visitor becomes a guest on the way; where guests cannot play, they are asked to
    sign in or up, and come back to this very table."""
    if match.status != Match.Status.WAITING:
        raise TableGone
    if match.sealed:
        raise TableSealed
    if not request.user.is_authenticated:
        if not match.rated and match.joining != Match.Joining.TEAM:
            return guest_sign_in(request)
        words = _("That seat is for players with an account. Sign in or sign up, and you are back here.")
        messages.info(request, words)
        return redirect_to_login(match.get_absolute_url())
    if match.rated and request.user.is_guest:
        messages.info(request, str(GuestsCannot.message))
        return redirect(f"{resolve_url('account_signup')}?{urlencode({'next': match.get_absolute_url()})}")
    return None


def turned_away(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Nobody presses a table's buttons who is not signed in, or faster than a person would."""
    if not request.user.is_authenticated:
        return redirect_to_login(match.get_absolute_url())
    too_many: HttpResponse | None = ratelimit.consume_or_429(request, action="table_button")
    return too_many


def contribution_of(request: HttpRequest) -> str:
    """The player's own part of the chance, which the browser has drawn."""
    return request.POST.get("contribution", "")
