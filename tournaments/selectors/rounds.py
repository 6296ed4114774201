"""Reads rounds and their tables for pages, in a constant number of queries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch, QuerySet

from tournaments.models import Rest, Round, Slot, Stage, Table, Tournament

# Pairings are public once they are published.
PUBLIC_ROUND_STATUSES = (Round.Status.PUBLISHED, Round.Status.PLAYING, Round.Status.FINISHED)


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One round with its tables and rests."""

    round: Round
    tables: list[Table]
    byes: list[Rest] = field(default_factory=list)
    absences: list[Rest] = field(default_factory=list)

    @property
    def decided(self) -> int:
        return sum(table.is_decided for table in self.tables)


def stages_of_tournament(tournament: Tournament) -> list[Stage]:
    stages = list(tournament.stages.all())
    for stage in stages:
        stage.tournament = tournament
    return stages


def rounds_shown(stages: Sequence[Stage]) -> list[Round]:
    """Return every published round of all stages, in their order."""
    by_pk = {stage.pk: stage for stage in stages}
    rounds = list(
        Round.objects.filter(stage__in=by_pk, status__in=PUBLIC_ROUND_STATUSES).order_by("stage__number", "number")
    )
    for one in rounds:
        one.stage = by_pk[one.stage_id]
    return rounds


def with_sides(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Add their matches and entries, in two queries."""
    slots = Slot.objects.select_related("entry").order_by("number")
    return tables.select_related("match").prefetch_related(Prefetch("slots", queryset=slots))


def round_shown(chosen: Round) -> RoundShown:
    """Return a round with its tables and those who did not play."""
    tables = list(with_sides(Table.objects.filter(round=chosen)).order_by("number"))
    rests = list(Rest.objects.filter(round=chosen).select_related("entry").order_by("entry__number"))
    return RoundShown(
        chosen,
        tables,
        byes=[rest for rest in rests if rest.kind == Rest.Kind.BYE],
        absences=[rest for rest in rests if rest.kind == Rest.Kind.ABSENT],
    )


def bracket_tables(stage: Stage) -> list[Table]:
    """Return all tables of a bracket with their rounds, in two queries."""
    tables = stage.tables.filter(round__status__in=PUBLIC_ROUND_STATUSES)
    slots = Slot.objects.select_related("entry", "source_entry").order_by("number")
    found = tables.select_related("match", "round").prefetch_related(Prefetch("slots", queryset=slots))
    return list(found.order_by("round__number", "number"))


def running_matches(tables: Iterable[Table]) -> list[int]:
    """Return the matches that are being played now."""
    playing = [table for table in tables if table.match is not None and table.match.status == "playing"]
    return [table.match_id for table in playing if table.match_id is not None]
