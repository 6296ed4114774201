"""Views of a table: waiting room, live table, finished match, and their buttons."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.live.table_header import table_header
from games.models import BotLevel, Match, Seat
from games.selectors.matches import match_by_key, player_may_join, record_of, rematch_waiting
from games.selectors.presence import seats_connected
from games.selectors.rating import rating_of, ratings_before
from games.selectors.replays import replay_of
from games.services import leaving, rematches, tables
from games.services.sealed import contribution_add
from games.web.replay_words import replay_words
from games.web.requests import button_refusal, contribution_of, joining_response
from games.web.rules import set_ups
from games.web.score_pad import score_pad
from games.web.words import table_words
from players.refusals import Refusal
from players.web.requests import PlayerRequest, post_or_home
from players.web.sections import sections

Arguments = ParamSpec("Arguments")
TEMPLATE_BY_STATUS = {
    Match.Status.WAITING: "games/table_waiting.html",
    Match.Status.PLAYING: "games/table_live.html",
    Match.Status.FINISHED: "games/table_finished.html",
    Match.Status.CLOSED: "games/table_closed.html",
    Match.Status.CALLED_OFF: "games/table_called_off.html",
}


def match_or_404(key: str) -> Match:
    match = match_by_key(key)
    if match is None:
        raise Http404
    return match


@require_safe
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    match = match_or_404(key)
    seats = list(match.seats.all())
    mine = next((seat for seat in seats if seat.player == request.user), None)
    context: dict[str, Any] = {"match": match, "seats": seats, "mine": mine}
    if match.status == Match.Status.WAITING:
        context |= waiting_room(request, match, mine)
    else:
        context |= {"words": table_words(), "set_ups": set_ups()}
    if match.status == Match.Status.FINISHED:
        context |= {"pad": score_pad(match), "replay_words": replay_words(), "rating": rating_of(match)}
        context["rematch"] = rematch_waiting(match)
    if "HX-Request" in request.headers and match.status == Match.Status.WAITING:
        return render(request, context["room"], context)
    context |= {
        "sections": sections(settings.TABLE_PAGE_SECTIONS, request, match),
        "tools": sections(settings.TABLE_TOOLS, request, match),
    }
    return render(request, TEMPLATE_BY_STATUS[Match.Status(match.status)], context)


def waiting_room(request: HttpRequest, match: Match, mine: Seat | None) -> dict[str, Any]:
    """Return the context of a table before the deal: who sits where, who is connected, and whether one may join."""
    seats = list(match.seats.all())
    connected = (seats_connected([match.pk]) or {}).get(match.pk)
    people = [seat for seat in seats if seat.player and seat != mine]
    return {
        "room": "games/sealed_room.html" if match.sealed else "games/waiting_room.html",
        "sides": [[seats[number] for number in side] for side in match.engine.sides(match.options)],
        "levels": BotLevel.choices,
        "link": request.build_absolute_uri(match.get_absolute_url()),
        "absent": [] if connected is None else [seat.number for seat in people if seat.number not in connected],
        "may_join": bool(mine) or player_may_join(match, request.user.pk),
    }


@require_safe
def record_download(request: HttpRequest, key: str) -> HttpResponse:
    """Download the record of a finished match; 404 while it is running."""
    match = match_or_404(key)
    if match.status != Match.Status.FINISHED:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="guildhall-{match.key}.json"'}
    return JsonResponse(record_of(match), headers=headers)


@require_safe
def replay_data(request: HttpRequest, key: str) -> HttpResponse:
    match = match_or_404(key)
    if match.status != Match.Status.FINISHED:
        raise Http404
    hello = {"type": "hello", **table_header(match, ratings_before(match)), "seat": None, "events": []}
    return JsonResponse({"hello": hello, **replay_of(match)})


@post_or_home
def table_contribution(request: HttpRequest, key: str) -> HttpResponse:
    """Store the contribution to the seed that a browser at a sealed table sends by itself; no page follows."""
    match = match_or_404(key)
    if refusal := button_refusal(request, match):
        return refusal
    player = cast(PlayerRequest, request).user
    try:
        contribution_add(match=match, player=player, contribution=contribution_of(request))
    except Refusal:
        return HttpResponse(status=409)  # no button was pressed, so there must be no message on the next page
    return HttpResponse(status=204)


# --- Buttons ---


def table_button(
    action: Callable[Concatenate[PlayerRequest, Match, Arguments], Match | None],
) -> Callable[..., HttpResponse]:
    """Decorator for a button: call the action, then redirect to the table, or to the lobby if it is closed."""

    @post_or_home
    def pressed(request: HttpRequest, /, key: str, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        match = match_or_404(key)
        if refusal := button_refusal(request, match):
            return refusal
        after = action(cast(PlayerRequest, request), match, *args, **kwargs) or match
        return redirect("lobby" if after.status == Match.Status.CLOSED else after)

    return pressed


@post_or_home
def table_sit(request: HttpRequest, key: str, number: int) -> HttpResponse:
    return joining_response(request, match_or_404(key)) or sit_down(request, key, number)


@table_button
def sit_down(request: PlayerRequest, match: Match, number: int) -> Match:
    return tables.table_sit(match=match, player=request.user, number=number)


@table_button
def table_leave(request: PlayerRequest, match: Match) -> Match:
    if match.status == Match.Status.PLAYING:
        left = leaving.game_leave(match=match, player=request.user)
        messages.info(request, _("A bot plays on for you. Open the table again, and you are back."))
    else:
        left = leaving.table_leave(match=match, player=request.user)
        messages.info(request, _("You have left the table."))
    left.status = Match.Status.CLOSED  # not stored: sends the player who left to the lobby
    return left


@table_button
def table_free(request: PlayerRequest, match: Match, number: int) -> Match:
    return leaving.table_free_seat(match=match, by=request.user, number=number)


@table_button
def table_ready(request: PlayerRequest, match: Match) -> Match:
    ready = request.POST.get("ready", "yes") == "yes"
    return tables.table_ready(match=match, player=request.user, ready=ready, contribution=contribution_of(request))


@table_button
def table_bot(request: PlayerRequest, match: Match, number: int) -> Match:
    level = request.POST.get("level", "")
    if level not in BotLevel.values:
        raise Http404
    return tables.table_seat_bot(match=match, by=request.user, number=number, level=level)


@table_button
def table_rematch(request: PlayerRequest, match: Match) -> Match:
    return rematches.table_rematch(match=match, by=request.user)
