"""Draws the rounds of a bracket, avoiding likely rematches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.elimination.bracket import BracketRound, BracketTable, Part
from tournaments.formats.elimination.shapes import RoundShape
from tournaments.formats.elimination.slots import Bye, FromTable, Place, Slot, TableNumber
from tournaments.formats.label_separation import deal_separated
from tournaments.formats.tiers import deal_by_tiers

# Less likely meetings are ignored: avoiding them gains nothing, and large brackets would be slow to draw.
MEETING_PROBABILITY_MINIMUM = 1 / 32
SAME_LABEL_PENALTY = 0.25  # weaker than a sure rematch, stronger than an unlikely one


@dataclass(frozen=True, slots=True)
class Contender:
    """A slot to be filled: the seed expected there if the better always win, and who may have sat where before."""

    slot: Slot
    expected: int
    # By earlier table, the probability that whoever comes has sat there, if all sides were equal.
    sat_at: Mapping[TableNumber, float] = field(default_factory=dict)
    label: str = ""


def may_meet_again(one: Contender, other: Contender) -> float:
    """Return the probability that these two have met before; a little more if they share a club or a group."""
    again = 0.0
    if not one.sat_at.keys().isdisjoint(other.sat_at):
        shared = sorted(one.sat_at.keys() & other.sat_at.keys())
        again = sum([one.sat_at[table] * other.sat_at[table] for table in shared])
    return again + (SAME_LABEL_PENALTY if one.label and one.label == other.label else 0.0)


def deal(best_first: Sequence[Contender], tables: int) -> list[list[Contender]]:
    """Deal contenders to tables with few likely rematches; keeping those from one table apart comes first."""
    dealt = deal_by_tiers(best_first, tables, may_meet_again)
    if tables > 1 and any(len(set(map(last_table, sides))) < len(sides) for sides in dealt):
        return deal_separated(best_first, tables, last_table)
    return dealt


def last_table(contender: Contender) -> TableNumber | Slot:
    """Return the table at which the contender has just sat; for a seed the slot itself, which is like no other."""
    return contender.slot.table if isinstance(contender.slot, FromTable) else contender.slot


@dataclass(slots=True)
class Drawing:
    """The rounds drawn so far."""

    rounds: list[BracketRound] = field(default_factory=list)
    tables: int = 0

    def round(
        self, part: Part, contenders: Iterable[Contender], shape: RoundShape, goes_on: int
    ) -> tuple[list[Contender], list[Contender]]:
        """Draw a round, and return who goes on and who does not."""
        best_first = sorted(contenders, key=lambda contender: contender.expected)
        resting, playing = best_first[: shape.byes], best_first[shape.byes :]
        dealt = deal(playing, shape.tables)
        tables = [self.rest(contender) for contender in resting] + [self.table(sides, goes_on) for sides in dealt]
        self.rounds.append(BracketRound(part, tuple(tables)))
        return outgoing(tables[: shape.byes], [[one] for one in resting], tables[shape.byes :], dealt)

    def final(self, part: Part, contenders: Sequence[Contender]) -> BracketTable:
        """Draw one table with one winner."""
        table = self.table(contenders, 1)
        self.rounds.append(BracketRound(part, (table,)))
        return table

    def rest(self, contender: Contender) -> BracketTable:
        return BracketTable(self.number(), (contender.slot, Bye()), 1)

    def table(self, sides: Sequence[Contender], goes_on: int) -> BracketTable:
        return BracketTable(self.number(), tuple(side.slot for side in sides), goes_on)

    def number(self) -> TableNumber:
        self.tables += 1
        return TableNumber(self.tables - 1)


def outgoing(
    rests: list[BracketTable], resting: list[list[Contender]], tables: list[BracketTable], dealt: list[list[Contender]]
) -> tuple[list[Contender], list[Contender]]:
    """Return who leaves a round: those who go on and those who do not, each in order of places."""
    going = [contender_from(table, sides, 1) for table, sides in zip(rests, resting, strict=True)]
    lost: list[Contender] = []
    for place in range(1, max((len(sides) for sides in dealt), default=0) + 1):
        for table, sides in zip(tables, dealt, strict=True):
            if place <= len(sides):
                (going if place <= table.goes_on else lost).append(contender_from(table, sides, place))
    return going, lost


def contender_from(table: BracketTable, sides: Sequence[Contender], place: int) -> Contender:
    """Return the contender who leaves a table in a place: the seed that is that good at the table is expected."""
    expected = sorted(side.expected for side in sides)[place - 1]
    sat_at = {table.number: 1.0} if len(sides) > 1 else {}
    for side in sides:
        for number, chance in side.sat_at.items():
            sat_at[number] = sat_at.get(number, 0.0) + chance / len(sides)
    kept = {number: chance for number, chance in sat_at.items() if chance >= MEETING_PROBABILITY_MINIMUM}
    return Contender(FromTable(table.number, Place(place)), expected, kept)
