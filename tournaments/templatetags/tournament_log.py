"""Template filters for a tournament's log."""

from django import template

from tournaments.act_words import act_in_words
from tournaments.models import LogLine

register = template.Library()


@register.filter
def log_words(line: LogLine) -> str:
    """Return the name of the act or step."""
    return act_in_words(line.act)
