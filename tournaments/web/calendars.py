"""Serves calendar files: of one event, and of all in which a player takes part."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.web.requests import PlayerRequest, player_required
from tournaments.models import Tournament
from tournaments.selectors.estimates import tournament_estimate
from tournaments.selectors.lists import tournaments_dated, with_counts
from tournaments.templatetags.tournaments import mode_words
from tournaments.web.icalendar import CalendarEvent, calendar_text
from tournaments.web.requests import tournament_or_404


@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_or_404(request, slug)
    if tournament.starts_at is None:
        raise Http404
    counted = with_counts(Tournament.objects.filter(pk=tournament.pk)).get()
    return calendar_response([event_of(request, counted)], f"{tournament.slug}.ics")


@require_safe
@player_required
def tournaments_calendar(request: PlayerRequest) -> HttpResponse:
    events = [event_of(request, one) for one in tournaments_dated(request.user)]
    return calendar_response(events, "tournaments.ics", _("My tournaments"))


def event_of(request: HttpRequest, tournament: Tournament) -> CalendarEvent:
    """Return a tournament with a start as a calendar event; its length is estimated from the expected rounds."""
    starts_at = tournament.starts_at
    assert starts_at is not None  # noqa: S101  (asked for by the callers)
    url = request.build_absolute_uri(tournament.get_absolute_url())
    entries = tournament.places or tournament.entries_in  # type: ignore[attr-defined]  # annotated
    return CalendarEvent(
        uid=f"tournament-{tournament.pk}@{request.get_host()}",
        sequence=tournament.state,
        stamp=timezone.now(),
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=tournament_estimate(tournament, entries).minutes),
        summary=tournament.name,
        description=f"{tournament.get_format_display()} · {mode_words(tournament)}\n{url}",
        url=url,
        cancelled=tournament.status == Tournament.Status.CANCELLED,
    )


def calendar_response(events: list[CalendarEvent], filename: str, name: str = "") -> HttpResponse:
    response = HttpResponse(calendar_text(events, name), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
