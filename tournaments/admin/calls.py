"""Lists calls for the organiser, and settles them."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.admin.events import EventAdmin, change_link, match_link, player_link, run_link
from tournaments.admin.requests import sender
from tournaments.models import Call
from tournaments.services.calls import calls_settle


@admin.register(Call)
class CallAdmin(EventAdmin):
    """Calls for the organiser from players at their tables."""

    tournament_path = "table__stage__tournament"
    list_display = ["at", "tournament_link", "table_cell", "player_cell", "text", "match_cell", "settled_at"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["table__stage__tournament", "table__round", "table__match", "player"]
    search_fields = ["table__stage__tournament__name", "player__name", "text"]
    search_help_text = _("A tournament, who called, or what it is about")
    date_hierarchy = "at"
    lookups = frozenset({"table__stage__tournament__id__exact"})
    fields = ["at", "tournament_link", "table_cell", "player_cell", "text", "match_cell", "settled_at"]
    actions = ["settle"]

    def words_of(self, row: Call) -> str:
        return f"{row.table.stage.tournament}: {row.player.display_name}"

    def get_urls(self) -> list[URLPattern]:
        settle = require_POST(self.admin_site.admin_view(self.settle_one))
        return [path("<int:pk>/settle/", settle, name="tournaments_call_settle"), *super().get_urls()]

    def settle_one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Settle one call, by the button on the page of its event."""
        call = get_object_or_404(Call.objects.select_related("table__stage__tournament"), pk=pk)
        if not self.has_view_permission(request, call):
            raise PermissionDenied
        self.settle(request, Call.objects.filter(pk=call.pk))
        return redirect("admin:tournaments_run", call.table.stage.tournament_id)

    @admin.display(description=_("tournament"))
    def tournament_link(self, call: Call) -> object:
        return run_link(call.table.stage.tournament)

    @admin.display(description=_("table"))
    def table_cell(self, call: Call) -> object:
        words = _("round %(round)s, table %(table)s")
        return change_link(call.table, words % {"round": call.table.round.number, "table": call.table.number})

    @admin.display(description=_("player"))
    def player_cell(self, call: Call) -> object:
        return player_link(call.player)

    @admin.display(description=_("match"))
    def match_cell(self, call: Call) -> object:
        return match_link(call.table.match)

    @admin.action(description=_("Mark as settled"), permissions=["view"])
    def settle(self, request: HttpRequest, calls: QuerySet[Call]) -> None:
        count = calls_settle(calls=calls, by=sender(request))
        words = ngettext("%(count)d call is settled.", "%(count)d calls are settled.", count)
        messages.success(request, words % {"count": count})
