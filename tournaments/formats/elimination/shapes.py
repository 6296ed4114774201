"""Computes how many tables and how many byes the rounds of a bracket have.

Byes belong to the first round, as few as leave none for later; where tables of another size do without, there are none.
"""

from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import NoSuchTableSize, TableSizes


class NoBracketFits(FormatRefusal):
    """With these table sizes no number of byes leads to a full final."""

    code = "no-bracket-fits"


@dataclass(frozen=True, slots=True)
class RoundShape:
    """How many tables a round has, and how many entries go on without playing."""

    tables: int
    byes: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The sizes of the tables, and how many of a table go on."""

    sizes: TableSizes
    goes_on: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.goes_on < self.sizes.most:
            raise NoSuchTableSize("somebody must go on from a table, and somebody must not", goes_on=self.goes_on)

    @property
    def smallest(self) -> int:
        """Return the smallest table that somebody can lose."""
        return max(self.sizes.least, self.goes_on + 1)

    def left_after(self, shape: RoundShape) -> int:
        return self.goes_on * shape.tables + shape.byes


def round_shapes(entries: int, rules: Rules) -> tuple[RoundShape, ...]:
    """Return the rounds before the final: fewest late byes first, then fewest byes, then full tables."""
    if entries < rules.sizes.least:
        raise TooFewEntries("fewer entries than a table has seats", entries=entries, seats=rules.sizes.least)
    if rules.sizes.fit(entries):
        return ()
    found = first_with_byes(entries, rules) or with_late_byes(entries, rules)
    if found is None:
        raise NoBracketFits("allow smaller tables, or let more of a table go on", entries=entries)
    return found


def first_with_byes(entries: int, rules: Rules) -> tuple[RoundShape, ...] | None:
    """Return rounds with byes in the first only, if there are such."""
    for byes in range(entries - rules.smallest + 1):
        for shape in shapes_with(entries, byes, rules):
            rest = without_byes(rules.left_after(shape), rules)
            if rest is not None:
                return shape, *rest
    return None


@lru_cache(maxsize=4096)
def without_byes(entries: int, rules: Rules) -> tuple[RoundShape, ...] | None:
    """Return rounds in which everybody plays, if there are such."""
    if rules.sizes.fit(entries):
        return ()
    for shape in shapes_with(entries, 0, rules):
        rest = without_byes(rules.left_after(shape), rules)
        if rest is not None:
            return shape, *rest
    return None


@lru_cache(maxsize=4096)
def with_late_byes(entries: int, rules: Rules) -> tuple[RoundShape, ...] | None:
    """Return rounds with byes in any, each time as few as lead to a full final."""
    if rules.sizes.fit(entries):
        return ()
    for byes in range(entries - rules.smallest + 1):
        for shape in shapes_with(entries, byes, rules):
            rest = with_late_byes(rules.left_after(shape), rules)
            if rest is not None:
                return shape, *rest
    return None


def shapes_with(entries: int, byes: int, rules: Rules) -> list[RoundShape]:
    """Return all rounds with so many byes, the fullest tables first."""
    playing = entries - byes
    fewest = -(-playing // rules.sizes.most)
    return [RoundShape(tables, byes) for tables in range(fewest, playing // rules.smallest + 1)]


def losers_shape(entries: int, rules: Rules, at_least: int) -> RoundShape | None:
    """Return one round of the losers' side: as few byes as leave enough of them."""
    candidates = (shape for byes in range(entries) for shape in shapes_with(entries, byes, rules))
    return next((shape for shape in candidates if shape.tables and rules.left_after(shape) >= at_least), None)
