"""Standings of a stage, group by group, from the rounds that were played."""

from tournaments.formats.contests.contest import Contest, Line
from tournaments.formats.results import Results
from tournaments.formats.standings import Standing, standings


def lines_of(contest: Contest) -> list[Line]:
    """Each group's standings after the rounds so far, groups in the order of their names."""
    return [line for group in sorted(set(contest.groups.values())) for line in lines_of_group(contest, group)]


def lines_of_group(contest: Contest, group: str) -> list[Line]:
    members = frozenset(entry for entry, name in contest.groups.items() if name == group)
    results = Results(
        [entry for entry in contest.entries if entry.id in members],
        [one.as_counted(group, members) for one in contest.paired],
        contest.settings.scale,
        contest.settings.unplayed,
    )
    rules = contest.settings.rules(contest.seed)
    order = [rule.abbreviation for rule in rules]
    return [line_of(standing, group, order) for standing in standings(results, rules)]


def line_of(standing: Standing, group: str, order: list[str]) -> Line:
    asked = tuple(standing.reasons.get(abbreviation) for abbreviation in order)
    return Line(standing.entry, group, standing.place, standing.points, asked, standing.per_game)
