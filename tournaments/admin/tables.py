"""Lists tables, and shows a table's page with its acts."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from tournaments.admin.act_links import ActLinks, table_acts
from tournaments.admin.event_words import why_together
from tournaments.admin.events import EventAdmin, change_link, links_listed, match_link, run_link
from tournaments.models import Call, Slot, Table, TableMatch


class SlotInline(admin.TabularInline[Slot, Table]):
    """The sides of a table, and how they ended."""

    model = Slot
    readonly_fields = ["seat", "entry_link", "comes_from", "place", "points", "no_show", "forfeited"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False
    verbose_name_plural = _("sides")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Slot]:
        return super().get_queryset(request).select_related("entry", "source_entry")

    @admin.display(description=_("seat"))
    def seat(self, slot: Slot) -> int:
        return slot.number + 1

    @admin.display(description=_("entry"))
    def entry_link(self, slot: Slot) -> object:
        return change_link(slot.entry, slot.entry.display_name) if slot.entry else "–"

    @admin.display(description=_("comes from"))
    def comes_from(self, slot: Slot) -> str:
        if slot.source_table is None:
            return slot.source_entry.display_name if slot.source_entry else "–"
        words = _("table %(table)s, place %(place)s")
        return words % {"table": slot.source_table, "place": slot.source_place}

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ActLinks, EventAdmin):
    """Tables, their entries and matches."""

    tournament_path = "stage__tournament"
    list_display = ["number", "tournament_link", "stage_link", "round_number", "status", "who", "by", "match_cell"]
    list_filter = ["status", "by"]
    list_select_related = ["stage__tournament", "round", "match"]
    search_fields = ["stage__tournament__name", "slots__entry__name", "=match__key"]
    search_help_text = _("A tournament, somebody who sits there, or the key of a match")
    date_hierarchy = "starts_at"
    lookups = frozenset(
        {"stage__tournament__id__exact", "stage__id__exact", "round__id__exact", "slots__entry__id__exact"}
    )
    ordering = ["-stage__tournament", "-stage__number", "-round__number", "number"]
    fields = ["tournament_link", "stage_link", "round_number", "number", "group", "part", "status", "by"]
    fields += ["starts_at", "match_cell", "matches_before", "why", "calls_made"]
    inlines = [SlotInline]
    acts_of = staticmethod(table_acts)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("slots__entry")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().change_view(request, object_id, form_url, self.acts_shown(request, object_id))

    def words_of(self, row: Table) -> str:
        words = _("%(tournament)s: round %(round)s, table %(table)s")
        return words % {"tournament": row.stage.tournament, "round": row.round.number, "table": row.number}

    @admin.display(description=_("tournament"))
    def tournament_link(self, table: Table) -> object:
        return run_link(table.stage.tournament)

    @admin.display(description=_("stage"))
    def stage_link(self, table: Table) -> object:
        return change_link(table.stage, table.stage.name)

    @admin.display(description=_("round"), ordering="round__number")
    def round_number(self, table: Table) -> object:
        return change_link(table.round, table.round.number)

    @admin.display(description=_("who"))
    def who(self, table: Table) -> object:
        seated = [slot.entry for slot in table.slots.all() if slot.entry]
        return links_listed([change_link(entry, entry.display_name) for entry in seated])

    @admin.display(description=_("match"))
    def match_cell(self, table: Table) -> object:
        return match_link(table.match)

    @admin.display(description=_("matches played here"))
    def matches_before(self, table: Table) -> object:
        played = TableMatch.objects.filter(table=table).select_related("match")
        return links_listed([match_link(one.match) for one in played])

    @admin.display(description=_("why these"))
    def why(self, table: Table) -> str:
        names = {slot.entry.number: slot.entry.display_name for slot in table.slots.all() if slot.entry}
        return " ".join(why_together(table, names)) or "–"

    @admin.display(description=_("calls for the organiser"))
    def calls_made(self, table: Table) -> object:
        calls = Call.objects.filter(table=table).select_related("player")
        lines = [(change_link(one, one.at.strftime("%H:%M")), one.player, one.text) for one in calls]
        return format_html_join("; ", "{} {}: {}", lines) or "–"
