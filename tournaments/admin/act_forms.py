"""The form of an act, with the fields that the act needs."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.director.acts import Act, needs
from tournaments.models import Entry, Table, Tournament
from tournaments.selectors.act_subjects import draft_slots, entries_for_act
from tournaments.selectors.own_tables import OwnTables
from tournaments.services.acts import REASON_LENGTH

MESSAGE_LENGTH = 1000
NAME_LENGTH = 60
Choices = list[tuple[Any, Any]]
# Nothing is preselected, so that nobody is disqualified by mistake.
EMPTY_CHOICE = ("", "–")


class ActForm(forms.Form):
    """The fields of one act. Its table has been chosen before, where the fields depend on it."""

    def __init__(
        self,
        *arguments: Any,
        tournament: Tournament,
        act: Act,
        own: OwnTables,
        table: Table | None = None,
        **keywords: Any,
    ) -> None:
        super().__init__(*arguments, **{"label_suffix": "", **keywords})
        self.tournament, self.act, self.own, self.table = tournament, act, own, table
        for need in needs(act):
            FIELD_ADDERS[need](self)

    @property
    def place_fields(self) -> list[tuple[str, Entry]]:
        """Return a field for everyone at the table."""
        slots = self.table.slots.all() if self.table else []
        return [(f"place-{slot.entry.number}", slot.entry) for slot in slots if slot.entry]

    def places(self) -> list[list[int]]:
        """Return entry numbers, best first, those with the same place together."""
        given = {entry.number: self.cleaned_data[name] for name, entry in self.place_fields}
        return [[number for number in given if given[number] == place] for place in sorted(set(given.values()))]

    def facts(self) -> dict[str, Any]:
        """Return what the form says, as the service takes it."""
        data = self.cleaned_data
        facts = {name: data[name] for name in ("reason", "text", "player", "former") if data.get(name)}
        facts |= {name: int(data[name]) for name in ("entry", "other") if data.get(name)}
        if self.table is not None:
            facts["table"], facts["round"] = self.table.number, self.table.round.number
            facts["stage"] = self.table.stage.number
        if "places" in needs(self.act):
            facts["places"] = self.places()
        return facts


# --- Fields ---


def reason_add(form: ActForm) -> None:
    form.fields["reason"] = forms.CharField(
        label=lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=lazy("Stays in the log. Who is concerned may read it."),
    )


def entry_add(form: ActForm) -> None:
    form.fields["entry"] = forms.ChoiceField(label=lazy("Entry"), choices=entry_choices(form))


def other_add(form: ActForm) -> None:
    form.fields["entry"].label = lazy("This entry")
    form.fields["other"] = forms.ChoiceField(label=lazy("changes places with"), choices=entry_choices(form))


def entry_choices(form: ActForm) -> Choices:
    """Return the entries that qualify and are not the organiser's own; of a draft by table, of a table those at it."""
    if form.act == Act.SWAP:
        return swap_choices(form.tournament, form.own)
    if form.table is not None:
        entries = [entry for _name, entry in form.place_fields]
    else:
        entries = entries_for_act(form.tournament, form.act, form.own)
    return [EMPTY_CHOICE, *((entry.number, f"{entry.number}. {entry.display_name}") for entry in entries)]


def swap_choices(tournament: Tournament, own: OwnTables) -> Choices:
    tables: dict[str, Choices] = {}
    for slot in draft_slots(tournament, own):
        entry = slot.source_entry or slot.entry
        words = _("Round %(round)s, table %(table)s") % {
            "round": slot.table.round.number,
            "table": slot.table.number,
        }
        if entry is not None:
            tables.setdefault(words, []).append((entry.number, f"{entry.number}. {entry.display_name}"))
    return [EMPTY_CHOICE, *tables.items()]


def table_add(form: ActForm) -> None:
    """Add nothing: the page asks for the table first."""


def places_add(form: ActForm) -> None:
    slots = list(form.table.slots.all()) if form.table else []
    seated = {slot.entry.number: slot.place for slot in slots if slot.entry}
    for name, entry in form.place_fields:
        form.fields[name] = forms.IntegerField(
            label=entry.display_name,
            min_value=1,
            max_value=len(seated),
            initial=seated[entry.number],
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )


def player_add(form: ActForm) -> None:
    """Add a field for the newcomer's name; of a team, one for who leaves."""
    substitute, teams = form.act == Act.SUBSTITUTE, form.tournament.is_for_teams
    label = lazy("Who comes in") if substitute else lazy("Team") if teams else lazy("Player")
    form.fields["player"] = forms.CharField(label=label, max_length=NAME_LENGTH, help_text=lazy("By name."))
    if substitute and teams:
        form.fields["former"] = forms.CharField(
            label=lazy("Who leaves"), max_length=NAME_LENGTH, help_text=lazy("By name: one of the team's two players.")
        )


def text_add(form: ActForm) -> None:
    form.fields["text"] = forms.CharField(
        label=lazy("Message"), max_length=MESSAGE_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )


FIELD_ADDERS: dict[str, Callable[[ActForm], None]] = {
    "reason": reason_add,
    "entry": entry_add,
    "other": other_add,
    "table": table_add,
    "places": places_add,
    "player": player_add,
    "text": text_add,
}
