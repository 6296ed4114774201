"""The form of a tournament's settings, to create an event and to change what may still change."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.registry import GAMES
from games.models import Match, Pace
from games.web.names import game_name, option_label, option_name, tournament_mode_name
from tournaments.admin.settings_fields import (
    EventTimeField,
    PlayersField,
    PointsByPlaceField,
    PointsField,
    RoundTimesField,
    TieBreaksField,
)
from tournaments.formats.contests.plans import SETTINGS_BY_FORMAT
from tournaments.formats.contests.settings import CONFIGURED_ROUNDS_LIMIT
from tournaments.models import Tournament
from tournaments.models.tournament import (
    CODE_LENGTH,
    DEFAULT_CHECK_IN_MINUTES,
    DEFAULT_LEAD_SECONDS,
    NAME_LENGTH,
    Format,
)
from tournaments.services.creation import CHANGEABLE_FIELDS

# The number of entries in a preview where the places are not limited.
DEFAULT_EXPECTED_ENTRIES = 16
ENTRIES_LIMIT = 4096
# Fields of the form that are not fields of the model, but part of `options` or `settings`.
UNPLAYED_FIELDS = ("absent", "bye", "late")
FORMAT_FIELDS = ("rounds", "groups", "advance", "table_advance", "small_final", "first_round", "points", "tie_breaks")
FIRST_ROUND_CHOICES = [("", _("Across the field (usual)")), ("at-random", _("At random"))]
# These may change at any time: players have not registered for them.
ALWAYS_CHANGEABLE_FIELDS = ("organisers", "invited")
TIME_FIELDS = ("registration_opens_at", "registration_closes_at", "starts_at")


def mode_choices() -> list[tuple[str, Any]]:
    """Return every mode of every game, in one choice."""
    several = len(GAMES) > 1
    found = []
    for game, engine in GAMES.items():
        prefix = f"{game_name(game)}: " if several else ""
        found += [
            (f"{game}/{mode.name}", f"{prefix}{tournament_mode_name(game, mode.name)}")
            for mode in engine.tournament_modes()
        ]
    return found


def option_fields() -> dict[str, tuple[str, str]]:
    """Return the game and option of each form field for an option other than the mode."""
    return {
        f"option-{game}-{option}": (game, option)
        for game, engine in GAMES.items()
        for option in engine.choices()
        if option != "mode"
    }


def whole(label: Any, least: int = 1, most: int = ENTRIES_LIMIT, **keywords: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **keywords)


def points_field(label: Any, usual: int) -> PointsField:
    widget = forms.TextInput(attrs={"placeholder": str(usual), "size": 6})
    return PointsField(label=label, required=False, max_length=8, widget=widget)


class SettingsForm(forms.Form):
    """All settings of an event; those that may not change any more are shown and not read."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    prizes = forms.CharField(
        label=_("Prizes"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    mode = forms.ChoiceField(label=_("Way to play"))
    pace = forms.ChoiceField(label=_("Time"), choices=Pace.choices, initial=Pace.STANDARD)
    watching = forms.ChoiceField(
        label=_("Who may watch"), choices=Match.Watching.choices, initial=Match.Watching.EVERYONE
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)

    format = forms.ChoiceField(label=_("Format"), choices=Format.choices, initial=Format.SWISS)
    rounds = whole(
        _("Rounds"), most=CONFIGURED_ROUNDS_LIMIT, required=False, help_text=_("Empty: as many as the entries need.")
    )
    groups = whole(_("Groups"), most=64, required=False, help_text=_("Groups, then elimination. Empty: as they fit."))
    advance = whole(
        _("How many go on"),
        most=256,
        required=False,
        help_text=_("Into the final, of each group or in all; in a pure elimination, from each table. Empty: usual."),
    )
    table_advance = whole(
        _("From each table of the final"), most=5, required=False, help_text=_("Empty: half of a table.")
    )
    small_final = forms.BooleanField(
        label=_("Small final"), required=False, help_text=_("Eliminations: for those who just missed the final.")
    )
    first_round = forms.ChoiceField(label=_("First round"), choices=FIRST_ROUND_CHOICES, required=False)
    points = PointsByPlaceField(
        label=_("Points by place"),
        required=False,
        max_length=500,
        help_text=_(
            "A line for each size of table, such as “4: 3, 2, 1, 0”. Empty: the share of the opponents that one beats."
        ),
    )
    absent = points_field(_("A round missed is worth"), 0)
    bye = points_field(_("A bye is worth"), 1)
    late = points_field(_("A round before a late entry is worth"), 0)
    tie_breaks = TieBreaksField(
        label=_("Tie-breaks, in order"), required=False, help_text=_("Nothing chosen: those usual for the format.")
    )

    time_zone = forms.ChoiceField(
        label=_("Time zone of the event"), initial="UTC", help_text=_("Every time on this page is of this zone.")
    )
    registration_opens_at = EventTimeField(
        label=_("Registration opens"), required=False, help_text=_("Empty: when you open it.")
    )
    registration_closes_at = EventTimeField(
        label=_("Registration closes"), required=False, help_text=_("Empty: at the start.")
    )
    starts_at = EventTimeField(label=_("Starts"), required=False, help_text=_("Empty: when you say so."))
    check_in_minutes = whole(
        _("Check-in, minutes before the start"),
        0,
        1440,
        initial=DEFAULT_CHECK_IN_MINUTES,
        help_text=_("0: nobody has to."),
    )
    break_minutes = whole(_("Minutes of break between rounds"), 0, 10_080, initial=0)
    lead_seconds = whole(
        _("Seconds from a pairing to its tables' start"),
        0,
        3600,
        initial=DEFAULT_LEAD_SECONDS,
        help_text=_("Time to come."),
    )
    round_times = RoundTimesField(
        label=_("Fixed times of rounds"),
        required=False,
        help_text=_("One a line, in the order of the rounds. A round without one follows the round before."),
    )
    automatic = forms.BooleanField(
        label=_("Pairings are published by themselves"),
        required=False,
        initial=True,
        help_text=_("Otherwise each waits as a draft for your approval."),
    )

    places = whole(_("Places"), 2, required=False, help_text=_("Empty: without limit."))
    fewest = whole(_("Fewest entries"), 2, required=False, help_text=_("With fewer it waits, and is then cancelled."))
    rating_least = whole(_("Rating from"), 0, 9999, required=False)
    rating_most = whole(_("Rating up to"), 0, 9999, required=False)
    games_least = whole(_("Rated games at least"), 0, 9999, required=False)
    by_invitation = forms.BooleanField(label=_("By invitation"), required=False)
    invited = PlayersField(label=_("Invited players"), required=False, help_text=_("By name, one a line."))
    code = forms.CharField(label=_("Entry code"), max_length=CODE_LENGTH, required=False)
    late_entry_rounds = whole(
        _("Late entry until round"),
        0,
        CONFIGURED_ROUNDS_LIMIT,
        initial=0,
        help_text=_("0: nobody comes in late. Only in a Swiss, until this round is paired."),
    )
    organisers = PlayersField(
        label=_("Organisers beside you"),
        required=False,
        help_text=_("By name, one a line. They run this event as its owner does."),
    )
    listed = forms.BooleanField(
        label=_("Listed"), required=False, initial=True, help_text=_("Otherwise it is found by its link only.")
    )
    expected = whole(_("Entries for the preview"), 2, required=False)

    def __init__(self, *arguments: Any, tournament: Tournament | None = None, **keywords: Any) -> None:
        super().__init__(*arguments, **{"label_suffix": "", **keywords})
        self.tournament = tournament
        self.fields["mode"].choices = mode_choices()  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = [(zone, zone) for zone in sorted(available_timezones())]  # type: ignore[attr-defined]
        self.options_add()
        self.times_place()
        if tournament is not None and tournament.status != Tournament.Status.ANNOUNCED:
            for name in set(self.fields) - {*CHANGEABLE_FIELDS, *ALWAYS_CHANGEABLE_FIELDS, "expected"}:
                self.fields[name].disabled = True
        if tournament is not None and tournament.is_over:
            for field in self.fields.values():
                field.disabled = True

    def options_add(self) -> None:
        """Add a choice for each option that a game has beside its mode."""
        several = len(GAMES) > 1
        for field, (game, option) in option_fields().items():
            prefix = f"{game_name(game)}: " if several else ""
            choices = [(value, option_name(game, option, value)) for value in GAMES[game].choices()[option]]
            self.fields[field] = forms.ChoiceField(label=f"{prefix}{option_label(game, option)}", choices=choices)

    def times_place(self) -> None:
        """Set the zone of every time field to the event's."""
        named = str(self.data.get("time_zone") or self.initial.get("time_zone") or "UTC")
        zone = ZoneInfo(named if named in available_timezones() else "UTC")
        for field in self.fields.values():
            if isinstance(field, EventTimeField | RoundTimesField):
                field.zone = zone

    # --- Validating all of it ---

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "format" in data:
            self.settings_check(data)
        self.range_check(data, "rating_least", "rating_most", _("The upper limit is below the lower one."))
        self.range_check(data, "fewest", "places", _("There are fewer places than entries are needed."))
        self.range_check(data, "registration_opens_at", "registration_closes_at", _("It closes before it opens."))
        self.range_check(data, "registration_closes_at", "starts_at", _("It starts before registration closes."))
        return data

    def settings_check(self, data: Mapping[str, Any]) -> None:
        """Refuse a setting that the chosen format does not have."""
        known = set[str]().union(*(names for _kind, _name, names in SETTINGS_BY_FORMAT[data["format"]]))
        for name in FORMAT_FIELDS:
            if data.get(name) and name not in known:
                self.add_error(name, _("This format has no such setting. Leave it empty."))

    def range_check(self, data: Mapping[str, Any], lower: str, upper: str, words: Any) -> None:
        least, most = data.get(lower), data.get(upper)
        if least is not None and most is not None and least > most:
            self.add_error(upper, words)

    @property
    def entries_expected(self) -> int:
        """Return the number of entries for the preview."""
        return self.cleaned_data.get("expected") or self.cleaned_data.get("places") or DEFAULT_EXPECTED_ENTRIES
