"""Buttons for acts, on the pages of a tournament, of an entry and of a table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.admin import display
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.act_words import ACT_WORDS
from tournaments.admin.requests import sender
from tournaments.director.acts import Act, allowed
from tournaments.models import Entry, Table, Tournament
from tournaments.selectors.act_subjects import acts_about_entry, acts_about_table
from tournaments.selectors.own_tables import OwnTables, own_tables
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of

# Where the buttons stand on a tournament's page.
BUTTON_GROUPS: tuple[tuple[str | Promise, tuple[Act, ...]], ...] = (
    (
        _("Course"),
        (
            Act.OPEN_REGISTRATION,
            Act.CLOSE_REGISTRATION,
            Act.START,
            Act.PAUSE,
            Act.RESUME,
            Act.NEXT_STAGE,
            Act.RESET_STAGE,
            Act.FINISH,
            Act.CANCEL,
        ),
    ),
    (_("Pairing"), (Act.PAIR, Act.SWAP, Act.PUBLISH, Act.TAKE_BACK)),
    (_("Tables"), (Act.ENTER_RESULT, Act.CORRECT_RESULT, Act.CALL_OFF, Act.REPLAY, Act.FORFEIT)),
    (
        _("Entries"),
        (Act.ADD_ENTRY, Act.SIT_OUT, Act.RETURN, Act.DROP, Act.DISQUALIFY, Act.REINSTATE, Act.SUBSTITUTE),
    ),
    (_("Everyone"), (Act.MESSAGE,)),
)
# The acts that usually come next, as primary buttons.
FORWARD_ACTS = frozenset({Act.OPEN_REGISTRATION, Act.START, Act.PUBLISH, Act.RESUME})
GRAVE_ACTS = frozenset({Act.CANCEL, Act.FINISH, Act.RESET_STAGE, Act.DISQUALIFY})


@dataclass(frozen=True, slots=True)
class Button:
    """A link to the page of an act."""

    act: Act
    address: str

    @property
    def words(self) -> str:
        return str(ACT_WORDS[self.act].button)

    @property
    def short(self) -> str:
        return str(ACT_WORDS[self.act].short)

    @property
    def says(self) -> str:
        return str(ACT_WORDS[self.act].says)

    @property
    def look(self) -> str:
        return "forward" if self.act in FORWARD_ACTS else "grave" if self.act in GRAVE_ACTS else ""


def act_address(tournament_id: int, act: Act, **about: int) -> str:
    """Return the URL of an act's page; `entry` is an entry's number, `table` a table's key."""
    address = reverse("admin:tournaments_act", args=[tournament_id, act])
    return f"{address}?{'&'.join(f'{name}={value}' for name, value in about.items())}" if about else address


def buttons_in_groups(tournament: Tournament, acts: Iterable[Act]) -> list[tuple[str, list[Button]]]:
    """Return a button for each of these acts, in groups; empty groups are left out."""
    possible = set(acts)
    groups = [
        (str(words), [Button(act, act_address(tournament.pk, act)) for act in group if act in possible])
        for words, group in BUTTON_GROUPS
    ]
    return [(words, buttons) for words, buttons in groups if buttons]


def entry_acts(entry: Entry, acts: Iterable[Act], own: OwnTables) -> list[Button]:
    return [
        Button(act, act_address(entry.tournament_id, act, entry=entry.number))
        for act in acts_about_entry(entry, acts, own)
    ]


def table_acts(table: Table, acts: Iterable[Act], own: OwnTables) -> list[Button]:
    """Return the acts about a table; only those of the newest stage have any."""
    return [
        Button(act, act_address(table.stage.tournament_id, act, table=table.pk))
        for act in acts_about_table(table, acts, own)
    ]


class ActLinks:
    """Adds the acts that are about a row to its page and its list."""

    # Returns those of the acts that can be about a row, and that its reader may carry out.
    acts_of: "ClassVar[staticmethod[[Any, Iterable[Act], OwnTables], list[Button]]]"

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Add a column of acts to a list of one tournament."""
        columns: list[Any] = super().get_list_display(request)  # type: ignore[misc]
        tournament = self.tournament_filtered(request)  # type: ignore[attr-defined]
        if tournament is None:
            return columns
        if not hasattr(request, "acts_column"):
            request.acts_column = self.acts_column(tournament, sender(request))  # type: ignore[attr-defined]
        return [columns[0], request.acts_column, *columns[1:]]  # type: ignore[attr-defined]

    def acts_column(self, tournament: Tournament, reader: Player) -> Callable[[Any], SafeString]:
        """Return the column of acts about each row, from one reading of the situation."""
        possible, own = allowed(situation_of(tournament)), own_tables(tournament, reader)

        @display(description=_("acts"))
        def acts(row: Any) -> SafeString:
            links = [(button.address, button.says, button.short) for button in self.acts_of(row, possible, own)]
            return format_html_join(" · ", '<a class="event-act" href="{}" title="{}">{}</a>', links)

        return acts

    def acts_shown(self, request: HttpRequest, object_id: str) -> dict[str, Any]:
        row = self.get_object(request, object_id)  # type: ignore[attr-defined]
        if row is None:
            return {}
        tournament: Tournament = self.tournament_of(row)  # type: ignore[attr-defined]
        if not organises(tournament, sender(request)):
            return {}
        own = own_tables(tournament, sender(request))
        return {"tournament": tournament, "acts": self.acts_of(row, allowed(situation_of(tournament)), own)}
