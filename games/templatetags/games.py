from django import template

from games.models import Match, Pace
from games.web.names import DECKS, MODES

register = template.Library()


@register.filter
def mode_name(match: Match) -> str:
    return str(MODES[match.options["mode"]])


@register.filter
def deck_name(match: Match) -> str:
    return str(DECKS[match.options["deck"]])


@register.filter
def pace_name(match: Match) -> str:
    """The word before the colon: the rest says how many seconds."""
    return str(Pace(match.pace).label).partition(":")[0]
