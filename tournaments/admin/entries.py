"""Lists of entries, and an entry's page with its acts."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from tournaments.admin.act_links import ActLinks, entry_acts
from tournaments.admin.events import EventAdmin, change_link, links_listed, list_link, player_link, run_link
from tournaments.admin.import_page import import_page
from tournaments.models import Entry, EntryPlayer, Table


class EntryPlayerInline(admin.TabularInline[EntryPlayer, Entry]):
    """The players of an entry, replaced ones included."""

    model = EntryPlayer
    readonly_fields = ["player_cell", "agreed", "replaced"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[EntryPlayer]:
        return super().get_queryset(request).select_related("player")

    @admin.display(description=_("player"))
    def player_cell(self, row: EntryPlayer) -> object:
        return player_link(row.player)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(ActLinks, EventAdmin):
    """Entries."""

    list_display = ["name_cell", "number", "tournament_link", "status", "players_cell", "rating_cell", "seed"]
    list_display += ["checked_in_at", "sits_out", "place"]
    list_filter = ["status", "sits_out", "never_came", ("checked_in_at", admin.EmptyFieldListFilter)]
    list_select_related = ["tournament", "team"]
    search_fields = ["name", "tournament__name", "players__player__name", "club"]
    search_help_text = _("An entry, a player, a club or a tournament")
    date_hierarchy = "registered_at"
    lookups = frozenset({"tournament__id__exact"})
    ordering = ["-tournament", "number"]
    fields = ["tournament_link", "number", "name", "team_cell", "club", "status", "registered_at", "checked_in_at"]
    fields += ["sits_out", "never_came", "rating_cell", "seed", "place", "tables_link"]
    inlines = [EntryPlayerInline]
    acts_of = staticmethod(entry_acts)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).prefetch_related("players__player")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(lambda request, pk: import_page(self, request, pk))
        return [path("import/<int:pk>/", page, name="tournaments_import"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().change_view(request, object_id, form_url, self.acts_shown(request, object_id))

    def words_of(self, row: Entry) -> str:
        return f"{row.tournament}: {row.number}. {row.display_name}"

    @admin.display(description=_("name"), ordering="name")
    def name_cell(self, entry: Entry) -> str:
        return entry.display_name

    @admin.display(description=_("tournament"), ordering="tournament__name")
    def tournament_link(self, entry: Entry) -> object:
        return run_link(entry.tournament)

    @admin.display(description=_("players"))
    def players_cell(self, entry: Entry) -> object:
        return links_listed([player_link(row.player) for row in entry.players.all() if not row.replaced])

    @admin.display(description=_("team"))
    def team_cell(self, entry: Entry) -> object:
        return change_link(entry.team, entry.team.name) if entry.team else "–"

    @admin.display(description=_("rating"), ordering="rating")
    def rating_cell(self, entry: Entry) -> object:
        return "–" if entry.rating is None else round(entry.rating)

    @admin.display(description=_("tables"))
    def tables_link(self, entry: Entry) -> object:
        return list_link(Table, _("All tables of this entry"), slots__entry__id__exact=entry.pk)
