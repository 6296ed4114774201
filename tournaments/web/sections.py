"""Sections that tournaments add to the pages of tables of games; settings name these functions."""

from django.http import HttpRequest
from django.template.loader import render_to_string

from games.models import Match
from tournaments.models import Entry, Table, TableMatch
from tournaments.selectors.entries import entry_of
from tournaments.selectors.own_entry import own_entry
from tournaments.selectors.roles import may_find
from tournaments.selectors.seats import sits_at
from tournaments.web.requests import reader_of


def table_of(match: Match) -> Table | None:
    """Return the tournament's table of a match; only sealed matches can have one."""
    if not match.sealed:
        return None
    played = TableMatch.objects.filter(match=match).select_related("table__round", "table__stage__tournament").first()
    return played.table if played else None


def tournament_section(request: HttpRequest, match: Match) -> str:
    """Render the round and table with a link back; once it is over, what comes next for the reader.

    Nothing for those who may not be linked to the tournament.
    """
    table, reader = table_of(match), reader_of(request)
    if table is None or not may_find(table.stage.tournament, reader):
        return ""
    tournament = table.stage.tournament
    is_over = match.status in (Match.Status.FINISHED, Match.Status.CALLED_OFF)
    own = own_entry(tournament, reader) if is_over and reader is not None and takes_part(table, reader) else None
    context = {"tournament": tournament, "table": table, "own": own, "is_over": is_over}
    return render_to_string("tournaments/table_section.html", context, request)


def takes_part(table: Table, reader: object) -> bool:
    entry = entry_of(table.stage.tournament, reader)  # type: ignore[arg-type]
    return entry is not None and entry.status == Entry.Status.IN


def tournament_tool(request: HttpRequest, match: Match) -> str:
    """Render the call for the organiser, for those who sit there."""
    reader = reader_of(request)
    table = table_of(match) if reader is not None else None
    if table is None or reader is None or not sits_at(table, reader):
        return ""
    context = {"table": table, "tournament": table.stage.tournament}
    return render_to_string("tournaments/call_tool.html", context, request)
