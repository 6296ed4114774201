"""Reduces rematches by tabu search (Glover 1986), where exchanges and chains find no improvement.

Of all exchanges the best is made even if it is for the worse, and those two may not change back for a while, so that
the search leaves local optima. Its length is counted in exchanges weighed, never in time: the same seed always gives
the same round. Only rematches and wishes count here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from struct import Struct

from games.engine.chance import random_below, random_words
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.seat_history import Index

Strain = int
# Numbers side by side in one long integer, each in so many bits and counted from the middle: none falls below 0.
Row = int
BITS_PER_NUMBER = 16
NUMBER_ZERO = 1 << BITS_PER_NUMBER - 1
NUMBER_MASK = (1 << BITS_PER_NUMBER) - 1
# A broken wish counts like so many rematches.
BROKEN_WISH_STRAIN = 100
# More than any sum of strains: for two who sit together, or are tabu.
FORBIDDEN_STRAIN = 10**4
# An exchange of two is tabu for at least and at most so many steps.
TABU_TENURE_STEPS = (4, 40)
# After so many steps without a gain all are seated anew at random.
STEPS_WITHOUT_GAIN_LIMIT = 300


def fewer_rematches(
    known: Sequence[Sequence[Strain]], tables: Sequence[Sequence[Index]], seed: bytes, search_steps: int
) -> list[list[Index]] | None:
    """Return tables of the same sizes with as few rematches as so many steps find; None if they find no fewer."""
    chance = random_words(seed, "fewer rematches")
    seats, vain = Seats(known, tables), 0
    best, least = None, seats.strain
    enough = unavoidable(known, min(map(len, tables)))
    for _ in range(search_steps):
        if least <= enough:
            break
        seats.step(chance)
        vain += 1
        if seats.strain < least:
            best, least, vain = [list(table) for table in seats.tables], seats.strain, 0
        elif vain >= STEPS_WITHOUT_GAIN_LIMIT:
            seats, vain = Seats(known, _by_lot(tables, chance)), 0
    return best


def unavoidable(known: Sequence[Sequence[Strain]], smallest: int) -> Strain:
    """Return a lower bound: all who must meet do, and whoever has few new opponents meets others again at any table."""
    strangers = [sum(strain <= 0 for strain in row) - 1 for row in known]
    musts = sum(strain for row in known for strain in row if strain < 0)
    return (musts + sum(max(0, smallest - 1 - few) for few in strangers)) // 2


def strains(costs: Costs) -> list[list[Strain]]:
    """Return for each two: 1 if they have met, much more if they must not meet, less than 0 if they must."""
    rows = [[0] * len(costs.heights) for _ in costs.heights]
    for one, extra in enumerate(costs.extras):
        for other, cost in extra.items():
            wishes = (cost + costs.hard // 2) // costs.hard
            rows[one][other] = BROKEN_WISH_STRAIN * wishes + (cost > wishes * costs.hard)
    return rows


class Seats:
    """Who sits at which table, and the strain that each would have at each.

    A row has a number for every entry and is kept as one long integer, so that rows are added in one operation: that
    makes the search fast enough.
    """

    def __init__(self, known: Sequence[Sequence[Strain]], tables: Sequence[Sequence[Index]]) -> None:
        self.tables = [list(table) for table in tables]
        self.ones = [1 << BITS_PER_NUMBER * one for one in range(len(known))]
        self.all = sum(self.ones)
        self.zero = NUMBER_ZERO * self.all
        self.unpack = Struct(f"<{len(known)}H").unpack
        self.known = [self._row(row) for row in known]
        self.least = [NUMBER_ZERO + sum(strain for strain in row if strain < 0) for row in known]
        # By table: its members as a row of ones, and the strain that everybody has, or would have, with them.
        self.members = [sum(self.ones[one] for one in table) for table in tables]
        self.near = [self.zero + sum(self.known[one] for one in table) for table in tables]
        self.near_each = [self._numbers(row) for row in self.near]
        # By entry: the strain between two, which an exchange saves twice; and those with whom it is tabu.
        self.between = [2 * row for row in self.known]
        self.rested: dict[int, list[tuple[Index, Index]]] = defaultdict(list)
        self.steps = 0
        self.strain = sum(self.near_each[n][one] - NUMBER_ZERO for n, table in enumerate(tables) for one in table) // 2

    def step(self, chance: Iterator[int]) -> None:
        """Make the best exchange that helps somebody; of several, a random one."""
        self.steps += 1
        for one, other in self.rested.pop(self.steps, ()):
            self._let(one, other, FORBIDDEN_STRAIN)
        added, changes = self._best_changes()
        if added < FORBIDDEN_STRAIN // 2:
            one, others = changes[random_below(chance, len(changes))]
            other = others[random_below(chance, len(others))]
            self._exchange(one, other)
            self.strain += added
            self._let(one, other, -FORBIDDEN_STRAIN)
            shortest, longest = TABU_TENURE_STEPS
            self.rested[self.steps + shortest + random_below(chance, longest - shortest + 1)].append((one, other))

    def _best_changes(self) -> tuple[Strain, list[tuple[Index, list[Index]]]]:
        """Return what the best exchanges add, and for each troubled entry whom to exchange it with."""
        own = sum(near & members * NUMBER_MASK for near, members in zip(self.near, self.members, strict=True))
        own_each, near_tables = self._numbers(own), list(zip(*self.near_each, strict=True))
        best = FORBIDDEN_STRAIN
        rows: list[tuple[Index, tuple[int, ...]]] = []
        for here, table in enumerate(self.tables):
            coming = self.near[here] - own + FORBIDDEN_STRAIN * self.members[here]
            for one in table:
                if own_each[one] > self.least[one]:
                    added = coming - self.between[one] + sum(map(mul, near_tables[one], self.members))
                    # A number that is best or better falls below zero if so much is taken away.
                    better = added - (best + 1 + own_each[one] - NUMBER_ZERO) * self.all
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
        return self.unpack(row.to_bytes(BITS_PER_NUMBER // 8 * len(self.ones), "little"))


def _by_lot(tables: Sequence[Sequence[Index]], chance: Iterator[int]) -> list[list[Index]]:
    """Return tables of the same sizes, with everybody seated at random."""
    waiting = [one for table in tables for one in table]
    return [[waiting.pop(random_below(chance, len(waiting))) for _ in table] for table in tables]
