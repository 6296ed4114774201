"""Selects who goes on from a stage, in the order in which they are seeded for the next."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.engine.chance import shuffle
from tournaments.formats.entries import EntryId
from tournaments.formats.points import Points
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.stages.plan import GroupComparison, MoreGoOnThanPlay, Stage
from tournaments.formats.stages.routes import BestOfTheRest, EveryoneWith, FirstOfEachGroup, Invited, Route
from tournaments.formats.standings import Placing


class TieAtTheCut(FormatRefusal):
    """Equal entries are on both sides of the cut. Play it off, or give a seed and draw lots."""

    code = "tie-at-the-cut"


class GroupsContradictStage(FormatRefusal):
    """The final tables of the groups are not those of this stage."""

    code = "groups-contradict-stage"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that has played the stage: where it ended, and in which group. The smaller the rank the better."""

    entry: EntryId
    group: int
    place: int
    points: Points
    # The points to compare with those of other groups.
    compared: Points

    @property
    def rank(self) -> tuple[int, Points]:
        return self.place, -self.compared


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entry that goes on, the points it takes along, and the group it comes from; None from outside."""

    entry: EntryId
    points: Points
    group: int | None


def qualify(stage: Stage, groups: Sequence[Sequence[Placing]], lots: bytes | None = None) -> tuple[Qualified, ...]:
    """Return group winners first, most points a game first, then all seconds, and so on; wild cards last."""
    if len(groups) != stage.groups or len({placing.entry for group in groups for placing in group}) < sum(
        map(len, groups)
    ):
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


def candidates(groups: Sequence[Sequence[Placing]], across: GroupComparison, lots: bytes | None) -> list[Candidate]:
    """Return everybody, best first. With lots, equals are in an order that was drawn."""
    found: Iterable[Candidate] = [
        Candidate(placing.entry, number, placing.place, placing.points, compared(placing, across))
        for number, group in enumerate(groups)
        for placing in group
    ]
    if lots is not None:
        found = shuffle(tuple(found), lots, "qualifying")
    return sorted(found, key=lambda one: one.rank)


def compared(placing: Placing, across: GroupComparison) -> Points:
    """Return the points to compare across groups: for each game, as larger groups play more, unless totals are asked
    for."""
    return placing.points if across is GroupComparison.TOTAL or placing.per_game is None else placing.per_game


def take(route: Route, left: list[Candidate], stage: Stage, drawn: bool) -> list[Candidate]:
    """Return those who go on by this route."""
    if isinstance(route, FirstOfEachGroup):
        in_groups = [[one for one in left if one.group == group] for group in range(stage.groups)]
        return [one for group in in_groups for one in first(group, route.places, lambda one: one.place, drawn)]
    if isinstance(route, EveryoneWith):
        return [one for one in left if one.points >= route.points]
    if isinstance(route, BestOfTheRest):
        return first(left, route.count, lambda one: one.rank, drawn)
    return []


def first(ordered: list[Candidate], count: int, rank: Callable[[Candidate], object], drawn: bool) -> list[Candidate]:
    """Return so many from the top; refuse if equals are cut apart and no lots were drawn."""
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


def wild_cards(invited: list[EntryId], groups: Sequence[Sequence[Placing]]) -> list[Qualified]:
    """Return the invited, without points; each counts as from the group that it has played in."""
    group_of = {placing.entry: number for number, group in enumerate(groups) for placing in group}
    return [Qualified(entry, Fraction(0), group_of.get(entry)) for entry in invited]


def kept_apart(qualified: Iterable[Qualified]) -> dict[EntryId, str]:
    """Return labels for a bracket: those from one group should not start together."""
    return {one.entry: f"group {one.group}" for one in qualified if one.group is not None}
