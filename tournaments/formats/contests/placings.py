"""Computes the standings of a stage, group by group, from its rounds."""

from tournaments.formats.contests.contest import Contest, StagePlacing
from tournaments.formats.results import Results
from tournaments.formats.standings import Placing, standings


def stage_placings(contest: Contest) -> list[StagePlacing]:
    """Return each group's placings after the rounds so far, groups in the order of their names."""
    return [placing for group in sorted(set(contest.groups.values())) for placing in group_placings(contest, group)]


def group_placings(contest: Contest, group: str) -> list[StagePlacing]:
    members = frozenset(entry for entry, name in contest.groups.items() if name == group)
    results = Results(
        [entry for entry in contest.entries if entry.id in members],
        [one.as_counted(group, members) for one in contest.paired],
        contest.settings.scale,
        contest.settings.unplayed,
    )
    rules = contest.settings.rules(contest.seed)
    order = [rule.abbreviation for rule in rules]
    return [stage_placing(standing, group, order) for standing in standings(results, rules)]


def stage_placing(standing: Placing, group: str, order: list[str]) -> StagePlacing:
    asked = tuple(standing.reasons.get(abbreviation) for abbreviation in order)
    return StagePlacing(standing.entry, group, standing.place, standing.points, asked, standing.per_game)
