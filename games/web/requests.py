"""Checks before somebody sits down or presses a button at a table."""

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


def joining_response(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Return None if this person may sit down, or the response that must come first.

    A visitor becomes a guest. Where guests cannot play, visitors and guests are asked to sign in or up, and come back
    to this table.
    """
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


def button_refusal(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Return the response that refuses a button: to visitors, and over the rate limit; otherwise None."""
    if not request.user.is_authenticated:
        return redirect_to_login(match.get_absolute_url())
    too_many: HttpResponse | None = ratelimit.consume_or_429(request, action="table_button")
    return too_many


def contribution_of(request: HttpRequest) -> str:
    """Return the player's contribution to the seed, which the browser has drawn."""
    return request.POST.get("contribution", "")
