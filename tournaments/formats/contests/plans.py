"""Chooses the stages of a format, who goes on from one to the next, and the final ranking."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.contests import elimination, round_robin, swiss
from tournaments.formats.contests.contest import Contest, Draw, RoundPlan, StagePlacing
from tournaments.formats.contests.settings import (
    CONFIGURED_ROUNDS_LIMIT,
    ROUND_ROBIN_TIE_BREAKS,
    BadSetting,
    StageSettings,
)
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.stages.plan import CountRange, Stage
from tournaments.formats.stages.qualifying import candidates, qualify
from tournaments.formats.stages.routes import FirstOfEachGroup
from tournaments.formats.standings import Placing
from tournaments.formats.swiss import Sizes

SWISS, ROUND_ROBIN = "swiss", "round-robin"
ELIMINATION, DOUBLE_ELIMINATION = "elimination", "double-elimination"
BRACKETS = (ELIMINATION, DOUBLE_ELIMINATION)

COMMON_SETTINGS = {"tie_breaks", "points", "unplayed"}
# The settings of each format, by the stage that they belong to.
SETTINGS_BY_FORMAT: dict[str, tuple[tuple[str, str, set[str]], ...]] = {
    "swiss": ((SWISS, "Swiss", {"rounds", "first_round", *COMMON_SETTINGS}),),
    "round-robin": ((ROUND_ROBIN, "Round robin", {"rounds", *COMMON_SETTINGS}),),
    "elimination": ((ELIMINATION, "Elimination", {"advance", "small_final"}),),
    "double-elimination": ((DOUBLE_ELIMINATION, "Double elimination", {"advance"}),),
    "groups-elimination": (
        (ROUND_ROBIN, "Groups", {"rounds", "groups", "advance", *COMMON_SETTINGS}),
        (ELIMINATION, "Final", {"table_advance", "small_final"}),
    ),
    "swiss-elimination": (
        (SWISS, "Swiss", {"rounds", "first_round", "advance", *COMMON_SETTINGS}),
        (ELIMINATION, "Final", {"table_advance", "small_final"}),
    ),
}


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage to be stored: its kind, its name, and its settings as plain values."""

    kind: str
    name: str
    settings: dict[str, Any]


def stages_of(format_name: str, settings: Mapping[str, Any]) -> list[StagePlan]:
    """Return the stages of a format; refuse a setting that it does not have, by name."""
    stages = SETTINGS_BY_FORMAT[format_name]
    known = set[str]().union(*(names for _, _, names in stages))
    if unknown := sorted(set(settings) - known):
        raise BadSetting(f"this format has no setting {unknown[0]}", setting=unknown[0])
    rounds = settings.get("rounds")
    if isinstance(rounds, int) and rounds > CONFIGURED_ROUNDS_LIMIT:
        raise BadSetting(
            f"rounds is a whole number from 1 to {CONFIGURED_ROUNDS_LIMIT}",
            setting="rounds",
            most=CONFIGURED_ROUNDS_LIMIT,
        )
    return [StagePlan(kind, name, _own(kind, settings, names)) for kind, name, names in stages]


