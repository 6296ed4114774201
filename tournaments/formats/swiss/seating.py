"""Assigns seats at a table so that entries get seats they have not had.

Dynamic programming over sets of seats: a table of four takes 32 steps instead of 24 whole orders, and one of six 192
instead of 720.
"""

from collections.abc import Sequence
from functools import cache

Seats = int  # a set of seats, a bit for each


def seats_cost(had: Sequence[Sequence[int]]) -> int:
    """Return the least sum of how often each has had their seat before, given how often each has had each seat."""
    if len(had) == 2:
        (one, other) = had
        return min(one[0] + other[1], one[1] + other[0])
    return _costs(had)[-1]


def seated(had: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return by seat who sits there in the best order; of several, always the same."""
    costs, taken = _costs(had), (1 << len(had)) - 1
    order = [0] * len(had)
    for who in range(len(had) - 1, -1, -1):
        _, ways = _steps(len(had))[taken - 1]
        taken, seat = min(ways, key=lambda way: costs[way[0]] + had[who][way[1]])
        order[seat] = who
    return tuple(order)


def _costs(had: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each set of seats, the least cost when the first so many of the table take exactly these."""
    costs = [0]
    for who, ways in _steps(len(had)):
        times = had[who]
        costs.append(min([costs[before] + times[seat] for before, seat in ways]))
    return costs


@cache
def _steps(size: int) -> tuple[tuple[int, tuple[tuple[Seats, int], ...]], ...]:
    """Return, for each set of seats in turn, who sits down last, and from which set by taking which seat."""
    return tuple(
        (taken.bit_count() - 1, tuple((taken ^ 1 << seat, seat) for seat in range(size) if taken >> seat & 1))
        for taken in range(1, 1 << size)
    )
