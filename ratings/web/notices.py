"""The page of notices about corrections."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from players.web.requests import PlayerRequest, account_required, post_or_home
from ratings.selectors.notices import notices_of
from ratings.services.notices import notices_mark_seen


@require_safe
@account_required
def notice_list(request: PlayerRequest) -> HttpResponse:
    return render(request, "ratings/notices.html", {"notices": notices_of(request.user)})


@post_or_home
def notices_seen(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        notices_mark_seen(player=request.user)
    return redirect("rating_notices")
