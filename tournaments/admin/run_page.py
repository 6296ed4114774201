"""The page from which an event is run: its progress, what comes next, what needs attention, and the possible acts."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone

from tournaments.admin.act_links import Button, act_address, buttons_in_groups, table_acts
from tournaments.admin.event_words import facts_of_event, ladder, tie_break_heads, why_together
from tournaments.admin.pages import change_in_words, page_context
from tournaments.admin.requests import sender
from tournaments.director.acts import Act, allowed
from tournaments.due_words import failure_in_words, next_step
from tournaments.formats.contests.settings import LOT
from tournaments.models import Round, StandingLine, Table, Tournament
from tournaments.selectors import organiser_overview
from tournaments.selectors.attention import attention_of
from tournaments.selectors.own_tables import OwnTables, own_tables
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.web.brackets import bracket_picture, bracket_rounds
from tournaments.web.words.numbers import number_words


def run_page(admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show an event's progress. It changes nothing: every button leads to the page of an act."""
    tournament = get_object_or_404(Tournament.objects.select_related("owner"), pk=pk)
    if not organises(tournament, sender(request)):
        raise PermissionDenied
    now = timezone.now()
    situation = situation_of(tournament, now)
    possible = allowed(situation)
    context = {
        **page_context(admin, request, tournament, tournament.name),
        "ladder": ladder(tournament),
        "facts": facts_of_event(tournament),
        "next": next_step(situation, now),
        "failure": failure_in_words(tournament),
        "attention": attention_of(tournament, now),
        "situation": situation,
        "groups": buttons_in_groups(tournament, possible),
        "stages": organiser_overview.stages_now(tournament),
        "entries": organiser_overview.entries_by_status(tournament),
        "can_swap": Act.SWAP in possible,
        "swap": act_address(tournament.pk, Act.SWAP),
        "publish": act_address(tournament.pk, Act.PUBLISH),
        **tables_shown(tournament, possible, own_tables(tournament, sender(request))),
        **standings_shown(tournament),
        "log": [change_in_words(line) for line in organiser_overview.newest_log(tournament)],
    }
    return TemplateResponse(request, "admin/tournaments/run.html", context)


def tables_shown(tournament: Tournament, possible: list[Act], own: OwnTables) -> dict[str, Any]:
    """Return the tables of the newest round, each with its acts; of a draft, with explanations."""
    found = organiser_overview.newest_round_tables(tournament)
    if found is None:
        return {}
    is_draft = found.round.status == Round.Status.DRAFT
    seated = [slot.entry for table in found.tables for slot in table.slots.all() if slot.entry]
    names = {entry.number: entry.display_name for entry in seated}
    rows: list[tuple[Table, list[Button], list[str]]] = [
        (table, table_acts(table, possible, own), why_together(table, names) if is_draft else [])
        for table in found.tables
    ]
    return {
        "round": found.round,
        "is_draft": is_draft,
        "rows": rows,
        "rows_more": found.in_all - len(rows),
    }


def standings_shown(tournament: Tournament) -> dict[str, Any]:
    """Return the final ranking, else the newest standings and the bracket."""
    stored = organiser_overview.newest_standings(tournament)
    tables = organiser_overview.bracket_tables(tournament)
    rounds = bracket_rounds(tables)
    shown: dict[str, Any] = {
        "bracket": [(one.title, [by_number(tables)[table.number] for table in one.tables]) for one in rounds],
        "bracket_picture": bracket_picture(rounds, None) if rounds else "",
        "ranking": organiser_overview.ranking(tournament),
    }
    if stored is not None:
        after, tie_breaks, lines = stored
        shown |= {"standings_after": after, "standings": [(line, values_shown(line, tie_breaks)) for line in lines]}
        shown["tie_breaks"] = tie_break_heads([name for name in tie_breaks if name != LOT])
    return shown


def by_number(tables: list[Table]) -> dict[int, Table]:
    return {table.number: table for table in tables}


def values_shown(line: StandingLine, tie_breaks: list[str]) -> list[str]:
    """Return the tie-breaks of one entry, without the number of a lot."""
    found = zip(tie_breaks, line.tie_breaks, strict=False)
    return [number_words(value) for name, value in found if name != LOT]
