"""Searches a nearly balanced schedule where no balanced one is known; deterministic, with a fixed number of steps.

The search starts from rounds dealt in order and exchanges two entries at a time. It minimises the sum of the cubes of
how often pairs meet: least when they meet equally often, and a third meeting weighs more than two second ones. An
exchange is kept if the sum is no worse; moves that change nothing lead out of most dead ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.engine.chance import random_below, random_words
from tournaments.formats.round_robin.balanced_schedules import Rounds

SEARCH_STEPS = 30_000
SEARCH_SEED = b"round robin".ljust(32, b"\0")


def table_sizes(entries: int, size: int, least: int) -> list[int]:
    """Return tables as equal in size as possible that seat everyone; or full tables, and the rest sit out."""
    tables = -(-entries // size)
    smaller, larger = divmod(entries, tables)
    if smaller < least:
        return [size] * (entries // size)
    return [smaller + 1] * larger + [smaller] * (tables - larger)


@lru_cache(maxsize=128)
def approximately_balanced(entries: int, rounds: int, size: int, least: int) -> Rounds:
    """Return the best schedule that the search finds."""
    sizes = table_sizes(entries, size, least)
    search = Search.begin(entries, rounds, sizes)
    search.run(random_words(SEARCH_SEED, f"{entries}:{rounds}:{sizes}"))
    return search.snapshot()


@dataclass(slots=True)
class Search:
    """The schedule during the search."""

    sizes: list[int]
    seated: list[list[int]]  # by round, table after table; behind them who sits out
    table_at: list[range]  # the table of each index of a round, as a range of indices
    met: list[list[int]]
    badness: int

    @classmethod
    def begin(cls, entries: int, rounds: int, sizes: list[int]) -> "Search":
        """Deal round after round in order, each starting further on, so that all sit out equally often."""
        out = entries - sum(sizes)
        seated = [[(number * out + index) % entries for index in range(entries)] for number in range(rounds)]
        starts = [sum(sizes[:table]) for table in range(len(sizes))]
        table_at = [range(start, start + size) for start, size in zip(starts, sizes, strict=True) for _ in range(size)]
        search = cls(sizes, seated, table_at, [[0] * entries for _ in range(entries)], 0)
        for tables in search.snapshot():
            for table in tables:
                search.badness += sum(search.add(one, [two for two in table if two < one], 1) for one in table)
        return search

    def snapshot(self) -> Rounds:
        return tuple(tuple(self.tables_of(seated)) for seated in self.seated)

    def tables_of(self, seated: list[int]) -> Iterator[tuple[int, ...]]:
        start = 0
        for size in self.sizes:
            yield tuple(seated[start : start + size])
            start += size

    def run(self, stream: Iterator[int]) -> None:
        """Make exchanges that do no harm, as many as there are steps."""
        if len(self.sizes) < 2 or not self.seated:
            return
        for _ in range(SEARCH_STEPS):
            before = self.badness
            undo = self.exchange(stream)
            if self.badness > before:
                self.swap(*undo)

    def exchange(self, stream: Iterator[int]) -> tuple[int, int, int]:
        """Exchange two entries of a round."""
        places = len(self.table_at)
        number, one, other = (
            random_below(stream, len(self.seated)),
            random_below(stream, places),
            random_below(stream, places),
        )
        self.swap(number, one, other)
        return number, one, other

    def swap(self, number: int, one: int, other: int) -> None:
        seated = self.seated[number]
        if self.table_at[one] == self.table_at[other]:
            return
        self.count(seated, one, other, -1)
        seated[one], seated[other] = seated[other], seated[one]
        self.count(seated, one, other, 1)

    def count(self, seated: list[int], one: int, other: int, more: int) -> None:
        for index in (one, other):
            self.badness += self.add(seated[index], self.neighbours(seated, index), more)

    def neighbours(self, seated: list[int], index: int) -> list[int]:
        return [seated[at] for at in self.table_at[index] if at != index]

    def add(self, one: int, others: list[int], more: int) -> int:
        """Count meetings, and return by how much the sum of cubes grows."""
        grown = 0
        for other in others:
            met = self.met[one][other] + more
            self.met[one][other] = self.met[other][one] = met
            grown += met**3 - (met - more) ** 3
        return grown
