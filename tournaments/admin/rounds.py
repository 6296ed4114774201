"""Lists of rounds."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin.events import EventAdmin, change_link, list_link, run_link
from tournaments.models import Rest, Round, Table


class RestInline(admin.TabularInline[Rest, Round]):
    """Entries that were in and did not play."""

    model = Rest
    readonly_fields = ["entry", "kind"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rest]:
        return super().get_queryset(request).select_related("entry")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Round)
class RoundAdmin(EventAdmin):
    """Tables that are played at the same time."""

    tournament_path = "stage__tournament"
    list_display = ["number", "tournament_link", "stage_link", "status", "starts_at", "finished_at", "tables_link"]
    list_filter = ["status"]
    list_select_related = ["stage__tournament"]
    search_fields = ["stage__tournament__name", "stage__name"]
    search_help_text = _("The name of a tournament or a stage")
    date_hierarchy = "starts_at"
    lookups = frozenset({"stage__tournament__id__exact", "stage__id__exact"})
    ordering = ["-stage__tournament", "-stage__number", "-number"]
    fields = ["number", "tournament_link", "stage_link", "status", "starts_at", "finished_at", "tables_link"]
    inlines = [RestInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).annotate(table_count=Count("tables"))

    def words_of(self, row: Round) -> str:
        words = _("%(tournament)s: %(stage)s, round %(round)s")
        return words % {"tournament": row.stage.tournament, "stage": row.stage.name, "round": row.number}

    @admin.display(description=_("tournament"))
    def tournament_link(self, one: Round) -> object:
        return run_link(one.stage.tournament)

    @admin.display(description=_("stage"))
    def stage_link(self, one: Round) -> object:
        return change_link(one.stage, one.stage.name)

    @admin.display(description=_("tables"))
    def tables_link(self, one: Round) -> object:
        return list_link(Table, one.table_count, round__id__exact=one.pk)  # type: ignore[attr-defined]
