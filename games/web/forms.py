"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import BotLevel, Match, Pace
from games.refusals import NoTeam, RatedNeedsPeople
from games.web.names import DECK_NAMES, MODE_NAMES
from players.models import Player
from players.refusals import GuestsCannot, Refusal

# The field at which a refusal is shown; all others are shown above the form.
FIELD_BY_REFUSAL: dict[type[Refusal], str] = {GuestsCannot: "rated", RatedNeedsPeople: "bots", NoTeam: "joining"}


class TableForm(forms.Form):
    """Asks for the options of a new table. Only players in a team can choose to play with their teams."""

    mode = forms.ChoiceField(label=_("Players"), choices=list(MODE_NAMES.items()), initial="solo-4")
    deck = forms.ChoiceField(label=_("Deck"), choices=list(DECK_NAMES.items()), initial="double")
    # Radio buttons: a drop-down list would cut these long lines off.
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
        """Show a refusal at its field."""
        self.add_error(FIELD_BY_REFUSAL.get(type(refusal)), str(refusal.message))

    def for_service(self) -> dict[str, Any]:
        """Return the arguments for the service `table_open`."""
        data = dict(self.cleaned_data)
        return {"options": {"mode": data.pop("mode"), "deck": data.pop("deck")}, **data}
