"""Results added up: by the size of the table, and by the seat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ratings.figures import hundredths
from ratings.models import Tally


@dataclass(frozen=True, slots=True)
class Sum:
    """Games of one kind: how many, how many won, and the share of the other sides that one was ahead of."""

    label: int
    games: int
    wins: int
    halves: int
    half_duels: int

    @property
    def won(self) -> int:
        return hundredths(self.wins / self.games)

    @property
    def score(self) -> int:
        return hundredths(self.halves / self.half_duels)


def by_size(tallies: Sequence[Tally]) -> list[Sum]:
    """By the number of sides."""
    return sums(tallies, lambda tally: tally.sides)


def by_seat(tallies: Sequence[Tally]) -> list[Sum]:
    """By seat, counted from the one that begins."""
    return sums(tallies, lambda tally: tally.seat + 1)


def sums(tallies: Sequence[Tally], label: Callable[[Tally], int]) -> list[Sum]:
    groups: dict[int, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(label(tally), []).append(tally)
    return [
        Sum(
            name,
            games=sum(one.games for one in group),
            wins=sum(one.wins for one in group),
            halves=sum(one.half_duels for one in group),
            half_duels=sum(2 * (one.sides - 1) * one.games for one in group),
        )
        for name, group in sorted(groups.items())
    ]
