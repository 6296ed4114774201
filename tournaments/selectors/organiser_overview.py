"""Reads an event's progress for its organisers: stages, counts, the newest round and the newest standings."""

from dataclasses import dataclass

from django.db.models import Case, Count, Q, QuerySet, When

from tournaments.formats.contests.settings import read_settings
from tournaments.models import Entry, LogLine, Round, Stage, StandingLine, Table, Tournament
from tournaments.selectors.act_previews import newest_stage
from tournaments.selectors.act_subjects import tables_with_people

# Rows of a list on an organiser's page, which links to the whole lists.
TABLES_SHOWN_LIMIT = 60
STANDINGS_SHOWN_LIMIT = 64
LOG_LINES_SHOWN_LIMIT = 8


@dataclass(frozen=True, slots=True)
class StageNow:
    """A stage with its rounds and tables counted."""

    stage: Stage
    rounds: int
    rounds_planned: int | None
    tables: int
    undecided: int


@dataclass(frozen=True, slots=True)
class TablesOfRound:
    """A round's tables, undecided ones first."""

    round: Round
    tables: list[Table]
    in_all: int


def stages_now(tournament: Tournament) -> list[StageNow]:
    """Return every stage, in one query."""
    paired = ~Q(rounds__status=Round.Status.PLANNED)
    open_tables = Q(tables__status__in=["waiting", "ready", "playing"])
    shown = Q(tables__round__status__in=["published", "playing", "finished"])
    rows = tournament.stages.annotate(
        rounds_paired=Count("rounds", filter=paired, distinct=True),
        tables_in_all=Count("tables", filter=shown, distinct=True),
        tables_open=Count("tables", filter=shown & open_tables, distinct=True),
    )
    return [
        StageNow(row, row.rounds_paired, row.settings.get("rounds"), row.tables_in_all, row.tables_open)
        for row in rows.order_by("number")
    ]


def entries_by_status(tournament: Tournament) -> list[tuple[str, str, int]]:
    """Return status, its name, and how many entries have it; in the order of the statuses."""
    counted = dict(tournament.entries.order_by().values_list("status").annotate(count=Count("pk")))
    return [(status, str(label), counted[status]) for status, label in Entry.Status.choices if status in counted]


def newest_round_tables(tournament: Tournament) -> TablesOfRound | None:
    """Return the tables of the current or last round; of a bracket those of every open round."""
    stage = newest_stage(tournament)
    if stage is None:
        return None
    rounds = stage.rounds.exclude(status=Round.Status.PLANNED).order_by("number")
    newest = current_round(stage, rounds)
    if newest is None:
        return None
    tables = Table.objects.filter(stage=stage)
    tables = tables.filter(round__in=rounds) if stage.is_bracket else tables.filter(round=newest)
    if stage.is_bracket:
        tables = tables.filter(Q(status__in=["ready", "playing", "called-off"]) | Q(round=newest))
    is_open = Case(When(status__in=["ready", "playing", "called-off"], then=0), default=1)
    shown = list(tables_with_people(tables).order_by(is_open, "round__number", "number")[:TABLES_SHOWN_LIMIT])
    return TablesOfRound(newest, shown, tables.count())


def current_round(stage: Stage, rounds: QuerySet[Round]) -> Round | None:
    """Return the last that was paired; of a bracket, whose rounds overlap, the first that is not over."""
    found = list(rounds)
    if stage.is_bracket:
        return next((one for one in found if one.status != Round.Status.FINISHED), found[-1] if found else None)
    return found[-1] if found else None


def newest_standings(tournament: Tournament) -> tuple[Round, list[str], list[StandingLine]] | None:
    """Return the last stored standings: after which round, by which tie-breaks, and the first lines."""
    stored = Round.objects.filter(stage__tournament=tournament, standings__isnull=False).select_related("stage")
    newest = stored.order_by("-stage__number", "-number").first()
    if newest is None:
        return None
    lines = newest.standings.select_related("entry").order_by("group", "place", "entry__number")
    return newest, list(read_settings(newest.stage.settings).tie_breaks), list(lines[:STANDINGS_SHOWN_LIMIT])


def ranking(tournament: Tournament) -> list[Entry]:
    """Return the final ranking: everybody with a place."""
    ranked = tournament.entries.filter(place__isnull=False)
    return list(ranked.order_by("place", "number")[:STANDINGS_SHOWN_LIMIT])


def newest_log(tournament: Tournament) -> list[LogLine]:
    return list(LogLine.objects.filter(tournament=tournament).select_related("by")[:LOG_LINES_SHOWN_LIMIT])


def bracket_tables(tournament: Tournament) -> list[Table]:
    """Return the tables of the newest bracket in the order of its rounds, with their entries."""
    kinds = [Stage.Kind.ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION]
    brackets = tournament.stages.filter(kind__in=kinds).exclude(status=Stage.Status.WAITING)
    stage = brackets.order_by("-number").first()
    if stage is None:
        return []
    tables = stage.tables.select_related("round").prefetch_related("slots__entry")
    return list(tables.order_by("round__number", "number"))
