"""The form of a small tournament, with defaults for most fields."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.registry import GAMES
from games.models import Pace
from games.web.names import option_label, option_name
from tournaments.formats.contests.settings import CONFIGURED_ROUNDS_LIMIT
from tournaments.models.tournament import NAME_LENGTH, SMALL_TOURNAMENT_PLACES, Format
from tournaments.selectors.lists import ways_to_play
from tournaments.web.lists import mode_words

DEFAULT_PLACES = 16
# Formats whose number of rounds can be chosen.
FORMATS_WITH_ROUNDS = (Format.SWISS, Format.ROUND_ROBIN, Format.SWISS_ELIMINATION, Format.GROUPS_ELIMINATION)


def mode_choices() -> list[tuple[str, str]]:
    return [(f"{game}:{mode}", mode_words(game, mode)) for game, mode in ways_to_play()]


def zone_choices() -> list[tuple[str, str]]:
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in sorted(available_timezones()) if "/" in zone)]


class SmallTournamentForm(forms.Form):
    """The fields of a small tournament; options of the game come from the game."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    mode = forms.ChoiceField(label=_("Who plays with whom"), choices=lazy(mode_choices, list))
    format = forms.ChoiceField(label=_("Format"), choices=Format.choices, initial=Format.SWISS)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=CONFIGURED_ROUNDS_LIMIT,
        help_text=_("Empty: as many as are needed for a winner."),
    )
    pace = forms.ChoiceField(label=_("Time"), choices=Pace.choices, initial=Pace.STANDARD, widget=forms.RadioSelect)
    rated = forms.BooleanField(label=_("Rated"), required=False, help_text=_("For players with an account."))
    places = forms.IntegerField(
        label=_("Places"), required=False, min_value=2, max_value=SMALL_TOURNAMENT_PLACES, initial=DEFAULT_PLACES
    )
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Empty: when you say so."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lazy(zone_choices, list),
        initial="UTC",
        widget=forms.Select(attrs={"data-own-zone": ""}),
    )
    listed = forms.BooleanField(
        label=_("In the public lists"), required=False, help_text=_("Otherwise it is found by its link only.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.option_fields: dict[str, tuple[str, str]] = {}
        for game, engine in GAMES.items():
            for option, values in engine.choices().items():
                if option != "mode":
                    self.option_add(game, option, values)
        order = ["name", "mode", *self.option_fields, "format", "rounds", "pace"]
        self.order_fields(order)

    def option_add(self, game: str, option: str, values: Any) -> None:
        """Add a field for an option of a game."""
        name = f"option-{game}-{option}"
        self.option_fields[name] = (game, option)
        self.fields[name] = forms.ChoiceField(
            label=option_label(game, option),
            choices=[(value, option_name(game, option, value)) for value in values],
            required=False,
        )

    def clean_starts_at(self) -> datetime | None:
        """Return the time as typed; `clean` reads it in the chosen zone, which is validated later."""
        value: datetime | None = self.cleaned_data["starts_at"]
        return value.replace(tzinfo=None) if value else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        local, zone = data.get("starts_at"), data.get("time_zone")
        if local is not None and zone:
            starts_at = local.replace(tzinfo=ZoneInfo(zone))
            if starts_at <= timezone.now():
                self.add_error("starts_at", gettext("That time has passed."))
            data["starts_at"] = starts_at
        return data

    def for_service(self) -> dict[str, Any]:
        """Return the arguments of the service that creates a tournament."""
        data = self.cleaned_data
        return {
            **plan_of(data, self.option_fields),
            "name": data["name"],
            "rated": data["rated"],
            "places": data["places"],
            "starts_at": data["starts_at"],
            "time_zone": data["time_zone"],
            "listed": data["listed"],
            "check_in_minutes": 0,
        }


def plan_of(data: Mapping[str, Any], option_fields: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """Return the game, its options, the format and its settings."""
    game, _colon, mode = data["mode"].partition(":")
    own = {option: data.get(name) for name, (of, option) in option_fields.items() if of == game}
    choices = GAMES[game].choices()
    options = {option: value or choices[option][0] for option, value in own.items()}
    has_rounds = data["format"] in FORMATS_WITH_ROUNDS and data.get("rounds")
    return {
        "game": game,
        "options": {"mode": mode, **options},
        "format": data["format"],
        "settings": {"rounds": data["rounds"]} if has_rounds else {},
        "pace": data["pace"],
    }
