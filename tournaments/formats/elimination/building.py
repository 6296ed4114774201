"""Builds brackets for any number of entries: single elimination, and double elimination with a losers' side."""

from collections.abc import Mapping, Sequence

from tournaments.formats.elimination.bracket import Bracket, Part
from tournaments.formats.elimination.drawing import Contender, Drawing, contender_from
from tournaments.formats.elimination.shapes import NoBracketFits, RoundShape, Rules, losers_shape, round_shapes
from tournaments.formats.elimination.slots import Seeded
from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal


class EntryTwice(FormatRefusal):
    """An entry is seeded twice."""

    code = "entry-twice"


Apart = Mapping[EntryId, str]


def single_elimination(
    seeds: Sequence[EntryId], rules: Rules, *, small_final: bool = False, apart: Apart | None = None
) -> Bracket:
    """Build a bracket in which one lost table is the end. Those with the same label in `apart` start apart if
    possible."""
    drawing, contenders = Drawing(), seeded(seeds, apart or {})
    lost: list[Contender] = []
    for shape in round_shapes(len(seeds), rules):
        contenders, lost = drawing.round(Part.WINNERS, contenders, shape, rules.goes_on)
    third = lost[: rules.sizes.most]
    if small_final and rules.sizes.fit(len(third)):
        drawing.final(Part.SMALL_FINAL, third)
    drawing.final(Part.FINAL, contenders)
    return Bracket(tuple(seeds), tuple(drawing.rounds), lives=1)


def double_elimination(seeds: Sequence[EntryId], rules: Rules, *, apart: Apart | None = None) -> Bracket:
    """Build a bracket with a losers' side: two lost tables are the end.

    The only one who never lost meets the last of the losers in the final, as many as fit at its table. If somebody else
    wins it, these two have lost once each, and play it off, unless the game cannot be played by two.
    """
    drawing, contenders = Drawing(), seeded(seeds, apart or {})
    rounds = winners_rounds(len(seeds), rules)
    pool: list[Contender] = []
    for number, (shape, goes_on) in enumerate(rounds):
        contenders, lost = drawing.round(Part.WINNERS, contenders, shape, goes_on)
        last = number == len(rounds) - 1
        room = rules.sizes.most - 1 if last else losers_count(len(contenders), *rounds[number + 1])
        pool = reduce_losers(drawing, [*pool, *lost], room, rules, at_least=rules.sizes.least - 1 if last else 1)
    draw_final(drawing, contenders[0], pool, rules)
    return Bracket(tuple(seeds), tuple(drawing.rounds), lives=2)


def seeded(seeds: Sequence[EntryId], apart: Apart) -> list[Contender]:
    if len(set(seeds)) < len(seeds):
        raise EntryTwice("somebody is seeded twice", seeds=tuple(seeds))
    return [Contender(Seeded(entry), rank, {}, apart.get(entry, "")) for rank, entry in enumerate(seeds)]


def winners_rounds(entries: int, rules: Rules) -> list[tuple[RoundShape, int]]:
    """Return every round of the winners' side, and how many of a table go on; from its last table one."""
    return [*((shape, rules.goes_on) for shape in round_shapes(entries, rules)), (RoundShape(1, 0), 1)]


def losers_count(entries: int, shape: RoundShape, goes_on: int) -> int:
    """Return how many a round of the winners' side sends to the losers' side."""
    return entries - shape.byes - goes_on * shape.tables


def reduce_losers(
    drawing: Drawing, pool: list[Contender], room: int, rules: Rules, *, at_least: int
) -> list[Contender]:
    """Add losers' rounds until no more are left than join them next, or than the final holds."""
    while len(pool) > room:
        shape = losers_shape(len(pool), rules, at_least)
        if shape is None:
            break
        pool, _ = drawing.round(Part.LOSERS, pool, shape, rules.goes_on)
    return pool


def draw_final(drawing: Drawing, unbeaten: Contender, pool: list[Contender], rules: Rules) -> None:
    """Draw the final, and the reset; if the reset is not needed its two sides are the same entry."""
    sides = [unbeaten, *pool]
    if not rules.sizes.fit(len(sides)):
        raise NoBracketFits("allow smaller tables, or let more of a table go on", finalists=len(sides))
    final = drawing.final(Part.FINAL, sides)
    if rules.sizes.fit(2):
        drawing.final(Part.RESET, [unbeaten, contender_from(final, sides, 1)])
