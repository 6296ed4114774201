"""Rematches that could have been avoided: small events with many rounds, each round beside a long search.

The other search shares no code with the pairing: annealing, which changes two at random and is ever less willing to
take a change for the worse. It knows the sizes of the tables and who has met, and looks for nothing else.
"""

import sys
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

from tests.benchmarks.measure import table
from tests.tournaments.formats.random_tournaments import Paired, tournament
from tournaments.formats.checker import shortcomings
from tournaments.formats.swiss import Settings, Sizes

KINDS = {
    "teams": Sizes(2, 2, 3),
    "tables of 3": Sizes(3, 3, 4),
    "tables of 4": Sizes(3, 4, 5),
    "tables of 5": Sizes(4, 5, 6),
    "tables of 6": Sizes(5, 6, 7),
}
ENTRIES = range(6, 61)
ROUNDS = 8
STEPS = 500_000
STARTS = 4
# In rematches: at first a change that makes one more is taken two times in five, at last one time in 150.
HOT, COLD = 1.0, 0.2


@dataclass
class Count:
    """Of one kind of tables."""

    rounds: int = 0
    with_rematches: int = 0
    beaten: int = 0
    not_reached: int = 0


def long_search(paired: Paired, random: Random, steps: int = STEPS, starts: int = STARTS) -> int:
    """The fewest rematches that annealing finds for tables of the same sizes."""
    entries = [entry for one in paired.round.tables for entry in one.entries]
    number = {entry: place for place, entry in enumerate(entries)}
    met = [[0] * len(entries) for _ in entries]
    for earlier in paired.field.rounds:
        for one in earlier.tables:
            for here, there in combinations([number[entry] for entry in one.entries if entry in number], 2):
                met[here][there] = met[there][here] = 1
    at = [place for place, one in enumerate(paired.round.tables) for _ in one.entries]
    lows = []
    for _ in range(starts):
        random.shuffle(at)
        lows.append(Annealing(met, at, random).run(steps))
    return min(lows)


class Annealing:
    """Entries by number at tables by number: who is where, and how many each has met at each table."""

    def __init__(self, met: list[list[int]], at: list[int], random: Random) -> None:
        self.met, self.at, self.random = met, list(at), random
        self.near = [[0] * (max(at) + 1) for _ in at]
        for row, near in zip(met, self.near, strict=True):
            for other, times in enumerate(row):
                near[at[other]] += times
        self.now = sum(near[table] for near, table in zip(self.near, at, strict=True)) // 2

    def run(self, steps: int) -> int:
        """The fewest rematches on the way from hot to cold."""
        low = self.now
        for step in range(steps):
            if not low:
                break
            self.try_one(HOT * (COLD / HOT) ** (step / steps))
            low = min(low, self.now)
        return low

    def try_one(self, heat: float) -> None:
        one, other = (int(self.random.random() * len(self.at)) for _ in range(2))
        here, there = self.at[one], self.at[other]
        if here == there:
            return
        goes, comes = self.near[one], self.near[other]
        added = goes[there] - goes[here] + comes[here] - comes[there] - 2 * self.met[one][other]
        if added <= 0 or self.random.random() < exp(-added / heat):
            self.now += added
            self.at[one], self.at[other] = there, here
            for near, had, has in zip(self.near, self.met[one], self.met[other], strict=True):
                near[here] += has - had
                near[there] -= has - had


def count(sizes: Sizes, entries: range, seed: int, say: str) -> Count:
    found = Count()
    for number in entries:
        if number < sizes.smallest:
            continue
        event = tournament(Random(f"{seed} {number}"), number, Settings(sizes=sizes), ROUNDS, quiet=True)
        for turn, paired in enumerate(event, start=1):
            found.rounds += 1
            if ours := shortcomings(paired.round, paired.field, paired.scores).rematches:
                found.with_rematches += 1
                theirs = long_search(paired, Random(seed))
                found.beaten += theirs < ours
                found.not_reached += theirs > ours
                if theirs < ours:
                    sys.stderr.write(f"{say}, {number} entries, round {turn}: {ours} rematches, and {theirs} will do\n")
    return found


def main(seed: str = "1", step: str = "6") -> None:
    """Another seed plays other tournaments; every so many-th number of entries is looked at."""
    entries = ENTRIES[:: int(step)]
    rows = []
    for name, sizes in KINDS.items():
        found = count(sizes, entries, int(seed), name)
        rows.append([name, *map(str, (found.rounds, found.with_rematches, found.beaten, found.not_reached))])
    heads = ["", "rounds", "with rematches", "where the long search has fewer", "where it has more"]
    sys.stdout.write(table(heads, rows) + "\n\n")
