"""Round robin and groups as a stage: schedules all rounds at the start; each round leaves out who is gone."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.contests.contest import Contest, Draw, RoundPlan, StagePlacing, TablePlan, TableSoFar
from tournaments.formats.contests.placings import stage_placings
from tournaments.formats.contests.settings import StageSettings
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.round_robin.groups import into_groups
from tournaments.formats.round_robin.schedule import Schedule, round_robin
from tournaments.formats.round_robin.sentences import explanation_document
from tournaments.formats.swiss import Sizes

GROUP_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_name(index: int, groups: int) -> str:
    """Return A, B, C and so on, then A1, B1; nothing for a single group."""
    if groups == 1:
        return ""
    return GROUP_LETTERS[index % 26] + (str(index // 26) if index >= 26 else "")


def draw(entries: Sequence[Entry], settings: StageSettings, sizes: Sizes, seed: bytes) -> Draw:
    """Deal the groups, and schedule every round of each."""
    count = max(1, min(settings.groups, len(entries) // sizes.smallest))
    by_seed = [replace(entry, strength=-float(place)) for place, entry in enumerate(entries)]
    dealt = into_groups(by_seed, count, least=min(sizes.smallest, len(entries)))
    names = [group_name(index, count) for index in range(count)]
    groups = {entry: name for name, members in zip(names, dealt, strict=True) for entry in members}
    schedules = [schedule(members, settings, sizes) for members in dealt]
    length = max(len(one.rounds) for one in schedules)
    ahead = tuple(round_plan(number, names, schedules) for number in range(1, length + 1))
    return Draw(groups, length, ahead)


def schedule(members: Sequence[EntryId], settings: StageSettings, sizes: Sizes) -> Schedule:
    """Schedule every round of one group."""
    return round_robin(members, sizes.wished, least=min(sizes.smallest, len(members)), rounds=settings.rounds)


def round_plan(number: int, names: Sequence[str], schedules: Sequence[Schedule]) -> RoundPlan:
    """Return the tables of all groups in one round; a smaller group may end before the others."""
    tables = [
        (name, table.entries, explanation_document(one, number))
        for name, one in zip(names, schedules, strict=True)
        if number <= len(one.rounds)
        for table in one.rounds[number - 1]
    ]
    return RoundPlan(number, tuple(TablePlan(place, *table) for place, table in enumerate(tables, start=1)))


def next_round(contest: Contest) -> RoundPlan:
    """Return the next scheduled round without those who have left or sit out; who is alone at a table rests."""
    ahead = next(one for one in contest.rounds if one.planned)
    away = contest.dropped | contest.absent
    seated = [without(table, away) for table in ahead.tables]
    scheduled = frozenset(entry for table in ahead.tables for entry in table.entries if entry is not None)
    byes = frozenset(entry for table in seated if len(table.entries) == 1 for entry in table.entries if entry)
    resting = frozenset(entry.id for entry in contest.present) - scheduled
    return RoundPlan(
        ahead.number,
        tuple(table for table in seated if len(table.entries) > 1),
        contest.absent - contest.dropped,
        byes | resting,
    )


def without(table: TableSoFar, away: frozenset[EntryId]) -> TablePlan:
    """Return the planned table with those who are present."""
    return TablePlan(table.number, table.group, tuple(entry for entry in table.entries if entry not in away))


def standings(contest: Contest) -> list[StagePlacing]:
    """Return everyone's placing, group by group, first place first."""
    return stage_placings(contest)
