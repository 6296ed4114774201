"""Decorators that guard views, and the redirect back to the previous page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from players.models import Player
from players.refusals import GuestsCannot

Arguments = ParamSpec("Arguments")


class PlayerRequest(HttpRequest):
    """A request of a signed-in player."""

    user: Player


PlayerView = Callable[Concatenate[PlayerRequest, Arguments], HttpResponse]
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def player_required(view: PlayerView[Arguments]) -> View[Arguments]:
    """Decorator: redirect visitors to the login page; let players and guests pass."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method == "GET" else resolve_url("home"))
        return view(request, *args, **kwargs)  # type: ignore[arg-type]  # the user is a Player by now

    return guarded


def account_required(view: PlayerView[Arguments]) -> View[Arguments]:
    """Decorator: redirect visitors to the login page, and refuse guests."""

    @wraps(view)
    def guarded(request: PlayerRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        if request.user.is_guest:
            raise GuestsCannot
        return view(request, *args, **kwargs)

    return player_required(guarded)


def post_or_home(view: View[Arguments]) -> View[Arguments]:
    """Decorator for views that only take POST: redirect anything else to the front page."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        if request.method != "POST":
            return redirect("home")
        return view(request, *args, **kwargs)

    return guarded


def redirect_back(request: HttpRequest, default: str = "home") -> HttpResponseRedirect:
    """Redirect to the page of the form, if that is a page of ours, else to `default`."""
    target = request.POST.get("next") or request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(target if safe and target != request.build_absolute_uri() else resolve_url(default))
