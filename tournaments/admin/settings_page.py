"""The page of an event's settings: a form, a preview of rounds and length, and saving by the services."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.refusals import Refusal
from tournaments.admin.pages import changes_since, page_context, seen_state
from tournaments.admin.requests import sender
from tournaments.admin.settings_form import SettingsForm
from tournaments.admin.settings_values import changed_fields, fields_of, initial_of
from tournaments.formats.refusals import FormatRefusal
from tournaments.models import Tournament
from tournaments.refusals import Stale
from tournaments.selectors.estimates import Estimate, estimate_for
from tournaments.selectors.roles import organises
from tournaments.services.creation import tournament_change, tournament_create
from tournaments.services.organisers import organisers_set
from tournaments.web.words.formats import length_words, stage_sentences

FIELDSETS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (lazy("What it is"), ("name", "description", "prizes", "mode", "option-", "pace", "watching", "rated", "listed")),
    (
        lazy("Format"),
        (
            "format",
            "rounds",
            "groups",
            "advance",
            "table_advance",
            "small_final",
            "first_round",
            "points",
            "absent",
            "bye",
            "late",
            "tie_breaks",
        ),
    ),
    (
        lazy("Times"),
        (
            "time_zone",
            "registration_opens_at",
            "registration_closes_at",
            "starts_at",
            "check_in_minutes",
            "break_minutes",
            "lead_seconds",
            "round_times",
            "automatic",
        ),
    ),
    (
        lazy("Who may enter"),
        (
            "places",
            "fewest",
            "rating_least",
            "rating_most",
            "games_least",
            "by_invitation",
            "invited",
            "code",
            "late_entry_rounds",
        ),
    ),
    (lazy("Who runs it"), ("organisers",)),
)


@dataclass(frozen=True, slots=True)
class Preview:
    """How the event would go."""

    entries: int
    rounds: int
    length: str
    minutes_a_round: int
    # A description of each stage, its rounds, and who goes on.
    stages: list[str]


def settings_page(admin: Any, request: HttpRequest, pk: int | None) -> HttpResponse:
    """Create an event, or change one, for those who may."""
    tournament = get_object_or_404(Tournament, pk=pk) if pk is not None else None
    if tournament is None and not admin.has_add_permission(request):
        raise PermissionDenied
    if tournament is not None and not organises(tournament, sender(request)):
        raise PermissionDenied
    return SettingsPage(admin, request, tournament).answer()


class SettingsPage:
    """One request for the form. A preview changes nothing."""

    def __init__(self, admin: Any, request: HttpRequest, tournament: Tournament | None) -> None:
        self.admin, self.request, self.tournament = admin, request, tournament

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self.page(self.form(bound=False))
        form = self.form(bound=True)
        if self.tournament is not None and seen_state(self.request) != self.tournament.state:
            return self.page(self.form(bound=False), refusal=Stale())
        if not form.is_valid():
            return self.page(form)
        if "preview" in self.request.POST:
            return self.page(form, preview=self.preview(form))
        return self.saved(form)

    def form(self, *, bound: bool) -> SettingsForm:
        initial = initial_of(self.tournament) if self.tournament else {}
        data = self.request.POST if bound else None
        return SettingsForm(data, tournament=self.tournament, initial=initial)

    def preview(self, form: SettingsForm) -> Preview | None:
        """Estimate rounds and length for the expected entries; what cannot be drawn is an error of the form."""
        fields = fields_of(form.cleaned_data)
        try:
            estimate = estimate_for(
                game=fields["game"],
                options=fields["options"],
                format_name=fields["format"],
                settings=fields["settings"],
                pace=fields["pace"],
                entries=form.entries_expected,
                lead_seconds=fields["lead_seconds"],
                break_minutes=fields["break_minutes"],
            )
        except FormatRefusal:
            form.add_error(None, _("These settings do not fit the format."))
            return None
        return preview_of(estimate)

    def saved(self, form: SettingsForm) -> HttpResponse:
        """Save by the services; a refusal is shown above the form, and nothing has changed."""
        try:
            tournament = self.created(form) if self.tournament is None else self.changed(form, self.tournament)
        except Stale as stale:
            self.tournament = Tournament.objects.get(pk=self.tournament.pk) if self.tournament else None
            return self.page(self.form(bound=False), refusal=stale)
        except Refusal as refusal:
            return self.page(form, refusal=refusal)
        return redirect("admin:tournaments_run", tournament.pk)

    @transaction.atomic
    def created(self, form: SettingsForm) -> Tournament:
        tournament = tournament_create(by=sender(self.request), **fields_of(form.cleaned_data))
        self.people_set(form, tournament)
        messages.success(self.request, _("“%(name)s” is created.") % {"name": tournament.name})
        return tournament

    @transaction.atomic
    def changed(self, form: SettingsForm, tournament: Tournament) -> Tournament:
        fields = changed_fields(form, tournament)
        names = tournament_change(
            tournament_id=tournament.pk, by=sender(self.request), state=tournament.state, fields=fields
        )
        people = self.people_set(form, tournament)
        if names or people:
            messages.success(
                self.request, _("Saved. Whoever is in has been told what is new.") if names else _("Saved.")
            )
        else:
            messages.info(self.request, _("Nothing was changed."))
        return tournament

    def people_set(self, form: SettingsForm, tournament: Tournament) -> bool:
        data = form.cleaned_data
        return organisers_set(
            tournament_id=tournament.pk,
            by=sender(self.request),
            organisers=data["organisers"],
            invited=data["invited"],
        )

    def page(
        self, form: SettingsForm, *, preview: Preview | None = None, refusal: Refusal | None = None
    ) -> HttpResponse:
        title = _("Settings") if self.tournament else _("New tournament")
        stale = isinstance(refusal, Stale) and self.tournament is not None
        context = {
            **page_context(self.admin, self.request, self.tournament, title),
            "form": form,
            "fieldsets": fieldsets_of(form),
            "preview": preview,
            "can_delete": self.tournament is not None
            and self.admin.has_delete_permission(self.request, self.tournament),
            "refusal": str(refusal.message) if refusal else "",
            "changes": changes_since(self.tournament, seen_state(self.request)) if stale and self.tournament else [],
        }
        status = getattr(refusal, "status", 409) if refusal else 200
        return TemplateResponse(self.request, "admin/tournaments/settings.html", context, status=status)


def fieldsets_of(form: SettingsForm) -> list[tuple[Any, list[Any]]]:
    """Return the fields in groups; "option-" stands for the games' options."""
    found = []
    for words, names in FIELDSETS:
        fields = [field for name in names for field in form if matches(field.name, name)]
        found.append((words, fields))
    return found


def matches(field: str, name: str) -> bool:
    return field.startswith(name) if name.endswith("-") else field == name


def preview_of(estimate: Estimate) -> Preview:
    stages = [" ".join(stage_sentences(stage)) for stage in estimate.stages]
    return Preview(estimate.entries, estimate.rounds, length_words(estimate), estimate.minutes_a_round, stages)
