"""Searches a round without any rematch by backtracking, seating whoever has the fewest new opponents first.

The fewer new opponents there are, the fewer tables can be tried: so this is fast just where exchanges find nothing. A
set of entries is one integer, a bit for each.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from tournaments.formats.swiss.seat_history import Index

Entries = int
# One table may be tried for each so many steps of the search's budget.
STEPS_PER_TABLE = 8


def rematch_free_tables(
    strains: Sequence[Sequence[int]], sizes: Sequence[int], search_steps: int
) -> list[list[Index]] | None:
    """Return tables with no rematch and no forbidden pair, at which everyone meets whom they must; None if none was
    found."""
    return _Search(strains, search_steps // STEPS_PER_TABLE).seat((1 << len(strains)) - 1, tuple(sorted(sizes)))


class _Search:
    def __init__(self, strains: Sequence[Sequence[int]], most: int) -> None:
        """Take the strains: above zero for those who should not meet, below for those who must."""
        self.strangers = [_set(place for place, strain in enumerate(row) if strain <= 0) for row in strains]
        self.strangers = [row & ~(1 << one) for one, row in enumerate(self.strangers)]
        self.musts = [_set(place for place, strain in enumerate(row) if strain < 0) for row in strains]
        self.most, self.tried = most, count()

    def seat(self, left: Entries, sizes: tuple[int, ...]) -> list[list[Index]] | None:
        """Seat all who are left."""
        if not left:
            return []
        choices = {one: (self.strangers[one] & left).bit_count() for one in _members(left)}
        first = min(choices, key=lambda one: choices[one])
        if choices[first] < sizes[0] - 1:
            return None
        for size in dict.fromkeys(sizes):
            for table in self._tables([first], self.strangers[first] & left, size):
                if next(self.tried) >= self.most:
                    return None
                others = self.seat(left & ~_set(table), _without(sizes, size))
                if others is not None:
                    return [table, *others]
        return None

    def _tables(self, table: list[Index], choice: Entries, size: int) -> Iterator[list[Index]]:
        """Yield tables of this size that begin so and go on with those whom all there may meet, each once."""
        if len(table) == size:
            together = _set(table)
            if not any(self.musts[one] & ~together for one in table):
                yield table
        elif len(table) + choice.bit_count() >= size:
            for one in _members(choice):
                choice &= ~(1 << one)
                yield from self._tables([*table, one], choice & self.strangers[one], size)


def _set(members: Iterator[Index] | Sequence[Index]) -> Entries:
    return sum(1 << one for one in members)


def _members(entries: Entries) -> Iterator[Index]:
    while entries:
        lowest = entries & -entries
        yield lowest.bit_length() - 1
        entries ^= lowest


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    place = sizes.index(size)
    return sizes[:place] + sizes[place + 1 :]
