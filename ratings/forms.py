"""What an organiser fills in to change a result."""

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.selectors import player_by_name
from ratings.models import RatedMatch
from ratings.selectors.results import names_of_sides


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


class ResultForm(ReasonForm):
    """What is to become of a match. Knows which version of it the organiser has before them."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    verdict = forms.ChoiceField(label=_("What is to become of it"), choices=Verdict.choices)
    field_order = ["verdict", "places", "reason", "version"]

    def __init__(self, *arguments: Any, match: RatedMatch, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.match = match
        for side, names in enumerate(names_of_sides(match)):
            self.fields[f"side-{side}"] = forms.IntegerField(
                label=names,
                initial=match.places[match.sides.index(side)],
                min_value=1,
                max_value=len(match.players),
                help_text=_("Place"),
            )

    def places(self) -> list[int]:
        """By seat."""
        return [self.cleaned_data[f"side-{side}"] for side in self.match.sides]


class StrikeForm(ReasonForm):
    """Whose matches are to be struck out, and from which day on."""

    player = forms.CharField(label=_("Player"))
    since = forms.DateField(label=_("From this day on"), required=False, help_text=_("Empty: all of them."))
    field_order = ["player", "since", "reason"]

    def clean_player(self) -> Player:
        found = player_by_name(self.cleaned_data["player"])
        if found is None:
            raise forms.ValidationError(_("Nobody here goes by that name."))
        return found
