"""Renders the parts of a tournament's page that are the same for everyone, cached by version and language.

So a change costs one rendering, however many spectators fetch it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from threading import Lock
from typing import Any

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from redis.exceptions import RedisError

from ratings.web.requests import whole_number
from tournaments.formats.contests.settings import LOT
from tournaments.models import Round, Stage, StageEntry, Tournament
from tournaments.selectors.crosstables import crosstables
from tournaments.selectors.entry_lists import entry_lists
from tournaments.selectors.estimates import tournament_estimate
from tournaments.selectors.rounds import bracket_tables, round_shown, rounds_shown, stages_of_tournament
from tournaments.selectors.standings import StageStandings, StandingRow, ranking_of, stage_standings
from tournaments.web.brackets import bracket_picture, bracket_rounds
from tournaments.web.tables_shown import tables_shown
from tournaments.web.words.formats import CUSTOMS, CUT_CUSTOM, length_words, stage_sentences
from tournaments.web.words.tie_breaks import TIE_BREAKS

ROWS_PER_PAGE = 100
TABLES_PER_PAGE = 48
# Larger brackets are shown round by round.
BRACKET_ENTRIES_LIMIT = 256
LOT_LIMIT = 2**64
CACHE_SECONDS = 600
# Live points change without a new version.
PLAYING_CACHE_SECONDS = 8
# Of several requests for one part, a process renders it once.
RENDER_LOCKS = tuple(Lock() for _ in range(16))


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader has chosen of a part; empty fields are left to the page."""

    stage: int | None = None
    round: int | None = None
    # The entry whose path through a bracket is highlighted.
    entry: int | None = None
    page: int | None = None
    entries: int | None = None
    tables: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part's template and context."""

    context: dict[str, Any]
    # Whether it is what was asked for; if not, something else is shown and not cached.
    is_found: bool = True
    seconds: int = CACHE_SECONDS


Builder = Callable[[Tournament, Choice], Part]


def choice_of(request: HttpRequest) -> Choice:
    names = ("stage", "round", "entry", "page", "entries", "tables")
    return Choice(**{name: whole_number(request, name) for name in names})


def shared_part(tournament: Tournament, name: str, choice: Choice = Choice()) -> SafeString:  # noqa: B008
    """Return the markup of a part, from the cache if possible."""
    build, fields = BUILDERS[name]
    asked = replace(Choice(), **{field: getattr(choice, field) for field in fields})
    key = f"tournament-part:{name}:{tournament.pk}:{tournament.version}:{get_language()}:{asked}".replace(" ", "")
    if (found := cached(key)) is not None:
        return mark_safe(found)  # noqa: S308
    with RENDER_LOCKS[hash(key) % len(RENDER_LOCKS)]:
        found = cached(key)
        if found is None:
            found = rendered(tournament, name, build(tournament, asked), key)
    return mark_safe(found)  # noqa: S308


def cached(key: str) -> str | None:
    """Return a cached part; while the bus is away nothing is cached."""
    try:
        found: str | None = cache.get(key)
    except RedisError:
        return None
    return found


def rendered(tournament: Tournament, name: str, part: Part, key: str) -> str:
    markup = render_to_string(f"tournaments/parts/{name}.html", {"tournament": tournament, **part.context}).strip()
    if part.is_found:
        with suppress(RedisError):
            cache.set(key, markup, part.seconds)
    return markup


# --- The parts ---


def about_part(tournament: Tournament, choice: Choice) -> Part:
    """Return what is played and how, and the customs."""
    entries = tournament.places or 0
    if tournament.has_started or not entries:
        entries = tournament.entries.filter(status="in").count()
    estimate = tournament_estimate(tournament, entries)
    tie_breaks = {name: TIE_BREAKS[name] for stage in estimate.stages for name in stage.tie_breaks}
    return Part(
        {
            "estimate": estimate,
            "length": length_words(estimate),
            "stages": [stage_sentences(stage) for stage in estimate.stages],
            "tie_breaks": list(tie_breaks.values()),
            "customs": [*CUSTOMS, CUT_CUSTOM] if len(estimate.stages) > 1 else CUSTOMS,
        }
    )


def entries_part(tournament: Tournament, choice: Choice) -> Part:
    lists = entry_lists(tournament)
    page = Paginator(lists.taking_part, ROWS_PER_PAGE).get_page(choice.entries)
    return Part({"lists": lists, "page": page}, choice.entries in (None, page.number))


