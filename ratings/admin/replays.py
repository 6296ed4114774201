"""Lists replays with their progress, pools to rebuild, corrections, and matches that could not be rated."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ratings.admin.matches import UNDER_WAY, InWords
from ratings.admin.records import RecordAdmin
from ratings.models import Correction, Pool, Replay, Unratable
from ratings.services.pools import pool_rebuild
from ratings.tasks import pools_replay


@admin.register(Replay)
class ReplayAdmin(RecordAdmin):
    """How far a replay is."""

    list_display = ("pool", "requested_at", "from_finished_at", "started_at", "finished_at", "matches", "percent")
    list_filter = ("pool",)
    list_select_related = ("pool",)
    fields = list_display

    @admin.display(description="%")
    def percent(self, replay: Replay) -> int:
        return replay.progress


@admin.register(Pool)
class PoolAdmin(RecordAdmin):
    list_display = ("key", "title")
    fields = ("key",)
    actions = ("rebuild",)

    @admin.action(description=_("Work the ratings out again from the first match"), permissions=["change"])
    def rebuild(self, request: HttpRequest, chosen: QuerySet[Pool]) -> None:
        for pool in chosen:
            pool_rebuild(key=pool.pk)
        pools_replay.delay_on_commit()  # type: ignore[attr-defined]
        messages.success(request, UNDER_WAY)


@admin.register(Correction)
class CorrectionAdmin(InWords, RecordAdmin):
    list_display = ("at", "match", "kind", "player", "by", "reason")
    list_filter = ("kind",)
    list_select_related = ("match", "player", "by")
    search_fields = ("=match__key", "player__name", "by__name")
    fields = (*list_display, "was", "became", "replay")


@admin.register(Unratable)
class UnratableAdmin(RecordAdmin):
    list_display = ("key", "problem", "found_at")
    list_filter = ("problem",)
    search_fields = ("=key",)
    fields = list_display
