"""Prepares what an act would change for its confirmation: the form's values, and the preview with names."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.admin.act_forms import ActForm
from tournaments.director.acts import Act, needs
from tournaments.models import Entry
from tournaments.selectors.act_previews import act_preview
from tournaments.web.act_previews import ActPreviewShown, act_preview_shown


@dataclass(frozen=True, slots=True)
class ConsequencesShown:
    """All that is shown before an act is confirmed."""

    said: list[tuple[str, str]]
    preview: ActPreviewShown


def consequences_shown(form: ActForm) -> ConsequencesShown:
    """Compute what would change by the act that a form describes."""
    tournament, data = form.tournament, form.cleaned_data
    entry = tournament.entries.filter(number=int(data["entry"])).first() if data.get("entry") else None
    places = tuple(tuple(group) for group in form.places()) if "places" in needs(form.act) else ()
    preview = act_preview(tournament, form.act, entry=entry, table=form.table, places=places)
    return ConsequencesShown(said(form, entry), act_preview_shown(tournament, preview))


def said(form: ActForm, entry: Entry | None) -> list[tuple[str, str]]:
    """Return the form's values in words."""
    lines = []
    if form.table is not None:
        words = _("round %(round)s, table %(table)s")
        lines.append((_("Table"), words % {"round": form.table.round.number, "table": form.table.number}))
    if entry is not None:
        lines.append((_("Entry"), f"{entry.number}. {entry.display_name}"))
    if form.act in (Act.ENTER_RESULT, Act.CORRECT_RESULT):
        lines.append((_("Result"), places_in_words(form)))
    if form.cleaned_data.get("reason"):
        lines.append((_("Reason"), form.cleaned_data["reason"]))
    return lines


def places_in_words(form: ActForm) -> str:
    """Return places as in "1. Ada, 2. Bo and Cleo, 4. Dan"."""
    names = {entry.number: entry.display_name for _name, entry in form.place_fields}
    above, words = 0, []
    for group in form.places():
        words.append(f"{above + 1}. " + " = ".join(names[number] for number in group))
        above += len(group)
    return ", ".join(words)
