"""The page of a table: entries, explanation, matches; and calls for the organiser."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.web.requests import PlayerRequest, player_required, post_or_home
from tournaments.director.acts import allowed
from tournaments.models import Call, Entry, Slot, Table, TableMatch
from tournaments.refusals import NotAllowed
from tournaments.selectors.own_tables import own_tables, table_is_own
from tournaments.selectors.roles import may_find, may_see, organises
from tournaments.selectors.rounds import PUBLIC_ROUND_STATUSES, with_sides
from tournaments.selectors.situations import situation_of
from tournaments.services.calls import call_make, calls_settle
from tournaments.web.joining import too_fast
from tournaments.web.offered_acts import TABLE_ACTS, acts_offered
from tournaments.web.requests import reader_of
from tournaments.web.tables_shown import tables_shown
from tournaments.web.words.explanations import explanation_words
from tournaments.web.words.sources import source_words


def table_or_404(request: HttpRequest, pk: int, slug: str | None = None) -> Table:
    """Return a table of a published round. Keys can be guessed: without the tournament's slug, only those get it who
    may be linked to it."""
    tables = with_sides(Table.objects.filter(pk=pk, round__status__in=PUBLIC_ROUND_STATUSES))
    table = tables.select_related("match", "round", "stage__tournament__owner").first()
    if table is None or slug not in (None, table.stage.tournament.slug):
        raise Http404
    is_visible = may_find if slug is None else may_see
    if not is_visible(table.stage.tournament, reader_of(request)):
        raise Http404
    return table


@require_safe
def tournament_table(request: HttpRequest, pk: int, slug: str | None = None) -> HttpResponse:
    table = table_or_404(request, pk, slug)
    tournament, reader = table.stage.tournament, reader_of(request)
    matches = list(TableMatch.objects.filter(table=table).select_related("match").order_by("pk"))
    is_organiser = organises(tournament, reader)
    rules_here = is_organiser and reader is not None and not table_is_own(table, own_tables(tournament, reader))
    acts = acts_offered(TABLE_ACTS, allowed(situation_of(tournament))) if rules_here else []
    context = {
        "tournament": tournament,
        "table": table,
        "shown": tables_shown([table])[0],
        "matches": matches,
        "sources": [source_of(slot) for slot in table.slots.all() if slot.entry is None],
        "explanation": explanation_words(table.explanation, names_for(table)),
        "acts": acts,
        "calls": list(Call.objects.filter(table=table, settled_at=None).select_related("player"))
        if is_organiser
        else [],
    }
    return render(request, "tournaments/table.html", context)


def names_for(table: Table) -> dict[int, str]:
    """Return the names of the entries in an explanation: those who sit there, and others it mentions."""
    facts = (table.explanation or {}).get("facts", {})
    numbers = {one["entry"] for name in ("floated", "sources") for one in facts.get(name, []) if "entry" in one}
    numbers |= {entry for one in facts.get("unmet", []) for entry in one["entries"]}
    found = Entry.objects.filter(tournament=table.stage.tournament_id, number__in=numbers)
    return {entry.number: entry.display_name for entry in found}


def source_of(slot: Slot) -> str:
    """Return where an entry comes from that is not known yet."""
    if slot.source_table is None or slot.source_place is None:
        return ""
    return source_words(slot.source_table, slot.source_place)


@post_or_home
@player_required
def tournament_call(request: PlayerRequest, pk: int) -> HttpResponse:
    """Call the organiser to a table."""
    table = table_or_404(request, pk)
    if refusal := too_fast(request):
        return refusal
    call_make(table=table, by=request.user, text=request.POST.get("text", ""))
    messages.success(request, _("The organiser has been called. Play on meanwhile, if you can."))
    return redirect(table.match or table.stage.tournament)


@post_or_home
@player_required
def tournament_settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Settle every open call at a table."""
    table = table_or_404(request, pk)
    by = reader_of(request)
    if by is None or not organises(table.stage.tournament, by):
        raise NotAllowed
    calls_settle(calls=Call.objects.filter(table=table, settled_at=None), by=by)
    messages.success(request, _("The call is settled."))
    return redirect("tournament_table", slug=table.stage.tournament.slug, pk=table.pk)
