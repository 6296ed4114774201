"""From a format to its stages, from one stage to the next, and from the stages to the ranking."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.contests import elimination, round_robin, swiss
from tournaments.formats.contests.contest import Contest, Draw, Line, RoundPlan
from tournaments.formats.contests.settings import MOST_ROUNDS, ROUND_ROBIN_TIE_BREAKS, BadSetting, StageSettings
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.stages.plan import Numbers, Stage
from tournaments.formats.stages.qualifying import candidates, qualify
from tournaments.formats.stages.routes import FirstOfEachGroup
from tournaments.formats.standings import Standing
from tournaments.formats.swiss import Sizes

SWISS, ROUND_ROBIN = "swiss", "round-robin"
ELIMINATION, DOUBLE_ELIMINATION = "elimination", "double-elimination"
BRACKETS = (ELIMINATION, DOUBLE_ELIMINATION)

COMMON = {"tie_breaks", "points", "unplayed"}
# What an organiser may set for a format, by the stage that it goes to.
SETTINGS: dict[str, tuple[tuple[str, str, set[str]], ...]] = {
    "swiss": ((SWISS, "Swiss", {"rounds", "first_round", *COMMON}),),
    "round-robin": ((ROUND_ROBIN, "Round robin", {"rounds", *COMMON}),),
    "elimination": ((ELIMINATION, "Elimination", {"advance", "small_final"}),),
    "double-elimination": ((DOUBLE_ELIMINATION, "Double elimination", {"advance"}),),
    "groups-elimination": (
        (ROUND_ROBIN, "Groups", {"rounds", "groups", "advance", *COMMON}),
        (ELIMINATION, "Final", {"table_advance", "small_final"}),
    ),
    "swiss-elimination": (
        (SWISS, "Swiss", {"rounds", "first_round", "advance", *COMMON}),
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
    """The stages of a format; a setting that it does not have is refused by name."""
    stages = SETTINGS[format_name]
    known = set[str]().union(*(names for _, _, names in stages))
    if unknown := sorted(set(settings) - known):
        raise BadSetting(f"this format has no setting {unknown[0]}", setting=unknown[0])
    rounds = settings.get("rounds")
    if isinstance(rounds, int) and rounds > MOST_ROUNDS:
        raise BadSetting(f"rounds is a whole number from 1 to {MOST_ROUNDS}", setting="rounds", most=MOST_ROUNDS)
    return [StagePlan(kind, name, _own(kind, settings, names)) for kind, name, names in stages]


def _own(kind: str, settings: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    own = {name: value for name, value in settings.items() if name in names and value is not None}
    if kind in BRACKETS and "advance" in own:
        own["table_advance"] = own.pop("advance")  # there is no next stage: of each table
    if kind == ROUND_ROBIN:
        own.setdefault("tie_breaks", list(ROUND_ROBIN_TIE_BREAKS))
    return own


def draw(kind: str, entries: Sequence[Entry], settings: StageSettings, sizes: Sizes, seed: bytes, **apart: Any) -> Draw:
    """How a stage begins, for entries in the order of their seeds."""
    if kind == SWISS:
        return swiss.draw(entries, settings, sizes, seed)
    if kind == ROUND_ROBIN:
        return round_robin.draw(entries, settings, sizes, seed)
    return elimination.draw(entries, settings, sizes, double=kind == DOUBLE_ELIMINATION, **apart)


def next_round(kind: str, contest: Contest) -> RoundPlan:
    """The next round of a Swiss or a round robin."""
    return swiss.next_round(contest) if kind == SWISS else round_robin.next_round(contest)


def standings(kind: str, contest: Contest) -> list[Line]:
    """Where everybody stands."""
    if kind in BRACKETS:
        return elimination.standings(contest)
    return swiss.standings(contest) if kind == SWISS else round_robin.standings(contest)


# --- From a stage to the next ---


@dataclass(frozen=True, slots=True)
class Ended:
    """How somebody ended a stage: goes on with a seed, or stays behind in a place."""

    entry: EntryId
    place: int
    goes_on: bool


def default_groups(entries: int, sizes: Sizes) -> int:
    """Groups of about twice a table, so that each has several rounds; at least two where the entries are enough."""
    return max(1, min(entries // sizes.smallest, max(2, round(entries / (2 * sizes.wished)))))


def default_advance(entries: int, groups: int, sizes: Sizes) -> int:
    """Of a single group two tables go on from four and more, else one; of several groups half a table each."""
    if groups > 1:
        return max(1, sizes.wished // 2)
    return sizes.wished * (2 if entries >= 4 * sizes.wished else 1)


def stage_end(kind: str, contest: Contest, *, is_last: bool) -> list[Ended]:
    """The order in which a stage ended, and who goes on. Who has left does not; ties at the cut are drawn by lot."""
    lines = standings(kind, contest) if contest.paired else by_seed(contest)
    if is_last or kind in BRACKETS:
        return [Ended(line.entry, line.place, goes_on=False) for line in lines]
    through = _through(contest, lines)
    groups = _by_group([line for line in lines if line.entry not in through])
    behind = candidates(groups, Stage("", Numbers(0, 0)).across, None)
    ended = [Ended(entry, place, goes_on=True) for place, entry in enumerate(through, start=1)]
    ranks = [one.rank for one in behind]
    return ended + [Ended(one.entry, len(through) + 1 + ranks.index(one.rank), goes_on=False) for one in behind]


def by_seed(contest: Contest) -> list[Line]:
    """Each group in the order of its seeds: where nothing was played, nobody's luck decides."""
    before: Counter[str] = Counter()
    lines = []
    for entry in contest.entries:
        group = contest.groups[entry.id]
        before[group] += 1
        lines.append(Line(entry.id, group, before[group]))
    return lines


def _through(contest: Contest, lines: Sequence[Line]) -> list[EntryId]:
    """Who goes on, the best seeds first."""
    staying = [line for line in lines if line.entry not in contest.dropped]
    names = sorted({line.group for line in staying})
    advance = contest.settings.advance or default_advance(len(contest.entries), len(names), contest.sizes)
    groups = _by_group(staying)
    smallest = min((len(group) for group in groups), default=0)
    if not smallest:
        return [line.entry for line in staying]
    stage = Stage("", Numbers(0, len(staying)), len(groups), (FirstOfEachGroup(min(advance, smallest)),))
    return [one.entry for one in qualify(stage, groups, contest.seed)]


def _by_group(lines: Sequence[Line]) -> list[list[Standing]]:
    names = sorted({line.group for line in lines})
    return [
        [Standing(line.place, line.entry, line.points, {}, line.per_game) for line in lines if line.group == name]
        for name in names
    ]


def ranking(stages: Sequence[Sequence[Ended]], disqualified: frozenset[EntryId]) -> list[tuple[EntryId, int | None]]:
    """Who went on stands before who did not; those cut in a stage follow in its order; the disqualified come last."""
    ranked: dict[EntryId, int | None] = {}
    for stage in reversed(stages):
        # Who went on and left before the next stage began is in none after this one: behind all who played it.
        gone_on = [one for one in stage if one.goes_on and one.entry not in ranked]
        for part in (gone_on, [one for one in stage if not one.goes_on]):
            staying = sorted((one for one in part if one.entry not in disqualified), key=lambda one: one.place)
            start, places = len(ranked), [one.place for one in staying]
            ranked |= {one.entry: start + 1 + places.index(one.place) for one in staying}
    return [*ranked.items(), *((entry, None) for entry in sorted(disqualified))]
