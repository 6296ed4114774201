"""Where rematches are left: a longer search, for fewer of them and for nothing else.

Of all changes of places the best is made even if it is for the worse, and those two may not change back for a while
(tabu search, Glover 1986). So the search climbs out of where no change and no chain helps. Its length is counted in
changes weighed, never in time, so that the same seed always finds the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from struct import Struct

from games.engine.chance import random_below, random_words
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.pasts import Index

Strain = int
# Numbers side by side in one long integer, each in so many bits and counted from the middle: none falls below 0.
Row = int
BITS = 16
ZERO = 1 << BITS - 1
FULL = (1 << BITS) - 1
# A broken wish counts like so many rematches.
WISH = 100
# More than anybody can be strained: for two who sit together, or have just changed places.
NEVER = 10**4
# Two who have changed places leave each other alone for so many steps at least, and at most.
RESTS = (4, 40)
# After so many steps in vain all are seated anew, by lot.
IN_VAIN = 300


def fewer_rematches(
    known: Sequence[Sequence[Strain]], tables: Sequence[Sequence[Index]], seed: bytes, patience: int
) -> list[list[Index]] | None:
    """Tables of the same sizes with as few rematches as so many steps find; None if they find no fewer."""
    chance = random_words(seed, "fewer rematches")
    seats, vain = Seats(known, tables), 0
    best, least = None, seats.strain
    enough = unavoidable(known, min(map(len, tables)))
    for _ in range(patience):
        if least <= enough:
            break
        seats.step(chance)
        vain += 1
        if seats.strain < least:
            best, least, vain = [list(table) for table in seats.tables], seats.strain, 0
        elif vain >= IN_VAIN:
            seats, vain = Seats(known, _by_lot(tables, chance)), 0
    return best


def unavoidable(known: Sequence[Sequence[Strain]], smallest: int) -> Strain:
    """No round has less: all who must meet do, and whoever has few strangers meets others again at any table."""
    strangers = [sum(strain <= 0 for strain in row) - 1 for row in known]
    musts = sum(strain for row in known for strain in row if strain < 0)
    return (musts + sum(max(0, smallest - 1 - few) for few in strangers)) // 2


def strains(costs: Costs) -> list[list[Strain]]:
    """For each two: one if they have met, many if they must not meet, less than nothing if they must."""
    rows = [[0] * len(costs.heights) for _ in costs.heights]
    for one, extra in enumerate(costs.extras):
        for other, cost in extra.items():
            wishes = (cost + costs.hard // 2) // costs.hard
            rows[one][other] = WISH * wishes + (cost > wishes * costs.hard)
    return rows


class Seats:
    """Who sits at which table, and how strained each would be at each.

    A row has a number for every entry and is kept as one long integer, so that rows are added at one go: that is
    what makes the search quick enough.
    """

    def __init__(self, known: Sequence[Sequence[Strain]], tables: Sequence[Sequence[Index]]) -> None:
        self.tables = [list(table) for table in tables]
        self.ones = [1 << BITS * one for one in range(len(known))]
        self.all = sum(self.ones)
        self.zero = ZERO * self.all
        self.unpack = Struct(f"<{len(known)}H").unpack
        self.known = [self._row(row) for row in known]
        self.least = [ZERO + sum(strain for strain in row if strain < 0) for row in known]
        # By table: its members as a row of ones, and how strained everybody is, or would be, with all who sit there.
        self.members = [sum(self.ones[one] for one in table) for table in tables]
        self.near = [self.zero + sum(self.known[one] for one in table) for table in tables]
        self.near_each = [self._numbers(row) for row in self.near]
        # By entry: what changing places saves twice, the strain between the two; and who must be left alone.
        self.between = [2 * row for row in self.known]
        self.rested: dict[int, list[tuple[Index, Index]]] = defaultdict(list)
        self.steps = 0
        self.strain = sum(self.near_each[n][one] - ZERO for n, table in enumerate(tables) for one in table) // 2

    def step(self, chance: Iterator[int]) -> None:
        """Make the best change of places that helps somebody, of several any."""
        self.steps += 1
        for one, other in self.rested.pop(self.steps, ()):
            self._let(one, other, NEVER)
        added, changes = self._best_changes()
        if added < NEVER // 2:
            one, others = changes[random_below(chance, len(changes))]
            other = others[random_below(chance, len(others))]
            self._exchange(one, other)
            self.strain += added
            self._let(one, other, -NEVER)
            shortest, longest = RESTS
            self.rested[self.steps + shortest + random_below(chance, longest - shortest + 1)].append((one, other))

    def _best_changes(self) -> tuple[Strain, list[tuple[Index, list[Index]]]]:
        """What the best changes add, and for each who is troubled with whom they are."""
        own = sum(near & members * FULL for near, members in zip(self.near, self.members, strict=True))
        own_each, near_tables = self._numbers(own), list(zip(*self.near_each, strict=True))
        best = NEVER
        rows: list[tuple[Index, tuple[int, ...]]] = []
        for here, table in enumerate(self.tables):
            coming = self.near[here] - own + NEVER * self.members[here]
            for one in table:
                if own_each[one] > self.least[one]:
                    added = coming - self.between[one] + sum(map(mul, near_tables[one], self.members))
                    # A number that is best or better falls below zero if so much is taken away.
                    better = added - (best + 1 + own_each[one] - ZERO) * self.all
                    if better & self.zero != self.zero:
                        each = self._numbers(added)
                        least = min(each) - own_each[one]
                        if least < best:
                            best, rows = least, []
                        rows.append((one, each))
        return best, [
            (one, [other for other, each in enumerate(row) if each == best + own_each[one]]) for one, row in rows
        ]

    def _exchange(self, one: Index, other: Index) -> None:
        here, there = (next(n for n, table in enumerate(self.tables) if who in table) for who in (one, other))
        for number, leaves, comes in ((here, one, other), (there, other, one)):
            self.tables[number][self.tables[number].index(leaves)] = comes
            self.members[number] += self.ones[comes] - self.ones[leaves]
            self.near[number] += self.known[comes] - self.known[leaves]
            self.near_each[number] = self._numbers(self.near[number])

    def _let(self, one: Index, other: Index, more: Strain) -> None:
        self.between[one] += more * self.ones[other]
        self.between[other] += more * self.ones[one]

    def _row(self, numbers: Iterable[int]) -> Row:
        return sum(map(mul, numbers, self.ones))

    def _numbers(self, row: Row) -> tuple[int, ...]:
        return self.unpack(row.to_bytes(BITS // 8 * len(self.ones), "little"))


def _by_lot(tables: Sequence[Sequence[Index]], chance: Iterator[int]) -> list[list[Index]]:
    """Tables of the same sizes, with everybody anywhere."""
    waiting = [one for table in tables for one in table]
    return [[waiting.pop(random_below(chance, len(waiting))) for _ in table] for table in tables]
