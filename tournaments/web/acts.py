"""Pages for organisers' acts on the site: each asks for what the act needs and shows what it would change."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.refusals import Refusal
from players.web.requests import PlayerRequest, player_required
from ratings.web.requests import whole_number
from tournaments.act_words import ACT_WORDS, ActWords
from tournaments.director.acts import Act, allowed
from tournaments.models import Entry, LogLine, Table, Tournament
from tournaments.refusals import NotAllowed, NotNow, Stale
from tournaments.selectors.act_previews import act_preview
from tournaments.selectors.act_subjects import entries_for_act
from tournaments.selectors.own_tables import own_tables
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.services.acts import act_carry_out
from tournaments.web.act_previews import act_preview_shown
from tournaments.web.joining import too_fast
from tournaments.web.offered_acts import OFFERED_ACTS, TABLE_ACTS
from tournaments.web.requests import tournament_or_404

CHANGES_SHOWN_LIMIT = 10


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def tournament_act(request: PlayerRequest, slug: str, act: str) -> HttpResponse:
    """Show the form of an act and what it would change, or carry it out."""
    tournament = tournament_or_404(request, slug)
    words = words_or_404(act)
    if not organises(tournament, request.user):
        raise NotAllowed
    if request.method == "POST":
        if refusal := too_fast(request):
            return refusal
        if request.POST.get("sure") == "yes" or not words.asks_first:
            return carry_out(request, tournament, words)
    if words.act not in allowed(situation_of(tournament)):
        raise NotNow
    return ask(request, tournament, words)


def words_or_404(act: str) -> ActWords:
    if act not in (*OFFERED_ACTS, *TABLE_ACTS):
        raise Http404
    return ACT_WORDS[Act(act)]


def carry_out(request: PlayerRequest, tournament: Tournament, words: ActWords) -> HttpResponse:
    """Carry out the act. A stale page is told what has changed since."""
    seen = seen_state(request)
    try:
        act_carry_out(
            tournament=tournament,
            act=words.act,
            by=request.user,
            state=seen,
            facts=facts_of(request, tournament, words),
        )
    except Stale:
        return ask(request, tournament, words, since=seen, status=409)
    except Refusal as refusal:
        return ask(request, tournament, words, refusal=refusal, status=409)
    messages.success(request, done_words(request, words))
    return redirect(tournament)


def done_words(request: PlayerRequest, words: ActWords) -> str:
    """Return what is said afterwards; entries that somebody not on the staff adds must agree first."""
    if words.act == Act.ADD_ENTRY and not request.user.is_staff:
        return _("Done: whoever you named is asked, and in once they agree.")
    return str(words.done)


def ask(
    request: PlayerRequest,
    tournament: Tournament,
    words: ActWords,
    *,
    refusal: Refusal | None = None,
    since: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the form; after a refusal with what was typed, after a change by others with that change."""
    entry, table = entry_named(request, tournament), table_named(request, tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "words": words,
        "said": {name: value_of(request, name) for name in ("reason", "text", "player", "former")},
        "entry": entry,
        "table": table,
        "entries": entries_offered(request, tournament, words.act) if "entry" in words.needs else [],
        "sides": sides_shown(request, table) if table else [],
        "refusal": refusal,
        "changes": changes_since(tournament, since) if since is not None else [],
        "is_stale": since is not None,
    }
    places = places_of(request)
    lacks = {"entry": entry is None, "table": table is None, "places": not places}
    if words.asks_first and not any(lacks.get(name, False) for name in words.needs):
        preview = act_preview(tournament, words.act, entry=entry, table=table, places=places)
        context["preview"] = act_preview_shown(tournament, preview)
    return render(request, "tournaments/act.html", context, status=status)


def sides_shown(request: HttpRequest, table: Table) -> list[tuple[Entry, int]]:
    """Return the entries at a table, with the place chosen for each, else the current one, else one after another."""
    entries = [slot.entry for slot in table.slots.select_related("entry") if slot.entry is not None]
    had = {slot.entry_id: slot.place for slot in table.slots.all()}
    return [
        (entry, int_from(request, f"place-{entry.number}") or had[entry.pk] or number)
        for number, entry in enumerate(entries, start=1)
    ]


def changes_since(tournament: Tournament, state: int) -> list[LogLine]:
    """Return what others have decided since a page was shown, newest first."""
    lines = LogLine.objects.filter(tournament=tournament, state__gt=state).select_related("by")
    return list(lines.order_by("-pk")[:CHANGES_SHOWN_LIMIT])


def entries_offered(request: PlayerRequest, tournament: Tournament, act: Act) -> list[Entry]:
    """Return the entries that the act can be about, by name."""
    found = entries_for_act(tournament, act, own_tables(tournament, request.user))
    return sorted(found, key=lambda entry: (entry.name, entry.number))


# --- Reading the form ---


def value_of(request: HttpRequest, name: str) -> str:
    return (request.POST.get(name) or request.GET.get(name) or "").strip()


def int_from(request: HttpRequest, name: str) -> int | None:
    """Read a whole number from the form, or from the URL."""
    text = request.POST.get(name, "")
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return whole_number(request, name)


def seen_state(request: HttpRequest) -> int:
    """Return the state of the tournament that the submitted page showed; -1, which never matches, if it has none."""
    state = int_from(request, "state")
    return -1 if state is None else state


def facts_of(request: HttpRequest, tournament: Tournament, words: ActWords) -> dict[str, Any]:
    """Read what an act is about, as the service takes it."""
    facts: dict[str, Any] = {name: value_of(request, name) for name in ("reason", "text", "player", "former")}
    facts |= {"entry": int_from(request, "entry"), "places": places_of(request)}
    if words.act in TABLE_ACTS and (table := table_named(request, tournament)) is not None:
        facts |= {"table": table.number, "round": table.round.number, "stage": table.stage.number}
    return facts


def entry_named(request: HttpRequest, tournament: Tournament) -> Entry | None:
    number = int_from(request, "entry")
    return tournament.entries.filter(number=number).first() if number is not None else None


def table_named(request: HttpRequest, tournament: Tournament) -> Table | None:
    """Return the table from whose page the act was opened."""
    pk = int_from(request, "table")
    if pk is None:
        return None
    tables = Table.objects.filter(pk=pk, stage__tournament=tournament)
    return tables.select_related("round", "stage", "match").first()


def places_of(request: HttpRequest) -> tuple[tuple[int, ...], ...]:
    """Return entries by the place chosen for each, best first; those with the same place have tied."""
    by_place: dict[int, list[int]] = {}
    for name in request.POST:
        entry = name.removeprefix("place-")
        place = int_from(request, name)
        if name.startswith("place-") and entry.isascii() and entry.isdigit() and place is not None:
            by_place.setdefault(place, []).append(int(entry))
    return tuple(tuple(by_place[place]) for place in sorted(by_place))
