from django import template

from games.models import Match, Pace
from games.web.names import DECK_NAMES, MODE_NAMES

register = template.Library()


@register.filter
def mode_name(match: Match) -> str:
    return str(MODE_NAMES[match.options["mode"]])


@register.filter
def deck_name(match: Match) -> str:
    return str(DECK_NAMES[match.options["deck"]])


@register.filter
def pace_name(match: Match) -> str:
    """Return the name of a pace without its seconds: the label up to the colon."""
    return str(Pace(match.pace).label).partition(":")[0]
