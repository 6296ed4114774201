"""Converts between the settings form and the fields of a tournament."""

from collections.abc import Mapping
from typing import Any

from tournaments.admin.settings_form import FORMAT_FIELDS, UNPLAYED_FIELDS, SettingsForm, option_fields
from tournaments.formats.contests.plans import SETTINGS_BY_FORMAT
from tournaments.models import Tournament

# Fields of the form that are fields of the model as they are.
MODEL_FIELDS = (
    "name",
    "description",
    "prizes",
    "pace",
    "watching",
    "rated",
    "format",
    "time_zone",
    "registration_opens_at",
    "registration_closes_at",
    "starts_at",
    "check_in_minutes",
    "break_minutes",
    "lead_seconds",
    "round_times",
    "automatic",
    "places",
    "fewest",
    "rating_least",
    "rating_most",
    "games_least",
    "by_invitation",
    "code",
    "late_entry_rounds",
    "listed",
)


def fields_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the services' arguments from a valid form."""
    game, _slash, mode = data["mode"].partition("/")
    own = {option: data[field] for field, (owner, option) in option_fields().items() if owner == game}
    fields = {name: data[name] for name in MODEL_FIELDS}
    fields["fewest"] = fields["fewest"] or 0
    return {**fields, "game": game, "options": {"mode": mode, **own}, "settings": settings_of(data)}


def changed_fields(form: SettingsForm, tournament: Tournament) -> dict[str, Any]:
    """Return those that differ from what was shown, to change an event."""
    fields, changed = fields_of(form.cleaned_data), set(form.changed_data)
    fields["fewest"] = max(fields["fewest"], tournament.mode.fewest)
    if changed & {*FORMAT_FIELDS, *UNPLAYED_FIELDS}:
        changed.add("settings")
    if changed & {"mode", *option_fields()}:
        changed |= {"game", "options"}
    return {name: value for name, value in fields.items() if name in changed}


def settings_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the format's settings that were filled in; the rest follows from the number of entries or is default."""
    settings = {name: data[name] for name in FORMAT_FIELDS if data.get(name)}
    if "unplayed" in set[str]().union(*(names for _kind, _name, names in SETTINGS_BY_FORMAT[data["format"]])):
        unplayed = {name: data[name] for name in UNPLAYED_FIELDS if data.get(name)}
        return settings | ({"unplayed": unplayed} if unplayed else {})
    return settings


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return the form's initial values for a tournament."""
    settings = tournament.settings
    options = {
        field: tournament.options.get(option)
        for field, (game, option) in option_fields().items()
        if game == tournament.game
    }
    return {
        **{name: getattr(tournament, name) for name in MODEL_FIELDS},
        **{name: settings.get(name) for name in FORMAT_FIELDS},
        **settings.get("unplayed", {}),
        **options,
        "mode": f"{tournament.game}/{tournament.options['mode']}",
        "organisers": list(tournament.organisers.order_by("name")),
        "invited": [one.player for one in tournament.invited.select_related("player").order_by("player__name")],
    }