def _own(kind: str, settings: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    own = {name: value for name, value in settings.items() if name in names and value is not None}
    if kind in BRACKETS and "advance" in own:
        own["table_advance"] = own.pop("advance")  # there is no next stage: of each table
    if kind == ROUND_ROBIN:
        own.setdefault("tie_breaks", list(ROUND_ROBIN_TIE_BREAKS))
    return own


def draw(kind: str, entries: Sequence[Entry], settings: StageSettings, sizes: Sizes, seed: bytes, **apart: Any) -> Draw:
    """Draw the start of a stage, for entries in the order of their seeds."""
    if kind == SWISS:
        return swiss.draw(entries, settings, sizes, seed)
    if kind == ROUND_ROBIN:
        return round_robin.draw(entries, settings, sizes, seed)
    return elimination.draw(entries, settings, sizes, double=kind == DOUBLE_ELIMINATION, **apart)


def next_round(kind: str, contest: Contest) -> RoundPlan:
    """Pair the next round of a Swiss or a round robin."""
    return swiss.next_round(contest) if kind == SWISS else round_robin.next_round(contest)


def standings(kind: str, contest: Contest) -> list[StagePlacing]:
    """Return everyone's placing in the stage."""
    if kind in BRACKETS:
        return elimination.standings(contest)
    return swiss.standings(contest) if kind == SWISS else round_robin.standings(contest)


# --- From a stage to the next ---


@dataclass(frozen=True, slots=True)
class StageResult:
    """How an entry ended a stage: goes on with a seed, or stays behind in a place."""

    entry: EntryId
    place: int
    goes_on: bool


def default_groups(entries: int, sizes: Sizes) -> int:
    """Return the number of groups: about two tables each, so that each has several rounds; at least two if possible."""
    return max(1, min(entries // sizes.smallest, max(2, round(entries / (2 * sizes.wished)))))


def default_advance(entries: int, groups: int, sizes: Sizes) -> int:
    """Return how many go on: of a single group two tables from four tables up, else one; of several, half a table
    each."""
    if groups > 1:
        return max(1, sizes.wished // 2)
    return sizes.wished * (2 if entries >= 4 * sizes.wished else 1)


def stage_end(kind: str, contest: Contest, *, is_last: bool) -> list[StageResult]:
    """Return the order in which a stage ended, and who goes on; whoever has left does not. Ties at the cut are drawn by
    lot."""
    placings = standings(kind, contest) if contest.paired else by_seed(contest)
    if is_last or kind in BRACKETS:
        return [StageResult(placing.entry, placing.place, goes_on=False) for placing in placings]
    through = _through(contest, placings)
    groups = _by_group([placing for placing in placings if placing.entry not in through])
    behind = candidates(groups, Stage("", CountRange(0, 0)).across, None)
    ended = [StageResult(entry, place, goes_on=True) for place, entry in enumerate(through, start=1)]
    ranks = [one.rank for one in behind]
    return ended + [StageResult(one.entry, len(through) + 1 + ranks.index(one.rank), goes_on=False) for one in behind]


def by_seed(contest: Contest) -> list[StagePlacing]:
    """Return each group in the order of its seeds, for a stage in which nothing was played."""
    before: Counter[str] = Counter()
    placings = []
    for entry in contest.entries:
        group = contest.groups[entry.id]
        before[group] += 1
        placings.append(StagePlacing(entry.id, group, before[group]))
    return placings


def _through(contest: Contest, placings: Sequence[StagePlacing]) -> list[EntryId]:
    """Return who goes on, the best seeds first."""
    staying = [placing for placing in placings if placing.entry not in contest.dropped]
    names = sorted({placing.group for placing in staying})
    advance = contest.settings.advance or default_advance(len(contest.entries), len(names), contest.sizes)
    groups = _by_group(staying)
    smallest = min((len(group) for group in groups), default=0)
    if not smallest:
        return [placing.entry for placing in staying]
    stage = Stage("", CountRange(0, len(staying)), len(groups), (FirstOfEachGroup(min(advance, smallest)),))
    return [one.entry for one in qualify(stage, groups, contest.seed)]


def _by_group(placings: Sequence[StagePlacing]) -> list[list[Placing]]:
    names = sorted({placing.group for placing in placings})
    return [
        [
            Placing(placing.place, placing.entry, placing.points, {}, placing.per_game)
            for placing in placings
            if placing.group == name
        ]
        for name in names
    ]


def ranking(
    stages: Sequence[Sequence[StageResult]], disqualified: frozenset[EntryId]
) -> list[tuple[EntryId, int | None]]:
    """Rank by stages: who went on stands before who did not; those cut follow in the stage's order; the disqualified
    are last."""
    ranked: dict[EntryId, int | None] = {}
    for stage in reversed(stages):
        # Who went on and left before the next stage began is in none after this one: behind all who played it.
        gone_on = [one for one in stage if one.goes_on and one.entry not in ranked]
        for part in (gone_on, [one for one in stage if not one.goes_on]):
            staying = sorted((one for one in part if one.entry not in disqualified), key=lambda one: one.place)
            start, places = len(ranked), [one.place for one in staying]
            ranked |= {one.entry: start + 1 + places.index(one.place) for one in staying}
    return [*ranked.items(), *((entry, None) for entry in sorted(disqualified))]
