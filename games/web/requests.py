"""Who may sit down: people with an account and guests alike."""

from functools import wraps
from typing import ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from players.web.requests import PlayerView, View

Arguments = ParamSpec("Arguments")


def seated_required(view: PlayerView[Arguments]) -> View[Arguments]:
    """Visitors are asked in first; they can sign in, sign up, or come as a guest."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method == "GET" else resolve_url("lobby"))
        return view(request, *args, **kwargs)  # type: ignore[arg-type]  # the user is a Player by now

    return guarded


def contribution_of(request: HttpRequest) -> str:
    """The player's own part of the chance, which the browser has drawn."""
    return request.POST.get("contribution", "")
