"""Lists of stages."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin.events import EventAdmin, list_link, run_link
from tournaments.models import Round, Stage, StageEntry


class StageEntryInline(admin.TabularInline[StageEntry, Stage]):
    """The entries of a stage, and how they ended."""

    model = StageEntry
    readonly_fields = ["entry", "group", "seed", "place", "goes_on"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[StageEntry]:
        return super().get_queryset(request).select_related("entry", "stage")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Stage)
class StageAdmin(EventAdmin):
    """Stages."""

    list_display = ["name", "tournament_link", "number", "kind", "status", "rounds_link"]
    list_filter = ["kind", "status"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "name"]
    lookups = frozenset({"tournament__id__exact"})
    ordering = ["-tournament", "number"]
    fields = ["tournament_link", "number", "name", "kind", "status", "settings", "rounds_link"]
    inlines = [StageEntryInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Stage]:
        return super().get_queryset(request).annotate(round_count=Count("rounds"))

    def words_of(self, row: Stage) -> str:
        return f"{row.tournament}: {row.name}"

    @admin.display(description=_("tournament"), ordering="tournament__name")
    def tournament_link(self, stage: Stage) -> object:
        return run_link(stage.tournament)

    @admin.display(description=_("rounds"))
    def rounds_link(self, stage: Stage) -> object:
        return list_link(Round, stage.round_count, stage__id__exact=stage.pk)  # type: ignore[attr-defined]
