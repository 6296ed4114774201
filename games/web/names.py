"""What games, their ways to play and their options are called, for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Name = str | Promise

MODES: dict[str, Name] = {
    "solo-3": _("Three players"),
    "solo-4": _("Four players"),
    "solo-5": _("Five players"),
    "pairs-4": _("Two pairs"),
    "pairs-6": _("Three pairs"),
    "solo-6": _("Six, each for themselves"),
}
DECKS: dict[str, Name] = {
    "double": _("With doubled symbols"),
    "single": _("Single symbols only"),
}

GAMES: dict[str, Name] = {"pot-de-vin": _("Pot de Vin")}
# By game: what the modes of its tournaments are called, its options, and what can be chosen for each.
TOURNAMENT_MODES: dict[str, dict[str, Name]] = {
    "pot-de-vin": {
        "solo": _("Each for themselves, at tables of four"),
        "solo-6": _("Each for themselves, at tables of six"),
        "pairs-4": _("In pairs, two at a table"),
        "pairs-6": _("In pairs, three at a table"),
    },
}
OPTION_LABELS: dict[str, dict[str, Name]] = {"pot-de-vin": {"mode": _("Players"), "deck": _("Deck")}}
OPTION_NAMES: dict[str, dict[str, dict[str, Name]]] = {"pot-de-vin": {"mode": MODES, "deck": DECKS}}


def game_name(game: str) -> str:
    return str(GAMES[game])


def tournament_mode_name(game: str, mode: str) -> str:
    return str(TOURNAMENT_MODES[game][mode])


def option_label(game: str, option: str) -> str:
    return str(OPTION_LABELS[game][option])


def option_name(game: str, option: str, value: str) -> str:
    """What a value of a table's option is called; `mode` is a table's here, not a tournament's."""
    return str(OPTION_NAMES[game][option][value])
