"""Opening a table: what can be chosen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import BotLevel, Match, Pace
from games.refusals import NoTeam, RatedNeedsPeople
from games.web.names import DECKS, MODES
from players.models import Player
from players.refusals import GuestsCannot, Refusal

# Where a refusal belongs; any other one concerns the whole form.
FIELDS: dict[type[Refusal], str] = {GuestsCannot: "rated", RatedNeedsPeople: "bots", NoTeam: "joining"}


class TableForm(forms.Form):
    mode = forms.ChoiceField(label=_("Players"), choices=list(MODES.items()), initial="solo-4")
    deck = forms.ChoiceField(label=_("Deck"), choices=list(DECKS.items()), initial="double")
    # Whole lines: a list that drops down would cut them off.
    pace = forms.ChoiceField(label=_("Time"), choices=Pace.choices, initial=Pace.STANDARD, widget=forms.RadioSelect)
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("For players with an account, and without bots.")
    )
    bots = forms.ChoiceField(
        label=_("Bots in free seats"), choices=BotLevel.choices, required=False, help_text=_("People take their place.")
    )
    joining = forms.ChoiceField(label=_("Who may join"), choices=Match.Joining.choices, initial="everyone")
    watching = forms.ChoiceField(label=_("Who may watch"), choices=Match.Watching.choices, initial="everyone")

    def __init__(self, *args: Any, player: Player | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if player is None or not player.memberships.exists():
            joining = [one for one in Match.Joining.choices if one[0] != Match.Joining.TEAM]
            self.fields["joining"].choices = joining  # type: ignore[attr-defined]

    def refuse(self, refusal: Refusal) -> None:
        """Says at the field why such a table cannot be opened."""
        self.add_error(FIELDS.get(type(refusal)), str(refusal.message))

    def for_service(self) -> dict[str, Any]:
        """What the service that opens a table wants to know."""
        data = dict(self.cleaned_data)
        return {"options": {"mode": data.pop("mode"), "deck": data.pop("deck")}, **data}
