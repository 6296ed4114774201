"""Checks whether a round is legal, and measures how good it is, from what was played and without the pairing's code."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

from tournaments.formats.entries import EntryId
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.settings import Settings, Weights
from tournaments.formats.tables import Round, Table


class Fault(Enum):
    """What can be wrong with a round."""

    SEATED_TWICE = "seated-twice"
    NOT_SEATED = "not-seated"
    NOT_THERE = "not-there"
    STRANGER = "stranger"
    WRONG_SIZE = "wrong-size"
    NEEDLESS_BYE = "needless-bye"
    FORBIDDEN_PAIR = "forbidden-pair"
    FIXED_PAIR_APART = "fixed-pair-apart"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and the entries it concerns."""

    fault: Fault
    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Shortcomings:
    """What a legal round does less than ideally, by kind."""

    rematches: int = 0
    repeats: int = 0
    spread: Fraction = Fraction(0)
    seats: int = 0
    clubs: int = 0

    def weighed(self, weights: Weights) -> Fraction:
        """Return the weighted sum of all shortcomings."""
        return Fraction(
            weights.rematch * self.rematches
            + weights.repeat * self.repeats
            + weights.spread * self.spread
            + weights.seat * self.seats
            + weights.club * self.clubs
        )


def findings(one: Round, field: Field, settings: Settings) -> list[Finding]:
    """Return everything that makes a round illegal; nothing for a legal one."""
    return [*_who_sits(one, field), *_how_many_sit(one, settings), *_who_meets(one, field)]


def shortcomings(one: Round, field: Field, scores: Mapping[EntryId, Fraction]) -> Shortcomings:
    """Count the shortcomings table by table. The scores are those before the round."""
    club = {entry.id: entry.club for entry in field.entries}
    pairs = [pair for table in one.tables for pair in combinations(table.entries, 2)]
    tables = [table for earlier in field.rounds for table in earlier.tables]
    before = Counter(frozenset(pair) for table in tables for pair in combinations(table.entries, 2))
    had = Counter((entry, seat) for table in tables for seat, entry in enumerate(table.entries))
    met = [before[frozenset(pair)] for pair in pairs]
    return Shortcomings(
        rematches=sum(times > 0 for times in met),
        repeats=sum(times - 1 for times in met if times),
        spread=sum((abs(scores[one] - scores[other]) for one, other in pairs), Fraction(0)),
        seats=sum(had[entry, seat] for table in one.tables for seat, entry in enumerate(table.entries)),
        clubs=sum(club[one] == club[other] != "" for one, other in pairs),
    )


def minimum_spread(one: Round, scores: Mapping[EntryId, Fraction]) -> Fraction:
    """Return a lower bound of the score spread of any round with the same number of entries at each table.

    Between two scores that follow each other, somebody is above and somebody below. Tables that are all
    above or all below cost nothing there; those above fill whole tables but for a
    remainder, and the remainder at a table of size s costs r(s - r) times the step.
    """
    ordered = sorted((scores[entry] for table in one.tables for entry in table.entries), reverse=True)
    sizes = [len(table.entries) for table in one.tables]
    steps = [(above, ordered[above - 1] - ordered[above]) for above in range(1, len(ordered))]
    needed = {above for above, step in steps if step}
    split = _fewest_parted(sizes, needed)
    return sum((step * split[above] for above, step in steps if step), Fraction(0))


def _fewest_parted(sizes: Sequence[int], needed: set[int]) -> dict[int, int]:
    """By number above a step, return the fewest pairs parted if whole tables and one remainder make it up."""
    whole = {0: 0}
    for size in sizes:
        for total in list(whole):
            whole.setdefault(total + size, 0)
    found = {}
    for above in needed:
        ways = (_remainder(above - total, size) for total in whole for size in set(sizes) if 0 <= above - total <= size)
        found[above] = min(ways, default=0)
    return found


def _remainder(rest: int, size: int) -> int:
    return rest * (size - rest)


def _who_sits(one: Round, field: Field) -> Iterator[Finding]:
    known = {entry.id for entry in field.entries}
    gone = set(field.dropped) | set(field.absent) | set(field.substitutes.values())
    placed = Counter(entry for table in one.tables for entry in table.entries)
    placed.update(one.byes)
    for entry in sorted(placed):
        if entry not in known:
            yield Finding(Fault.STRANGER, (entry,))
        elif entry in gone:
            yield Finding(Fault.NOT_THERE, (entry,))
        if placed[entry] > 1:
            yield Finding(Fault.SEATED_TWICE, (entry,))
    for entry in sorted(known - gone - set(placed)):
        yield Finding(Fault.NOT_SEATED, (entry,))


def _how_many_sit(one: Round, settings: Settings) -> Iterator[Finding]:
    low, high = settings.sizes.smallest, settings.sizes.largest
    for table in one.tables:
        if not low <= len(table.entries) <= high:
            yield Finding(Fault.WRONG_SIZE, table.entries)
    count = len(one.byes) + sum(len(table.entries) for table in one.tables)
    fewer = (count - byes for byes in range(len(one.byes)))
    if any(tables * low <= seats <= tables * high for seats in fewer for tables in range(1, seats // low + 1)):
        yield Finding(Fault.NEEDLESS_BYE, tuple(sorted(one.byes)))


def _who_meets(one: Round, field: Field) -> Iterator[Finding]:
    placed = {entry for table in one.tables for entry in table.entries}
    for pair in sorted(field.forbidden):
        if any(_together(table, pair) for table in one.tables):
            yield Finding(Fault.FORBIDDEN_PAIR, pair)
    for pair in sorted(field.fixed):
        if placed.issuperset(pair) and not any(_together(table, pair) for table in one.tables):
            yield Finding(Fault.FIXED_PAIR_APART, pair)


def _together(table: Table, pair: tuple[EntryId, EntryId]) -> bool:
    return pair[0] in table.entries and pair[1] in table.entries
