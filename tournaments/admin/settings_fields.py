"""Form fields for settings: times of the event, names, points by place, tie-breaks in order."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.selectors import player_by_name
from tournaments.formats.contests.settings import LOT, TIE_BREAKS, read_points, read_scale
from tournaments.formats.refusals import FormatRefusal
from tournaments.web.words.tie_breaks import TIE_BREAKS as TIE_BREAK_WORDS

NAMES_LIMIT = 500
ROUND_TIMES_LIMIT = 40
MINUTE_FORMAT = "%Y-%m-%dT%H:%M"


class EventTimeInput(forms.DateTimeInput):
    """The browser's own picker of a day and a time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=MINUTE_FORMAT)


class EventTimeField(forms.DateTimeField):
    """A time in the event's zone, which the form sets before it shows or reads anything."""

    widget = EventTimeInput
    zone: ZoneInfo = ZoneInfo("UTC")

    def prepare_value(self, value: Any) -> Any:
        return value.astimezone(self.zone) if isinstance(value, datetime) else value

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(self.zone):
            found: datetime | None = super().to_python(value)
        return found

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare by minutes, as shown: saving must not change a start in mid-minute."""
        shown = initial.replace(second=0, microsecond=0) if isinstance(initial, datetime) else initial
        return super().has_changed(shown, data)


class RoundTimesField(forms.CharField):
    """Times in the event's zone, one a line, in the order of the rounds."""

    zone: ZoneInfo = ZoneInfo("UTC")
    widget = forms.Textarea(attrs={"rows": 3, "placeholder": "2026-11-20 19:00"})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(one.astimezone(self.zone).strftime("%Y-%m-%d %H:%M") for one in value)
        return value

    def to_python(self, value: Any) -> list[datetime]:  # type: ignore[override]
        lines = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if len(lines) > ROUND_TIMES_LIMIT:
            raise forms.ValidationError(_("Too many rounds."))
        found = [self.moment(line) for line in lines]
        if found != sorted(set(found)):
            raise forms.ValidationError(_("Each round is later than the one before."))
        return found

    def moment(self, line: str) -> datetime:
        try:
            read = parse_datetime(line)
        except ValueError:
            read = None
        if read is None or read.tzinfo is not None:
            raise forms.ValidationError(_("Write each time like 2026-11-20 19:00."))
        return read.replace(tzinfo=self.zone)

    def run_validators(self, value: Any) -> None:
        """Skip the validators of text, which do not fit a list."""

    def validate(self, value: Any) -> None:
        """Accept an empty list."""


class PlayersField(forms.CharField):
    """Players by name, one a line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) or value is None else "\n".join(player.name for player in value)

    def to_python(self, value: Any) -> list[Player]:  # type: ignore[override]
        names = [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if len(names) > NAMES_LIMIT:
            raise forms.ValidationError(_("That is more than %(count)s names.") % {"count": NAMES_LIMIT})
        found = {name: player_by_name(name) if "\0" not in name else None for name in names}
        if missing := [name for name, player in found.items() if player is None]:
            raise forms.ValidationError(_("Nobody here goes by these names: %s") % ", ".join(missing[:10]))
        return list(dict.fromkeys(player for player in found.values() if player is not None))

    def run_validators(self, value: Any) -> None:
        """Skip the validators of text, which do not fit a list."""

    def validate(self, value: Any) -> None:
        """Accept an empty list."""


class PointsByPlaceField(forms.CharField):
    """A scale of points: a line for each size of table, "4: 3, 2, 1, 0". Empty: the share of opponents beaten."""

    widget = forms.Textarea(attrs={"rows": 3, "placeholder": "4: 3, 2, 1, 0"})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return "\n".join(f"{size}: {', '.join(places)}" for size, places in value.get("lists", {}).items())
        return value

    def to_python(self, value: Any) -> dict[str, Any] | None:  # type: ignore[override]
        lines = [line for line in (super().to_python(value) or "").splitlines() if line.strip()]
        if not lines:
            return None
        try:
            return self.scale(lines)
        except (FormatRefusal, ValueError) as error:
            words = _("Write a line for each size of table, with one number for each place: 4: 3, 2, 1, 0")
            raise forms.ValidationError(words) from error

    def scale(self, lines: Iterable[str]) -> dict[str, Any]:
        lists = {}
        for line in lines:
            size, _colon, places = line.partition(":")
            lists[str(int(size))] = [str(read_points(one.strip())) for one in places.split(",")]
        found = {"scale": "by-place", "lists": lists}
        read_scale(found)
        return found

    def run_validators(self, value: Any) -> None:
        """Skip the validators of text, which do not fit a scale."""

    def validate(self, value: Any) -> None:
        """Accept None, the default scale."""


class PointsField(forms.CharField):
    """Exact points as text: 1, 1/2."""

    def to_python(self, value: Any) -> str:
        text: str = super().to_python(value) or ""
        if not text:
            return ""
        try:
            return str(read_points(text))
        except (FormatRefusal, ValueError) as error:
            raise forms.ValidationError(_("Points are whole numbers or fractions such as 1/2.")) from error


TIE_BREAK_CHOICES = [("", "–"), *((name, TIE_BREAK_WORDS[name].name) for name in (*TIE_BREAKS, LOT))]


class OrderWidget(forms.MultiWidget):
    """Several selects, one below another: first, second, third."""

    template_name = "admin/tournaments/widgets/order.html"

    def __init__(self) -> None:
        super().__init__([forms.Select(choices=TIE_BREAK_CHOICES) for _place in range(len(TIE_BREAK_CHOICES) - 1)])

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Label each select with its place, for screen readers."""
        context = super().get_context(name, value, attrs)
        for place, select in enumerate(context["widget"]["subwidgets"], start=1):
            select["attrs"]["aria-label"] = gettext("Tie-break %(place)s") % {"place": place}
        return context

    def decompress(self, value: Sequence[str] | None) -> list[str]:
        return list(value or [])


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in their order. Nothing chosen: the format's defaults."""

    widget = OrderWidget

    def __init__(self, **keywords: Any) -> None:
        fields = [forms.ChoiceField(choices=TIE_BREAK_CHOICES, required=False) for _one in self.places()]
        super().__init__(fields, require_all_fields=False, **keywords)

    def places(self) -> range:
        return range(len(TIE_BREAK_CHOICES) - 1)

    def compress(self, values: Sequence[str]) -> list[str]:
        chosen = [value for value in values if value]
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("Each tie-break is asked once."))
        return chosen
