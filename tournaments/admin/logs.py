"""The log of every tournament, read-only."""

import json

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.act_words import act_in_words
from tournaments.admin.events import EventAdmin, player_link, run_link
from tournaments.models import LogLine


@admin.register(LogLine)
class LogLineAdmin(EventAdmin):
    list_display = ["at", "tournament_link", "act_cell", "by_cell", "reason", "facts_cell"]
    list_filter = [("by", admin.EmptyFieldListFilter), "act"]
    list_select_related = ["tournament", "by"]
    search_fields = ["tournament__name", "by__name", "reason"]
    search_help_text = _("A tournament, who did it, or the reason")
    date_hierarchy = "at"
    lookups = frozenset({"tournament__id__exact", "by__isempty"})
    fields = ["at", "tournament_link", "act_cell", "by_cell", "reason", "facts_cell", "state"]

    def words_of(self, row: LogLine) -> str:
        return f"{row.tournament}: {act_in_words(row.act)}"

    def filtered_fields(self) -> list[str]:
        """Filter by whether somebody did it, but not by a player's columns."""
        return [name for name in super().filtered_fields() if name != "by"]

    @admin.display(description=_("tournament"), ordering="tournament__name")
    def tournament_link(self, line: LogLine) -> object:
        return run_link(line.tournament)

    @admin.display(description=_("act"), ordering="act")
    def act_cell(self, line: LogLine) -> str:
        return act_in_words(line.act)

    @admin.display(description=_("by"), ordering="by__name")
    def by_cell(self, line: LogLine) -> object:
        return player_link(line.by)

    @admin.display(description=_("facts"))
    def facts_cell(self, line: LogLine) -> str:
        return facts_in_words(line.facts)


def facts_in_words(facts: dict[str, object]) -> str:
    """Return what a line was about in short: before and after, entry and table."""
    return "; ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()) or "–"
