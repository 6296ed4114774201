"""Template filters and tags for times, numbers, and a game's modes."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_time
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, to_locale

from games.models import Pace
from games.web.names import game_name, option_label, option_name, tournament_mode_name
from tournaments.models import Tournament
from tournaments.web.words.numbers import exact_words, number_words

register = template.Library()
register.filter("points", exact_words)
register.filter("tie_break", number_words)


def locale() -> str:
    return to_locale(get_language() or "en")


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name; UTC if this server does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def date_and_time(moment: datetime, zone: str = "UTC", length: str = "long") -> str:
    """Format a date and time with its zone, in the reader's language."""
    there = moment.astimezone(zone_of(zone))
    day = format_date(there.date(), length, locale=locale())
    hour = format_time(there.time(), "short", locale=locale())
    return f"{day}, {hour} {zone_name(zone)}"


def zone_name(zone: str) -> str:
    """Return a short name: UTC stays, Europe/Rome is Rome."""
    return "UTC" if zone_of(zone).key in ("UTC", "Etc/UTC") else f"({zone_of(zone).key.replace('_', ' ')})"


@register.simple_tag
def local_time(moment: datetime | None, zone: str = "UTC", length: str = "medium") -> SafeString | str:
    """Format a time in the event's zone; local_times.js replaces it by the reader's own."""
    if moment is None:
        return ""
    return format_html(
        '<time datetime="{}" data-local-time="{}">{}</time>',
        iso(moment),
        length,
        date_and_time(moment, zone, length),
    )


@register.simple_tag
def event_time(moment: datetime, zone: str) -> SafeString:
    """Format a time in the event's zone, with room for the reader's own, which a script fills if it differs."""
    return format_html(
        '<time datetime="{}">{}</time> '
        '<span class="soft" data-own-time="{}" data-zone="{}" data-words="{}" hidden></span>',
        iso(moment),
        date_and_time(moment, zone, "full"),
        iso(moment),
        zone,
        gettext("your time:"),
    )


@register.filter
def iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@register.filter
def mode_words(tournament: Tournament) -> str:
    return tournament_mode_name(tournament.game, tournament.options["mode"])


@register.filter
def game_words(tournament: Tournament) -> str:
    return game_name(tournament.game)


@register.filter
def pace_words(tournament: Tournament) -> str:
    return str(Pace(tournament.pace).label)


@register.filter
def option_rows(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the chosen options other than the mode: a label and a name each."""
    game = tournament.game
    return [
        (option_label(game, option), option_name(game, option, value))
        for option, value in tournament.options.items()
        if option != "mode"
    ]
