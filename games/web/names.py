"""What modes, decks and bots are called, for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MODES: dict[str, str | Promise] = {
    "solo-3": _("Three players"),
    "solo-4": _("Four players"),
    "solo-5": _("Five players"),
    "pairs-4": _("Two pairs"),
    "pairs-6": _("Three pairs"),
    "solo-6": _("Six, each for themselves"),
}
DECKS: dict[str, str | Promise] = {
    "double": _("With doubled symbols"),
    "single": _("Single symbols only"),
}
