"""Who goes on from a stage, in the order in which they are seeded for the next."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.chance import shuffle
from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.stages.plan import Across, MoreGoOnThanPlay, Stage
from tournaments.formats.stages.routes import BestOfTheRest, EveryoneWith, FirstOfEachGroup, Invited, Route
from tournaments.formats.standings import Standing


class TieAtTheCut(FormatRefusal):
    """Some who are equal in everything are on both sides of the line. Play it off, or give a seed and draw lots."""

    code = "tie-at-the-cut"


class GroupsContradictStage(FormatRefusal):
    """The final tables of the groups are not those of this stage."""

    code = "groups-contradict-stage"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who has played the stage: where they ended, and in which group. The smaller the rank the better."""

    entry: EntryId
    group: int
    place: int
    points: Points
    # The points that count beside those of other groups.
    compared: Points

    @property
    def rank(self) -> tuple[int, Points]:
        return self.place, -self.compared


@dataclass(frozen=True, slots=True)
class Qualified:
    """Somebody who goes on, with the points they take along, and the group they come from; None from outside."""

    entry: EntryId
    points: Points
    group: int | None


def qualify(stage: Stage, groups: Sequence[Sequence[Standing]], lots: bytes | None = None) -> tuple[Qualified, ...]:
    """Group winners first, the one with most points a game before the others, then all seconds; wild cards last."""
    if len(groups) != stage.groups or len({line.entry for group in groups for line in group}) < sum(map(len, groups)):
        raise GroupsContradictStage("one final table a group, and everyone in one of them", stage=stage.name)
    left = candidates(groups, stage.across, lots)
    through: list[Candidate] = []
    invited: list[EntryId] = []
    for route in stage.onward:
        taken = [] if isinstance(route, Invited) else take(route, left, stage, drawn=lots is not None)
        through += taken
        left = [one for one in left if one not in taken]
        invited += route.entries if isinstance(route, Invited) else ()
    spare = [entry for entry in invited if any(one.entry == entry for one in through)]
    through += take(
        BestOfTheRest(len(spare)), [one for one in left if one.entry not in invited], stage, lots is not None
    )
    return (*in_order(through, stage), *wild_cards([entry for entry in invited if entry not in spare], groups))


def candidates(groups: Sequence[Sequence[Standing]], across: Across, lots: bytes | None) -> list[Candidate]:
    """Everybody, best first. With lots, equals are in an order that was drawn."""
    found: Iterable[Candidate] = [
        Candidate(line.entry, number, line.place, line.points, compared(line, across))
        for number, group in enumerate(groups)
        for line in group
    ]
    if lots is not None:
        found = shuffle(tuple(found), lots, "qualifying")
    return sorted(found, key=lambda one: one.rank)


def compared(line: Standing, across: Across) -> Points:
    """In a larger group one plays more games: so by points a game, unless the organiser wants the sum."""
    return line.points if across is Across.TOTAL or line.per_game is None else line.per_game


def take(route: Route, left: list[Candidate], stage: Stage, drawn: bool) -> list[Candidate]:
    """Those who go this way."""
    if isinstance(route, FirstOfEachGroup):
        in_groups = [[one for one in left if one.group == group] for group in range(stage.groups)]
        return [one for group in in_groups for one in first(group, route.places, lambda one: one.place, drawn)]
    if isinstance(route, EveryoneWith):
        return [one for one in left if one.points >= route.points]
    if isinstance(route, BestOfTheRest):
        return first(left, route.count, lambda one: one.rank, drawn)
    return []


def first(ordered: list[Candidate], count: int, rank: Callable[[Candidate], object], drawn: bool) -> list[Candidate]:
    """So many from the top, unless the line goes through equals and no lots were drawn."""
    if count > len(ordered):
        raise MoreGoOnThanPlay("more go on than play", go_on=count, play=len(ordered))
    inside, outside = ordered[:count], ordered[count:]
    if inside and outside and rank(inside[-1]) == rank(outside[0]) and not drawn:
        equals = tuple(one.entry for one in ordered if rank(one) == rank(outside[0]))
        raise TieAtTheCut("some who are equal are on both sides of the line", entries=equals)
    return inside


def in_order(through: list[Candidate], stage: Stage) -> list[Qualified]:
    best_first = sorted(through, key=lambda one: one.rank)
    return [Qualified(one.entry, one.points * stage.carries, one.group) for one in best_first]


def wild_cards(invited: list[EntryId], groups: Sequence[Sequence[Standing]]) -> list[Qualified]:
    """They come without points, but not into the arms of those they have just played."""
    group_of = {line.entry: number for number, group in enumerate(groups) for line in group}
    return [Qualified(entry, Fraction(0), group_of.get(entry)) for entry in invited]


def kept_apart(qualified: Iterable[Qualified]) -> dict[EntryId, str]:
    """Labels for a bracket: those from one group should not start together."""
    return {one.entry: f"group {one.group}" for one in qualified if one.group is not None}
