"""Reads the standings of each stage for pages."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats.contests.contest import Contest, StagePlacing
from tournaments.formats.contests.plans import standings
from tournaments.formats.contests.settings import read_settings
from tournaments.formats.refusals import FormatRefusal
from tournaments.models import Entry, Round, Stage, StageEntry, StandingLine, Table, Tournament
from tournaments.selectors.contests import contest_of

# Provisional standings are computed anew for each result, so only for stages up to this size.
PROVISIONAL_ENTRIES_LIMIT = 256
# Published ones too: a table can be ruled on before it begins.
UNDER_WAY_STATUSES = (Round.Status.PUBLISHED, Round.Status.PLAYING)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entry in the standings."""

    entry: Entry
    place: int
    points: str = ""
    # In the order of the stage's tie-breaks; None where one was not needed.
    tie_breaks: tuple[str | None, ...] = ()
    # The place a round before; None in the first.
    before: int | None = None
    goes_on: bool = False

    @property
    def moved(self) -> int:
        """Return how many places it has moved up since the round before."""
        return 0 if self.before is None else self.before - self.place

    @property
    def moved_by(self) -> int:
        return abs(self.moved)


@dataclass(frozen=True, slots=True)
class GroupStandings:
    name: str
    rows: list[StandingRow]


@dataclass(frozen=True, slots=True)
class StageStandings:
    """A stage after its last finished round, or provisionally while results come in."""

    stage: Stage
    round: int = 0
    provisional: bool = False
    tie_breaks: tuple[str, ...] = ()
    groups: list[GroupStandings] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(len(group.rows) for group in self.groups)


def stage_standings(stage: Stage) -> StageStandings:
    """Return the stored standings of the last finished round; provisional ones once a table of the next is decided."""
    if stage.is_bracket:
        return bracket_standings(stage)
    rounds = list(stage.rounds.exclude(status=Round.Status.PLANNED).order_by("-number"))
    finished = [one for one in rounds if one.status == Round.Status.FINISHED]
    names = read_settings(stage.settings).tie_breaks
    lines = stored_lines([one.pk for one in finished[:2]])
    if rounds and rounds[0].status in UNDER_WAY_STATUSES and is_provisional(stage, rounds[0]):
        before = places_of(lines[finished[0].pk]) if finished else {}
        rows = provisional_rows(stage, before)
        return StageStandings(stage, rounds[0].number, True, names, grouped(rows))
    if not finished:
        return StageStandings(stage, tie_breaks=names, groups=grouped(seeded_rows(stage)))
    before = places_of(lines[finished[1].pk]) if len(finished) > 1 else {}
    through = going_on(stage)
    rows = [(line.group, stored_row(line, before, through)) for line in lines[finished[0].pk]]
    return StageStandings(stage, finished[0].number, False, names, grouped(rows))


def stored_lines(round_ids: Sequence[int]) -> defaultdict[int, list[StandingLine]]:
    """Return the standings of several rounds, in one query."""
    found: defaultdict[int, list[StandingLine]] = defaultdict(list)
    lines = StandingLine.objects.filter(round__in=round_ids).select_related("entry")
    for line in lines.order_by("group", "place", "entry__number"):
        found[line.round_id].append(line)
    return found


def places_of(lines: Sequence[StandingLine]) -> dict[int, int]:
    return {line.entry_id: line.place for line in lines}


def stored_row(line: StandingLine, before: dict[int, int], through: set[int]) -> StandingRow:
    ties = tuple(line.tie_breaks)
    return StandingRow(line.entry, line.place, line.points, ties, before.get(line.entry_id), line.entry_id in through)


def going_on(stage: Stage) -> set[int]:
    """Return who has qualified from a stage that has ended."""
    if stage.status != Stage.Status.FINISHED:
        return set()
    return set(StageEntry.objects.filter(stage=stage, goes_on=True).values_list("entry_id", flat=True))


def grouped(rows: Sequence[tuple[str, StandingRow]]) -> list[GroupStandings]:
    """Group rows, in the order in which they come."""
    by_name: defaultdict[str, list[StandingRow]] = defaultdict(list)
    for name, row in rows:
        by_name[name].append(row)
    return [GroupStandings(name, by_name[name]) for name in sorted(by_name)]


def seeded_rows(stage: Stage) -> list[tuple[str, StandingRow]]:
    """Return everyone in the order of seeds, before the first result."""
    members = StageEntry.objects.filter(stage=stage).select_related("entry").order_by("group", "seed")
    return [(one.group, StandingRow(one.entry, one.seed)) for one in members]


# --- While results come in ---


def is_provisional(stage: Stage, playing: Round) -> bool:
    """Return whether the running round has a decided table, and the stage is small enough."""
    decided = playing.tables.filter(status=Table.Status.FINISHED).exists()
    return decided and stage.entries.count() <= PROVISIONAL_ENTRIES_LIMIT


def provisional_rows(stage: Stage, before: dict[int, int]) -> list[tuple[str, StandingRow]]:
    contest = contest_of(stage)
    entries = {one.entry.number: one.entry for one in StageEntry.objects.filter(stage=stage).select_related("entry")}
    lines = sorted(current_placings(stage, contest), key=lambda line: (line.group, line.place, line.entry))
    return [(line.group, provisional_row(line, entries[line.entry], before)) for line in lines]


def current_placings(stage: Stage, contest: Contest) -> list[StagePlacing]:
    """Return placings without the tables that have no outcome; if the formats refuse that, of the rounds before."""
    try:
        return standings(stage.kind, contest)
    except FormatRefusal:
        return standings(stage.kind, replace(contest, rounds=contest.paired[:-1]))


def provisional_row(line: StagePlacing, entry: Entry, before: dict[int, int]) -> StandingRow:
    ties = tuple(value_text(value) for value in line.tie_breaks)
    return StandingRow(entry, line.place, str(line.points), ties, before.get(entry.pk))


def value_text(value: Any) -> str | None:
    """Return a tie-break's value as stored: exact ones as fractions, a performance with one decimal."""
    if value is None:
        return None
    return f"{value:.1f}" if isinstance(value, float) else str(value)


# --- Brackets and the end ---


def bracket_standings(stage: Stage) -> StageStandings:
    """Return the final order of a bracket; nothing while it is played, as the bracket itself shows it."""
    if stage.status != Stage.Status.FINISHED:
        return StageStandings(stage)
    members = StageEntry.objects.filter(stage=stage, place__isnull=False).select_related("entry")
    rows = [("", StandingRow(one.entry, one.place or 0)) for one in members.order_by("place", "entry__number")]
    return StageStandings(stage, groups=grouped(rows))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The final ranking: the first three, everyone with a place, and the disqualified."""

    podium: list[Entry]
    placed: list[Entry]
    disqualified: list[Entry]


PODIUM_PLACES = 3


def ranking_of(tournament: Tournament) -> Ranking:
    """Return everyone who took part, in one query."""
    took_part = list(tournament.entries.filter(joined_stage__isnull=False).order_by("place", "number"))
    ranked = [entry for entry in took_part if entry.place is not None]
    podium = [entry for entry in ranked if (entry.place or 0) <= PODIUM_PLACES]
    return Ranking(podium, ranked, [entry for entry in took_part if entry.place is None])
