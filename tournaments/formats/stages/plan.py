"""Checks a plan of stages: how many come out of each, and whether the next can take them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import SIDES_MINIMUM
from tournaments.formats.stages.routes import BestOfTheRest, EveryoneWith, FirstOfEachGroup, Invited, Route


class NoStages(FormatRefusal):
    """A plan without a stage."""

    code = "no-stages"


class NobodyGoesOn(FormatRefusal):
    """A stage that is not the last, and from which nobody goes on."""

    code = "nobody-goes-on"


class LeadsNowhere(FormatRefusal):
    """The last stage sends somebody on, and there is nothing after it."""

    code = "leads-nowhere"


class MoreGoOnThanPlay(FormatRefusal):
    """More are to go on than take part."""

    code = "more-go-on-than-play"


class StagesDoNotConnect(FormatRefusal):
    """The number of entries that leave a stage does not fit the next."""

    code = "stages-do-not-connect"


@dataclass(frozen=True, slots=True)
class CountRange:
    """The least and the most entries there may be."""

    least: int
    most: int


class GroupComparison(Enum):
    """How those with the same place in different groups compare."""

    # Fair where groups differ in size, and the same as by points where they do not.
    PER_GAME = "points-per-game"
    TOTAL = "points"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: how many it takes, in how many groups, and how one comes out of it."""

    name: str
    takes: CountRange
    groups: int = 1
    onward: tuple[Route, ...] = ()
    # The share of one's points that one takes along into the next stage: nothing, all, or a half of it.
    carries: Fraction = Fraction(0)
    across: GroupComparison = GroupComparison.PER_GAME


def check_plan(stages: Sequence[Stage], entries: int) -> tuple[CountRange, ...]:
    """Return how many will play in each stage; refuse a plan that contradicts itself."""
    if not stages:
        raise NoStages("a plan has at least one stage")
    playing, found = CountRange(entries, entries), []
    for number, stage in enumerate(stages):
        check_takes(stage, playing)
        found.append(playing)
        last = number == len(stages) - 1
        if last and stage.onward:
            raise LeadsNowhere("nothing comes after the last stage", stage=stage.name)
        if not last and not stage.onward:
            raise NobodyGoesOn("no way leads on from this stage", stage=stage.name)
        playing = coming_out(stage, playing) if not last else playing
    return tuple(found)


def check_takes(stage: Stage, playing: CountRange) -> None:
    if playing.least < stage.groups * SIDES_MINIMUM or stage.groups < 1:
        raise TooFewEntries(
            "fewer entries than the groups need", stage=stage.name, entries=playing.least, groups=stage.groups
        )
    if not stage.takes.least <= playing.least <= playing.most <= stage.takes.most:
        raise StagesDoNotConnect("as many as come do not go in", stage=stage.name, takes=stage.takes, comes=playing)


def coming_out(stage: Stage, playing: CountRange) -> CountRange:
    """Return how many go on, at least and at most."""
    fixed = sum(route_count(route, stage, playing) for route in stage.onward if not isinstance(route, EveryoneWith))
    outsiders = sum(len(route.entries) for route in stage.onward if isinstance(route, Invited))
    if fixed > playing.least + outsiders:
        raise MoreGoOnThanPlay("more go on than play", stage=stage.name, go_on=fixed, play=playing.least)
    open_ended = any(isinstance(route, EveryoneWith) for route in stage.onward)
    return CountRange(fixed, playing.most + outsiders if open_ended else fixed)


def route_count(route: Route, stage: Stage, playing: CountRange) -> int:
    """Return how many take a route whose number is known beforehand."""
    if isinstance(route, FirstOfEachGroup):
        if not 1 <= route.places <= playing.least // stage.groups:
            raise MoreGoOnThanPlay("more go on than the smallest group has", stage=stage.name, places=route.places)
        return route.places * stage.groups
    if isinstance(route, BestOfTheRest):
        return route.count
    return len(route.entries) if isinstance(route, Invited) else 0
