"""What an act would change, for its confirmation: from the outlook, with names."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.admin.act_forms import ActForm
from tournaments.director.acts import Act, needs
from tournaments.director.consequences import Reseated
from tournaments.formats.entries import EntryId
from tournaments.models import Entry, Table
from tournaments.selectors.outlooks import Outlook, outlook_of

# Rows of a list of consequences; a whole event that moves would fill a page that nobody reads.
ROWS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class MovedRow:
    """An entry that would stand elsewhere."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ReseatedRow:
    """A table of a bracket with others at it."""

    number: int
    before: str
    after: str
    played_again: bool


@dataclass(frozen=True, slots=True)
class ConsequencesShown:
    """All that is said before an act is confirmed."""

    said: list[tuple[str, str]]
    moved: list[MovedRow]
    moved_more: int
    reseated: list[ReseatedRow]
    called_off: list[Table]
    ratings: int
    stops_automatic: bool

    @property
    def has_any(self) -> bool:
        return any([self.moved, self.reseated, self.called_off, self.ratings, self.stops_automatic])


def consequences_shown(form: ActForm) -> ConsequencesShown:
    """Work out what would be different after the act that a form describes."""
    tournament, data = form.tournament, form.cleaned_data
    entry = tournament.entries.filter(number=int(data["entry"])).first() if data.get("entry") else None
    places = tuple(tuple(group) for group in form.places()) if "places" in needs(form.act) else ()
    outlook = outlook_of(tournament, form.act, entry=entry, table=form.table, places=places)
    names = names_of(form, outlook)
    moved = [MovedRow(names[one.entry], one.before, one.after) for one in outlook.changes.moved]
    moved.sort(key=lambda row: (row.after, row.name))
    return ConsequencesShown(
        said=said(form, entry),
        moved=moved[:ROWS_SHOWN],
        moved_more=len(moved) - len(moved[:ROWS_SHOWN]),
        reseated=[reseated_row(one, names) for one in outlook.changes.reseated[:ROWS_SHOWN]],
        called_off=list(outlook.called_off),
        ratings=outlook.ratings,
        stops_automatic=outlook.stops_automatic,
    )


def names_of(form: ActForm, outlook: Outlook) -> dict[EntryId, str]:
    """The names of everybody who is spoken of, in one query."""
    numbers = {one.entry for one in outlook.changes.moved}
    for one in outlook.changes.reseated:
        numbers |= {entry for entry in (*one.before, *one.after) if entry is not None}
    found = Entry.objects.filter(tournament=form.tournament, number__in=numbers)
    return {EntryId(entry.number): entry.display_name for entry in found}


def reseated_row(one: Reseated, names: dict[EntryId, str]) -> ReseatedRow:
    def listed(entries: tuple[EntryId | None, ...]) -> str:
        return ", ".join(names[entry] if entry is not None else _("open") for entry in entries)

    return ReseatedRow(one.number, listed(one.before), listed(one.after), one.played_again)


def said(form: ActForm, entry: Entry | None) -> list[tuple[str, str]]:
    """What the organiser has said, once more in words."""
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
    """1. Ada, 2. Bo and Cleo, 4. Dan."""
    names = {entry.number: entry.display_name for _name, entry in form.place_fields}
    above, words = 0, []
    for group in form.places():
        words.append(f"{above + 1}. " + " = ".join(names[number] for number in group))
        above += len(group)
    return ", ".join(words)
