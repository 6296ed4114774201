"""Opening a table: what can be chosen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import BotLevel, Match, Pace
from games.web.names import DECKS, MODES


class TableForm(forms.Form):
    mode = forms.ChoiceField(label=_("Players"), choices=list(MODES.items()), initial="solo-4")
    deck = forms.ChoiceField(label=_("Deck"), choices=list(DECKS.items()), initial="double")
    pace = forms.ChoiceField(label=_("Time"), choices=Pace.choices, initial=Pace.STANDARD)
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("For players with an account, and without bots.")
    )
    bots = forms.ChoiceField(
        label=_("Bots in free seats"), choices=BotLevel.choices, required=False, help_text=_("People take their place.")
    )
    joining = forms.ChoiceField(label=_("Who may join"), choices=Match.Joining.choices, initial="everyone")
    watching = forms.ChoiceField(label=_("Who may watch"), choices=Match.Watching.choices, initial="everyone")

    def for_service(self) -> dict[str, Any]:
        """What the service that opens a table wants to know."""
        data = dict(self.cleaned_data)
        return {"options": {"mode": data.pop("mode"), "deck": data.pop("deck")}, **data}
