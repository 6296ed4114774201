"""The admin of matches and reports. Of a running match it shows who plays and since when, and never a card."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Report, Seat


class SeatInline(admin.TabularInline[Seat, Match]):
    """Shows the seats of a match, read-only."""

    model = Seat
    readonly_fields = ["number", "player", "bot", "ready", "away", "was_there"]
    fields = [*readonly_fields]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin[Match]):
    """Shows matches read-only. Secret, seed and moves are not among the fields."""

    list_display = ["key", "status", "game", "mode", "rated", "host", "created_at", "finished_at"]
    list_filter = ["status", "rated", "sealed", "game"]
    list_select_related = ["host"]
    search_fields = ["key", "seats__player__name"]
    date_hierarchy = "created_at"
    readonly_fields = [
        "key",
        "status",
        "game",
        "options",
        "rated",
        "pace",
        "joining",
        "watching",
        "host",
        "sealed",
        "starts_at",
        "created_at",
        "started_at",
        "finished_at",
        "result",
    ]
    fields = [*readonly_fields]
    inlines = [SeatInline]
    show_full_result_count = False

    @admin.display(description=_("mode"))
    def mode(self, match: Match) -> str:
        return str(match.options["mode"])

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Deny filters on secret, seed and moves: with them a deal or a hand could be guessed piece by piece."""
        hidden = ("secret", "seed", "events", "seats__contribution")
        return not lookup.startswith(hidden) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin[Report]):
    """Lists the reports about words in the talk, to be marked as settled."""

    list_display = ["at", "said_by", "said", "reporter", "settled_at"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["words__player", "reporter"]
    readonly_fields = ["at", "said_by", "said", "reporter", "settled_at"]
    fields = [*readonly_fields]
    actions = ["settle"]

    @admin.display(description=_("said by"))
    def said_by(self, report: Report) -> str:
        return report.words.player.display_name

    @admin.display(description=_("words"))
    def said(self, report: Report) -> str:
        return report.words.text or report.words.emote

    @admin.action(description=_("Mark as settled"), permissions=["change"])
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        reports.filter(settled_at=None).update(settled_at=timezone.now())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
