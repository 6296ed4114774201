"""A round in which nobody meets again, where hardly any is left: whoever has fewest strangers is seated first.

The fewer strangers people have, the fewer tables can be tried: so this is quick just where changing places is in vain.
A set of entries is one integer, a bit for each.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from tournaments.formats.swiss.pasts import Index

Entries = int
# One table is tried for so many steps that the longer search may make.
STEPS = 8


def tables_of_strangers(
    strains: Sequence[Sequence[int]], sizes: Sequence[int], patience: int
) -> list[list[Index]] | None:
    """Tables at which nobody has met or must not meet, and everyone meets whom they must; None if none was found."""
    return _Search(strains, patience // STEPS).seat((1 << len(strains)) - 1, tuple(sorted(sizes)))


class _Search:
    def __init__(self, strains: Sequence[Sequence[int]], most: int) -> None:
        """Strains are above zero for those who should not meet, and below for those who must."""
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
        """Tables of this size that begin so and go on with whom all there may meet, each once."""
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
