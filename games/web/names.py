"""Translated names of games, modes, options and their values."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Name = str | Promise

MODE_NAMES: dict[str, Name] = {
    "solo-3": _("Three players"),
    "solo-4": _("Four players"),
    "solo-5": _("Five players"),
    "pairs-4": _("Two pairs"),
    "pairs-6": _("Three pairs"),
    "solo-6": _("Six, each for themselves"),
}
DECK_NAMES: dict[str, Name] = {
    "double": _("With doubled symbols"),
    "single": _("Single symbols only"),
}

GAME_NAMES: dict[str, Name] = {"pot-de-vin": _("Pot de Vin")}
# By game: the names of its tournament modes, of its options, and of their values.
TOURNAMENT_MODE_NAMES: dict[str, dict[str, Name]] = {
    "pot-de-vin": {
        "solo": _("Each for themselves, at tables of four"),
        "solo-6": _("Each for themselves, at tables of six"),
        "pairs-4": _("In pairs, two at a table"),
        "pairs-6": _("In pairs, three at a table"),
    },
}
OPTION_LABELS: dict[str, dict[str, Name]] = {"pot-de-vin": {"mode": _("Players"), "deck": _("Deck")}}
OPTION_VALUE_NAMES: dict[str, dict[str, dict[str, Name]]] = {"pot-de-vin": {"mode": MODE_NAMES, "deck": DECK_NAMES}}


def game_name(game: str) -> str:
    return str(GAME_NAMES[game])


def tournament_mode_name(game: str, mode: str) -> str:
    return str(TOURNAMENT_MODE_NAMES[game][mode])


def option_label(game: str, option: str) -> str:
    return str(OPTION_LABELS[game][option])


def option_name(game: str, option: str, value: str) -> str:
    """Return the name of an option's value; `mode` means a table's mode here, not a tournament's."""
    return str(OPTION_VALUE_NAMES[game][option][value])
