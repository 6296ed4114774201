"""The page of one act: its table, a form, its consequences, and carrying it out."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse

from players.refusals import Refusal
from tournaments.act_words import ACT_WORDS
from tournaments.admin.act_forms import ActForm
from tournaments.admin.act_links import GRAVE_ACTS, act_address
from tournaments.admin.consequences import consequences_shown
from tournaments.admin.events import KEY_DIGITS_LIMIT
from tournaments.admin.pages import changes_since, page_context, seen_state
from tournaments.admin.requests import sender
from tournaments.director.acts import ASKS_FIRST, Act, allowed, needs
from tournaments.models import Table, Tournament
from tournaments.refusals import NotNow, Stale
from tournaments.selectors.act_subjects import is_about_table, tables_for_act
from tournaments.selectors.own_tables import own_tables
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.services.acts import act_carry_out

# Tables of the newest rounds to choose from; earlier ones have their acts in the list of tables.
TABLES_OFFERED_LIMIT = 300


def act_page(admin: Any, request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Show or carry out an act, for the event's organisers only."""
    tournament = get_object_or_404(Tournament, pk=pk)
    if not organises(tournament, sender(request)):
        raise PermissionDenied
    return ActPage(admin, request, tournament, Act(act)).answer()


class ActPage:
    """One request about one act. GET shows the form, POST confirms or carries out."""

    def __init__(self, admin: Any, request: HttpRequest, tournament: Tournament, act: Act) -> None:
        self.admin, self.request, self.tournament, self.act = admin, request, tournament, act
        self.back = reverse("admin:tournaments_run", args=[tournament.pk])
        self.own = own_tables(tournament, sender(request))
        self.table: Table | None = None

    def answer(self) -> HttpResponse:
        stale = self.request.method == "POST" and seen_state(self.request) != self.tournament.state
        if self.act not in allowed(situation_of(self.tournament)):
            return self.not_now(stale)
        if is_about_table(self.act):
            self.table = self.table_chosen()
            if self.table is None:
                return self.choice_of_table(stale)
        if stale:
            return self.page(self.form(bound=False), refusal=Stale())
        if self.request.method == "POST":
            return self.posted()
        return self.page(self.form(bound=False))

    def not_now(self, stale: bool) -> HttpResponse:
        """Say that the act is not possible now, perhaps because of what somebody has done meanwhile."""
        if stale:
            return self.page(None, refusal=Stale())
        messages.error(self.request, str(NotNow.message))
        return redirect(self.back)

    # --- What it is about ---

    def table_chosen(self) -> Table | None:
        wanted = self.table_wanted()
        found = tables_for_act(self.tournament, self.act, self.own, wanted) if wanted else []
        return next(iter(found), None)

    def table_wanted(self) -> int:
        """Return the key of the table in the URL; 0 for none."""
        number = self.request.GET.get("table", "")
        return int(number) if number.isdecimal() and len(number) < KEY_DIGITS_LIMIT else 0

    def choice_of_table(self, stale: bool) -> HttpResponse:
        """Offer tables to choose from. One that was named and does not qualify is refused by the service, with its
        reason."""
        if self.request.method == "POST" and not stale:
            return self.refused_table()
        qualifying = tables_for_act(self.tournament, self.act, self.own)[:TABLES_OFFERED_LIMIT]
        tables = [(table, act_address(self.tournament.pk, self.act, table=table.pk)) for table in qualifying]
        return self.page(None, refusal=Stale() if stale else None, tables=tables)

    def refused_table(self) -> HttpResponse:
        """Answer a hand-made request about a table that is not offered with the service's refusal."""
        named = Table.objects.filter(stage__tournament=self.tournament, pk=self.table_wanted())
        self.table = named.select_related("stage", "round").prefetch_related("slots__entry").first()
        form = self.form(bound=True)
        if self.table is None or not form.is_valid():
            return self.page(None, refusal=NotNow())
        return self.carried_out(form)

    # --- The form, and what it asks for ---

    def form(self, *, bound: bool) -> ActForm:
        initial = {name: self.request.GET[name] for name in ("entry", "other") if name in self.request.GET}
        if self.request.method == "POST" and not bound:  # keeps what was typed on a stale page
            initial |= {name: str(value) for name, value in self.request.POST.items() if name != "state"}
        data = self.request.POST if bound else None
        return ActForm(data, tournament=self.tournament, act=self.act, own=self.own, table=self.table, initial=initial)

    def posted(self) -> HttpResponse:
        form = self.form(bound=True)
        if not form.is_valid():
            return self.page(form)
        if self.act in ASKS_FIRST and "confirmed" not in self.request.POST:
            return self.page(form, asks=True)
        return self.carried_out(form)

    def carried_out(self, form: ActForm) -> HttpResponse:
        try:
            act_carry_out(
                tournament=self.tournament,
                act=self.act,
                by=sender(self.request),
                state=seen_state(self.request),
                facts=form.facts(),
            )
        except Refusal as refusal:
            return self.refused(form, refusal)
        messages.success(self.request, str(ACT_WORDS[self.act].done))
        return redirect(self.back)

    def refused(self, form: ActForm, refusal: Refusal) -> HttpResponse:
        """Show the form with the refusal, or with what others have decided; nothing has changed."""
        self.tournament.refresh_from_db()
        shown = self.form(bound=False) if isinstance(refusal, Stale) else form
        return self.page(shown, refusal=refusal)

    # --- The page ---

    def page(
        self,
        form: ActForm | None,
        *,
        asks: bool = False,
        refusal: Refusal | None = None,
        tables: list[tuple[Table, str]] | None = None,
    ) -> HttpResponse:
        words = ACT_WORDS[self.act]
        context = {
            **page_context(self.admin, self.request, self.tournament, str(words.button)),
            "says": words.says,
            "form": form,
            "wants": needs(self.act),
            "table": self.table,
            "tables": tables,
            "asks": asks,
            "asks_next": self.act in ASKS_FIRST and not asks,
            "grave": self.act in GRAVE_ACTS,
            "back": self.back,
            "refusal": str(refusal.message) if refusal else "",
            "changes": changes_since(self.tournament, seen_state(self.request)) if isinstance(refusal, Stale) else [],
            "consequences": consequences_shown(form) if asks and form is not None else None,
        }
        status = getattr(refusal, "status", 409) if refusal else 200
        return TemplateResponse(self.request, "admin/tournaments/act.html", context, status=status)
