"""Forms with which an organiser changes results."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Player
from ratings.models import Pool, RatedMatch
from ratings.selectors.people import player_on_record
from ratings.selectors.results import name_on_record, names_of_sides
from ratings.selectors.strikes import matches_by_pool, matches_to_strike


class Verdict(models.TextChoices):
    CORRECT = "correct", _("Other places")
    ANNUL = "annul", _("Annul the match")
    RESTORE = "restore", _("Let the match count again")


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Stays on record. Everyone whose rating changes reads it."),
    )

    def to_confirm(self) -> "Preview | None":
        """What has to be looked at before it is done, if anything has."""
        return None


class ResultForm(ReasonForm):
    """What is to become of a match. Knows which version of it the organiser has before them."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    verdict = forms.ChoiceField(label=_("What is to become of it"), choices=Verdict.choices)
    field_order = ["verdict", "places", "reason", "version"]

    def __init__(self, *arguments: Any, match: RatedMatch, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.match = match
        sides, places = match.sides, match.places
        for side, names in enumerate(names_of_sides(match)):
            self.fields[f"side-{side}"] = forms.IntegerField(
                label=names,
                initial=places[sides.index(side)],
                min_value=1,
                max_value=len(places),
                help_text=_("Place"),
            )

    def places(self) -> list[int]:
        """By seat."""
        return [self.cleaned_data[f"side-{side}"] for side in self.match.sides]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a strike would do. Whoever confirms it sends its token back: that is what they have seen."""

    player: str
    pools: list[tuple[Pool, int]]
    token: str


class StrikeForm(ReasonForm):
    """Whose matches are to be struck out, and from which day on."""

    player = forms.CharField(
        label=_("Player"), help_text=_("By name, shut out or not. Who has left has only a number, such as #7.")
    )
    since = forms.DateField(label=_("From this day on"), required=False, help_text=_("Empty: all of them."))
    field_order = ["player", "since", "reason"]

    def clean_player(self) -> Player:
        found = player_on_record(self.cleaned_data["player"])
        if found is None:
            raise forms.ValidationError(_("Nobody here goes by that name."))
        return found

    def since_moment(self) -> datetime | None:
        day = self.cleaned_data["since"]
        return datetime.combine(day, time(), UTC) if day else None

    def to_confirm(self) -> Preview | None:
        """What would go out, unless the organiser has just said yes to exactly that."""
        player, since = self.cleaned_data["player"], self.since_moment()
        pools = matches_by_pool(matches_to_strike(player, since))
        token = f"{player.pk} {since} {[(pool.pk, count) for pool, count in pools]}"
        if not pools or self.data.get("confirmed") == token:
            return None
        return Preview(name_on_record(player), pools, token)
