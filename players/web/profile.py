"""Views of a player's page, profile, preferences and account."""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.models import Theme
from players.selectors import player_by_name, player_data_all, teams_of
from players.services.players import player_leave, player_update
from players.web.context import THEME_COOKIE
from players.web.forms import DeleteAccountForm, PreferencesForm, ProfileForm
from players.web.guests import guest_sign_in
from players.web.requests import PlayerRequest, account_required, player_required, post_or_home, redirect_back
from players.web.sections import sections

CHOICE_COOKIE_AGE_SECONDS = 365 * 24 * 3600


@require_safe
def player_page(request: HttpRequest, name: str) -> HttpResponse:
    player = player_by_name(name)
    if player is None:
        raise Http404
    if player.name != name:
        return redirect(player)
    added = sections(settings.PLAYER_PAGE_SECTIONS, request, player)
    return render(request, "players/player.html", {"player": player, "teams": teams_of(player), "sections": added})


@post_or_home
def guest_start(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a guest with one click; anyone signed in stays who they are."""
    return guest_sign_in(request) or redirect_back(request)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def profile_edit(request: PlayerRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        player_update(player=request.user, **form.cleaned_data)
        messages.success(request, _("Your profile is up to date."))
        return redirect(request.user)
    return render(request, "players/profile_edit.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def preferences(request: PlayerRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        player_update(player=request.user, **form.cleaned_data)
        with translation.override(request.user.language or translation.get_language_from_request(request)):
            messages.success(request, _("Saved."))
        return redirect("preferences")
    return render(request, "players/preferences.html", {"form": form})


@post_or_home
def set_language(request: HttpRequest) -> HttpResponse:
    """Store the language in a cookie and, for a player, in the preferences."""
    language = request.POST.get("language", "")
    response = redirect_back(request)
    if language in dict(settings.LANGUAGES):
        set_choice_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)
        if request.user.is_authenticated:
            player_update(player=request.user, language=language)
    return response


@post_or_home
def theme_set(request: HttpRequest) -> HttpResponse:
    """Store the theme in a cookie and, for a player, in the preferences."""
    theme = request.POST.get("theme", "")
    response = redirect_back(request)
    if theme in Theme.values:
        set_choice_cookie(response, THEME_COOKIE, theme)
        if request.user.is_authenticated:
            player_update(player=request.user, theme=theme)
    return response


def set_choice_cookie(response: HttpResponse, cookie: str, value: str) -> None:
    """Store a visitor's choice in a cookie."""
    response.set_cookie(
        cookie,
        value,
        max_age=CHOICE_COOKIE_AGE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@require_safe
@account_required
def account_data(request: PlayerRequest) -> HttpResponse:
    return render(request, "players/account_data.html")


@require_safe
@account_required
@reauthentication_required
def account_download(request: PlayerRequest) -> HttpResponse:
    response = JsonResponse(player_data_all(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="guildhall.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@reauthentication_required
def account_delete(request: PlayerRequest) -> HttpResponse:
    form = DeleteAccountForm(request.POST or None, player=request.user)
    if request.method == "POST" and form.is_valid():
        player_leave(player=request.user)
        logout(request)
        messages.success(request, _("Your account is deleted. Farewell."))
        return redirect("home")
    return render(request, "players/account_delete.html", {"form": form})
