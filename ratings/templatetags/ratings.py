from datetime import UTC, date, datetime, timedelta

from babel.dates import format_date, format_skeleton, format_time, format_timedelta, get_date_format
from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, to_locale

from ratings import figures

register = template.Library()


def locale() -> str:
    return to_locale(get_language() or "en")


@register.filter
def rating(value: float) -> int:
    """A rating as it is shown."""
    return figures.whole(value)


@register.filter
def signed(number: int) -> str:
    return figures.signed(number)


@register.filter
def moved(number: int) -> SafeString:
    """A gain or a loss, told by its sign and, once more, by its colour."""
    kind = "moved moved--up" if number > 0 else "moved moved--down" if number < 0 else "moved"
    return format_html('<span class="{}">{}</span>', kind, figures.signed(number))


@register.filter
def share(value: float) -> str:
    """A share of one, in hundredths."""
    return f"{figures.hundredths(value)}%"


@register.filter
def places(value: float, digits: int = 1) -> str:
    """A number with a few decimals, which no language of ours writes with a point but English."""
    written = f"{value:.{digits}f}".replace("-", "−")
    return written if locale().startswith("en") else written.replace(".", ",")


@register.filter
def short_day(moment: datetime | date) -> str:
    """A date with a short month."""
    return format_date(moment, "medium", locale=locale())


@register.filter
def figures_day(moment: datetime | date) -> str:
    """A date in figures, for a narrow column: of the year the last two, where a language would write all four."""
    pattern = get_date_format("short", locale=locale()).pattern
    return format_date(moment, pattern if "yy" in pattern else pattern.replace("y", "yy"), locale=locale())


@register.filter
def tick(day: date, apart: int) -> str:
    """What stands at a mark of time: the year where one begins, else day and month, or the month alone."""
    if day.month == 1 and day.day == 1:
        return str(day.year)
    return format_skeleton("MMM" if day.day == 1 and apart > 20 else "MMMd", day, locale=locale())


@register.filter
def hour(moment: datetime) -> str:
    """What stands at a mark of a few hours. The server knows no other clock; where a script runs it is the reader's."""
    return f"{format_time(moment, 'short', tzinfo=UTC, locale=locale())} UTC"


@register.filter
def ago(moment: datetime) -> str:
    """How long ago something was, in one unit: "3 days ago"."""
    if timezone.now() - moment < timedelta(days=1):
        return gettext("today")
    return format_timedelta(moment - timezone.now(), add_direction=True, granularity="day", locale=locale())
