"""Views of a player's API tokens."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.services.tokens import token_create, token_revoke
from players.web.forms import TokenForm
from players.web.requests import PlayerRequest, account_required, post_or_home


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@reauthentication_required
def token_list(request: PlayerRequest) -> HttpResponse:
    """List tokens and create one. The response to the POST shows a new token, the only time that anyone sees it."""
    form, fresh = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        fresh, form = token_create(player=request.user, name=form.cleaned_data["name"]), TokenForm()
    tokens = request.user.tokens.all()
    return render(request, "players/tokens.html", {"form": form, "fresh": fresh, "tokens": tokens})


@post_or_home
@account_required
def token_delete(request: PlayerRequest, pk: int) -> HttpResponse:
    token_revoke(player=request.user, token_id=pk)
    messages.success(request, _("The token is revoked."))
    return redirect("token_list")
