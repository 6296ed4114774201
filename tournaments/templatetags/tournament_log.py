"""Lines of a tournament's log in words."""

from django import template

from tournaments.act_words import act_in_words
from tournaments.models import LogLine

register = template.Library()


@register.filter
def log_words(line: LogLine) -> str:
    """What was done, as the button or the step is called."""
    return act_in_words(line.act)