def standings_part(tournament: Tournament, choice: Choice) -> Part:
    """Return the newest stage with points, or the one asked for; at the end with the ranking above it."""
    stages = [stage for stage in stages_of_tournament(tournament) if stage.status != Stage.Status.WAITING]
    with_points = [stage for stage in stages if not stage.is_bracket]
    asked = next((stage for stage in with_points if stage.number == choice.stage), None)
    stage = asked or (with_points[-1] if with_points else None)
    context: dict[str, Any] = {"stages": with_points, "chosen": stage, "many_stages": len(with_points) > 1}
    if tournament.status == Tournament.Status.FINISHED:
        context["ranking"] = ranking_of(tournament)
    if stage is None:
        return Part(context, choice.stage is None and choice.page is None)
    shown = stage_standings(stage)
    rows = [(group.name, row, cells(shown, row)) for group in shown.groups for row in group.rows]
    page = Paginator(rows, ROWS_PER_PAGE).get_page(choice.page)
    context |= {
        "standings": shown,
        "page": page,
        "tie_breaks": [TIE_BREAKS[name] for name in shown.tie_breaks],
        "crosstables": crosstables(stage) if stage.kind == Stage.Kind.ROUND_ROBIN else [],
    }
    is_found = choice.page in (None, page.number) and (choice.stage is None or asked is not None)
    return Part(context, is_found)


def cells(shown: StageStandings, row: StandingRow) -> list[str | None]:
    """Return tie-breaks as text. A lot of 64 bits is shown as a share of the highest."""
    return [
        str(Fraction(value) / LOT_LIMIT) if name == LOT and value is not None else value
        for name, value in zip(shown.tie_breaks, row.tie_breaks, strict=False)
    ]


def rounds_part(tournament: Tournament, choice: Choice) -> Part:
    """Return tabs of rounds, and the tables of one of them; a bracket as a whole."""
    stages = stages_of_tournament(tournament)
    rounds = rounds_shown(stages)
    if not rounds:
        return Part({}, choice == Choice())
    asked = next((one for one in rounds if (one.stage.number, one.number) == (choice.stage, choice.round)), None)
    chosen = asked or newest(rounds)
    is_found = asked is not None or (choice.stage is None and choice.round is None)
    seconds = PLAYING_CACHE_SECONDS if chosen.status == Round.Status.PLAYING else CACHE_SECONDS
    drawn = drawn_whole(stages)
    context: dict[str, Any] = {"tabs": tabs_of(rounds, drawn), "chosen": chosen, "many_stages": len(stages) > 1}
    context["drawn"] = drawn
    shown = bracket_part(chosen.stage, choice) if chosen.stage.pk in drawn else tables_part(chosen, choice)
    return Part(context | shown.context, is_found and shown.is_found, seconds)


def drawn_whole(stages: list[Stage]) -> set[int]:
    """Return the keys of brackets small enough to be shown as a whole."""
    brackets = [stage for stage in stages if stage.is_bracket]
    counted = StageEntry.objects.filter(stage__in=brackets).values("stage").annotate(entries=Count("pk"))
    large = {row["stage"] for row in counted if row["entries"] > BRACKET_ENTRIES_LIMIT} if brackets else set()
    return {stage.pk for stage in brackets} - large


def bracket_part(stage: Stage, choice: Choice) -> Part:
    """Return the whole bracket, with an entry's path highlighted if asked for."""
    drawn = bracket_rounds(bracket_tables(stage))
    known = {slot.entry for one in drawn for table in one.tables for slot in table.slots}
    chosen = choice.entry if choice.entry in known else None
    context = {"bracket": drawn, "picture": bracket_picture(drawn, chosen), "entry": chosen}
    return Part(context, choice.entry == chosen and choice.tables is None)


def tables_part(chosen: Round, choice: Choice) -> Part:
    """Return the tables of one round, page by page."""
    shown = round_shown(chosen)
    page = Paginator(shown.tables, TABLES_PER_PAGE).get_page(choice.tables)
    context = {"shown": shown, "page": page, "tables": tables_shown(page.object_list)}
    return Part(context, choice.entry is None and choice.tables in (None, page.number))


def newest(rounds: list[Round]) -> Round:
    """Return the first unfinished round of the newest stage, else its last one; a bracket has several at once."""
    under_way = [one for one in rounds if one.stage == rounds[-1].stage and one.status != Round.Status.FINISHED]
    return under_way[0] if under_way else rounds[-1]


def tabs_of(rounds: list[Round], drawn: set[int]) -> list[Round]:
    """Return the rounds' tabs; a bracket that is shown as a whole is one."""
    tabs: list[Round] = []
    for one in rounds:
        if not (one.stage_id in drawn and tabs and tabs[-1].stage == one.stage):
            tabs.append(one)
    return tabs


BUILDERS: dict[str, tuple[Builder, tuple[str, ...]]] = {
    "about": (about_part, ()),
    "entries": (entries_part, ("entries",)),
    "standings": (standings_part, ("stage", "page")),
    "rounds": (rounds_part, ("stage", "round", "entry", "tables")),
}
