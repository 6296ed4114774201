"""The list of events, and the URLs of each one's pages: run, settings, acts."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.web.names import tournament_mode_name
from players.refusals import Refusal
from tournaments.admin.act_page import act_page
from tournaments.admin.events import EventAdmin, list_address, list_link, own_events, player_link
from tournaments.admin.requests import sender
from tournaments.admin.run_page import run_page
from tournaments.admin.settings_page import settings_page
from tournaments.director.acts import Act
from tournaments.due_words import problem_label
from tournaments.models import Entry, LogLine, Tournament
from tournaments.selectors.roles import organises
from tournaments.services.removal import is_removable, tournament_remove


class ActConverter(StringConverter):
    """The name of an act in a URL."""

    regex = "|".join(Act)


register_converter(ActConverter, "act")


class EventList(ChangeList):
    """Links each row to the page from which the event is run."""

    def url_for_result(self, result: Any) -> str:
        return reverse("admin:tournaments_run", args=[result.pk])


@admin.register(Tournament)
class TournamentAdmin(EventAdmin):
    """Events. Only services create, change and run them."""

    list_display = ["name", "status", "attention_cell", "entries_cell", "starts_at", "format", "mode", "owner_cell"]
    list_filter = ["status", "format", "game", "rated", "paused", "listed", "rehearsal"]
    list_select_related = ["owner"]
    search_fields = ["name", "slug", "entries__name", "owner__name"]
    search_help_text = _("An event, somebody who takes part, or the owner")
    date_hierarchy = "starts_at"
    ordering = ["-starts_at", "-pk"]
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        events = admin.ModelAdmin.get_queryset(self, request)
        own = events if request.user.is_superuser else events.filter(pk__in=own_events(request))
        return own.annotate(entries_in=Count("entries", filter=Q(entries__status=Entry.Status.IN)))

    def tournament_of(self, row: Any) -> Tournament:
        found: Tournament = row
        return found

    def tournament_filtered(self, request: HttpRequest) -> None:
        return None

    def get_changelist(self, request: HttpRequest, **keywords: Any) -> type[ChangeList]:
        return EventList

    # --- Columns ---

    @admin.display(description=_("needs attention"))
    def attention_cell(self, tournament: Tournament) -> str:
        if not tournament.problem or tournament.is_over:
            return ""
        return format_html('<span class="event-waits">{}</span>', problem_label(tournament.problem))

    @admin.display(description=_("way to play"))
    def mode(self, tournament: Tournament) -> str:
        return tournament_mode_name(tournament.game, tournament.options["mode"])

    @admin.display(description=_("entries"), ordering="entries_in")
    def entries_cell(self, tournament: Tournament) -> object:
        count = tournament.entries_in  # type: ignore[attr-defined]
        words = f"{count} / {tournament.places}" if tournament.places else count
        return list_link(Entry, words, tournament__id__exact=tournament.pk)

    @admin.display(description=_("owner"), ordering="owner__name")
    def owner_cell(self, tournament: Tournament) -> object:
        return player_link(tournament.owner) if tournament.owner else "–"

    # --- Rights ---

    def has_module_permission(self, request: HttpRequest) -> bool:
        return super().has_module_permission(request) or self.has_add_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) or (obj is None and self.has_add_permission(request))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and organises(obj, sender(request))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser) and obj is not None and is_removable(obj)

    # --- Pages ---

    def get_urls(self) -> list[URLPattern]:
        def page(view: Any) -> Any:
            return self.admin_site.admin_view(lambda request, **named: view(self, request, **named))

        own = [
            path("<int:pk>/run/", page(run_page), name="tournaments_run"),
            path("<int:pk>/acts/<act:act>/", page(act_page), name="tournaments_act"),
        ]
        return [*own, *super().get_urls()]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return settings_page(self, request, None)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not object_id.isdecimal():
            raise Http404
        return settings_page(self, request, int(object_id))

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Show the event's log as its history."""
        return redirect(list_address(LogLine, tournament__id__exact=object_id))

    # --- Deleting ---

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what is deleted with an event, in numbers; the service deletes it."""
        events = list(objs)
        counts = {str(Entry._meta.verbose_name_plural): Entry.objects.filter(tournament__in=events).count()}
        counts[str(Tournament._meta.verbose_name_plural)] = len(events)
        return [str(event) for event in events], counts, set(), []

    def delete_model(self, request: HttpRequest, obj: Tournament) -> None:
        try:
            tournament_remove(tournament_id=obj.pk, by=sender(request))
        except Refusal as refusal:
            messages.error(request, str(refusal.message))
