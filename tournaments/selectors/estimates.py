"""Estimates how a tournament goes with so many entries: rounds, who goes on, and about how long it takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

from games.engine.registry import GAMES
from games.selectors.durations import minutes_expected
from tournaments.formats.contests import elimination, swiss
from tournaments.formats.contests.plans import (
    BRACKETS,
    DOUBLE_ELIMINATION,
    SWISS,
    StagePlan,
    default_advance,
    default_groups,
    stages_of,
)
from tournaments.formats.contests.settings import read_settings
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.swiss import Sizes
from tournaments.models import Tournament

# Brackets up to this size are drawn to count their rounds; larger ones are approximated.
DRAWN_ENTRIES_LIMIT = 256


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """One stage, as far as it follows from the number of entries."""

    kind: str
    entries: int
    rounds: int
    groups: int = 1
    # Into the next stage: of each group, or in all where there is one group; 0 in the last stage.
    goes_on: int = 0
    # From each table of a bracket.
    table_advance: int = 0
    tie_breaks: tuple[str, ...] = ()

    @property
    def is_bracket(self) -> bool:
        return self.kind in BRACKETS


@dataclass(frozen=True, slots=True)
class Estimate:
    """All stages, and about how many minutes they take, breaks included."""

    entries: int
    stages: tuple[StageEstimate, ...]
    minutes_a_round: int
    minutes: int

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)


def tournament_estimate(tournament: Tournament, entries: int) -> Estimate:
    """Estimate a tournament with so many entries."""
    return estimate_for(
        game=tournament.game,
        options=tournament.options,
        format_name=tournament.format,
        settings=tournament.settings,
        pace=tournament.pace,
        entries=entries,
        lead_seconds=tournament.lead_seconds,
        break_minutes=tournament.break_minutes,
    )


def estimate_for(
    *,
    game: str,
    options: Mapping[str, str],
    format_name: str,
    settings: Mapping[str, Any],
    pace: str,
    entries: int,
    lead_seconds: int,
    break_minutes: int,
) -> Estimate:
    """Estimate from plain values, for a tournament that is being planned. Refuses what creating it would."""
    engine = GAMES[game]
    mode = next(mode for mode in engine.tournament_modes() if mode.name == options["mode"])
    sizes = Sizes(mode.fewest, mode.wished, mode.most)
    entries = max(entries, sizes.smallest)
    stages = stage_estimates(stages_of(format_name, settings), entries, sizes)
    minutes_a_round = minutes_expected(game, engine.table_options(options, mode.wished), pace)
    rounds = sum(stage.rounds for stage in stages)
    between = lead_seconds / 60 + break_minutes
    minutes = ceil(rounds * minutes_a_round + max(0, rounds - 1) * between + lead_seconds / 60)
    return Estimate(entries, tuple(stages), minutes_a_round, minutes)


def stage_estimates(plans: list[StagePlan], entries: int, sizes: Sizes) -> list[StageEstimate]:
    """Return each stage with the entries that the one before leaves."""
    found: list[StageEstimate] = []
    for number, plan in enumerate(plans, start=1):
        stage = stage_estimate(plan, entries, sizes, is_last=number == len(plans))
        found.append(stage)
        entries = min(entries, stage.goes_on * stage.groups) or entries
    return found


def stage_estimate(plan: StagePlan, entries: int, sizes: Sizes, *, is_last: bool) -> StageEstimate:
    settings = read_settings(plan.settings)
    if plan.kind in BRACKETS:
        advance = settings.table_advance or elimination.default_advance(sizes)
        rounds = bracket_rounds(entries, plan.kind == DOUBLE_ELIMINATION, settings.table_advance, sizes)
        return StageEstimate(plan.kind, entries, rounds, table_advance=advance)
    groups = groups_for(plan, entries, sizes, is_last=is_last)
    goes_on = 0 if is_last else settings.advance or default_advance(entries, groups, sizes)
    rounds = settings.rounds or rounds_for(plan.kind, entries, groups, sizes)
    return StageEstimate(plan.kind, entries, rounds, groups, goes_on, tie_breaks=settings.tie_breaks)


def groups_for(plan: StagePlan, entries: int, sizes: Sizes, *, is_last: bool) -> int:
    """Return the number of groups that the stage will have once it begins."""
    if plan.kind == SWISS or is_last:
        return 1
    wanted = plan.settings.get("groups") or default_groups(entries, sizes)
    return max(1, min(wanted, entries // sizes.smallest))


def rounds_for(kind: str, entries: int, groups: int, sizes: Sizes) -> int:
    """Return the rounds: of a Swiss by its own rule; of a round robin enough to meet all others of a group."""
    if kind == SWISS:
        return swiss.default_rounds(entries, sizes)
    return max(1, ceil((ceil(entries / groups) - 1) / (sizes.wished - 1)))


@lru_cache(maxsize=256)
def bracket_rounds(entries: int, double: bool, table_advance: int | None, sizes: Sizes) -> int:
    """Return rounds played one after another; counted on a drawn bracket, as few numbers of entries fit evenly."""
    drawn = min(entries, DRAWN_ENTRIES_LIMIT)
    seeds = [EntryId(number) for number in range(1, drawn + 1)]
    settings = read_settings({"table_advance": table_advance} if table_advance else {})
    try:
        bracket = elimination.fitting_bracket(seeds, settings, sizes, double, {})
    except FormatRefusal:
        return 1
    further = entries // DRAWN_ENTRIES_LIMIT
    return len(bracket.rounds) + (further.bit_length() - 1 if further > 1 else 0)
