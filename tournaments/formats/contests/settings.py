"""Reads the settings of a stage from plain JSON values, with a default for each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.formats.points import Points, PointsByPlace, PointScale, ShareOfOpponents
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.results import Unplayed
from tournaments.formats.swiss import FirstRound
from tournaments.formats.tie_breaks import (
    DrawOfLots,
    GamePoints,
    HeadToHead,
    OpponentsMean,
    OpponentsOpponents,
    PerformanceRating,
    TieBreak,
    Wins,
)

TIE_BREAKS: dict[str, TieBreak] = {
    "opponents-mean": OpponentsMean(),
    "opponents-opponents-mean": OpponentsOpponents(),
    "head-to-head": HeadToHead(),
    "wins": Wins(),
    "game-points": GamePoints(),
    "performance": PerformanceRating(),
}
LOT = "lot"
SWISS_TIE_BREAKS = ("opponents-mean", "wins", "game-points", LOT)
ROUND_ROBIN_TIE_BREAKS = ("head-to-head", "wins", "game-points", LOT)
# What an organiser may set; and what a round robin of some hundred entries needs by itself.
CONFIGURED_ROUNDS_LIMIT = 30
SCHEDULED_ROUNDS_LIMIT = 1000
POINTS_PATTERN = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,5})?")
TABLE_SIZES = range(2, 7)


class BadSetting(FormatRefusal):
    """A setting that a format does not have, or a value that it cannot take."""

    code = "bad-setting"


@dataclass(frozen=True, slots=True)
class StageSettings:
    """The settings of one stage. None where the number follows from how many take part."""

    rounds: int | None = None
    groups: int = 1
    # Into the next stage: of each group, or in all where there is one group.
    advance: int | None = None
    # From each table of an elimination.
    table_advance: int | None = None
    small_final: bool = False
    first_round: FirstRound = FirstRound.ACROSS
    scale: PointScale = field(default_factory=ShareOfOpponents)
    unplayed: Unplayed = field(default_factory=Unplayed)
    tie_breaks: tuple[str, ...] = SWISS_TIE_BREAKS

    def rules(self, seed: bytes) -> list[TieBreak]:
        """Return the tie-breaks in their order; lots are drawn from the tournament's seed."""
        return [DrawOfLots(seed) if name == LOT else TIE_BREAKS[name] for name in self.tie_breaks]


def read_settings(values: Mapping[str, Any]) -> StageSettings:
    """Read the stored settings of a stage."""
    return StageSettings(
        rounds=_count(values, "rounds", SCHEDULED_ROUNDS_LIMIT),
        groups=_count(values, "groups", 64) or 1,
        advance=_count(values, "advance", 256),
        table_advance=_count(values, "table_advance", 5),
        small_final=_truth(values, "small_final"),
        first_round=_choice(values),
        scale=read_scale(values.get("points")),
        unplayed=read_unplayed(values.get("unplayed")),
        tie_breaks=_tie_breaks(values),
    )


def read_scale(value: Any) -> PointScale:
    """Read a scale of points: the share of opponents beaten, or a list by place."""
    if value is None or value == {"scale": "share-of-opponents"}:
        return ShareOfOpponents()
    try:
        lists = {int(size): tuple(map(read_points, places)) for size, places in value["lists"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadSetting("points are a scale by share of opponents or lists by place", setting="points") from error
    if (
        value.get("scale") != "by-place"
        or not lists
        or any(len(places) != size or size not in TABLE_SIZES for size, places in lists.items())
    ):
        raise BadSetting("a list of points has one number for each place", setting="points")
    return PointsByPlace(lists)


def write_scale(scale: PointScale) -> dict[str, Any]:
    """Return a scale as the public document has it."""
    if isinstance(scale, PointsByPlace):
        lists = {str(size): [str(points) for points in places] for size, places in scale.lists.items()}
        return {"scale": "by-place", "lists": lists}
    return {"scale": "share-of-opponents"}


def read_unplayed(value: Any) -> Unplayed:
    """Read what rounds are worth that an entry did not play."""
    known = {"absent": Fraction(0), "bye": Fraction(1), "late": Fraction(0)}
    if value is None:
        return Unplayed(**known)
    if not isinstance(value, Mapping) or not set(value) <= set(known):
        raise BadSetting("unplayed rounds are absent, bye and late", setting="unplayed")
    return Unplayed(**known | {name: read_points(points) for name, points in value.items()})


def read_points(text: Any) -> Points:
    """Read exact points from text: "1", "1/2". Exponents are refused: they would make a number of any length."""
    if not POINTS_PATTERN.fullmatch(str(text)):
        raise BadSetting("points are whole numbers or fractions", setting="points")
    return Fraction(str(text))


def _count(values: Mapping[str, Any], name: str, most: int) -> int | None:
    value = values.get(name)
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= most:
        raise BadSetting(f"{name} is a whole number from 1 to {most}", setting=name, most=most)
    return value


def _truth(values: Mapping[str, Any], name: str) -> bool:
    value = values.get(name, False)
    if not isinstance(value, bool):
        raise BadSetting(f"{name} is true or false", setting=name)
    return value


def _choice(values: Mapping[str, Any]) -> FirstRound:
    try:
        return FirstRound(values.get("first_round", FirstRound.ACROSS.value))
    except ValueError as error:
        raise BadSetting("the first round is made across or at-random", setting="first_round") from error


def _tie_breaks(values: Mapping[str, Any]) -> tuple[str, ...]:
    names = values.get("tie_breaks", SWISS_TIE_BREAKS)
    known = {*TIE_BREAKS, LOT}
    if not isinstance(names, list | tuple) or not set(names) <= known or len(set(names)) < len(names):
        raise BadSetting("tie-breaks are known and named once", setting="tie_breaks")
    return tuple(names)
