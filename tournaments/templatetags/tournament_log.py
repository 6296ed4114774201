"""Lines of a tournament's log in words."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.director.acts import Act
from tournaments.models import LogLine
from tournaments.web.words.acts import ACTS

register = template.Library()
# What happens by itself, or by a player's word.
STEPS: dict[str, str | Promise] = {
    "create": lazy("Created"),
    "change": lazy("Settings changed"),
    "enter": lazy("Somebody entered"),
    "agree": lazy("A partner agreed"),
    "withdraw": lazy("Somebody withdrew"),
    "promote": lazy("Somebody came in from the waiting list"),
    "check-in": lazy("Somebody checked in"),
    "open-check-in": lazy("Check-in opened"),
    "begin-stage": lazy("A stage began"),
    "finish-round": lazy("A round ended"),
    "finish-stage": lazy("A stage ended"),
    "collect-results": lazy("Results came in"),
    "call": lazy("Somebody called for the organiser"),
}


@register.filter
def log_words(line: LogLine) -> str:
    """What was done, as the button or the step is called; what only a later version knows says that much."""
    if line.act in STEPS:
        return str(STEPS[line.act])
    if line.act in {str(act) for act in ACTS}:
        return str(ACTS[Act(line.act)][0])
    return _("Something was decided")
