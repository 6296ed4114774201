"""Adds up results by the size of the table and by the seat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ratings.figures import hundredths
from ratings.models import Tally
from ratings.selectors.partners import Together


class Counted(Protocol):
    """Games at tables of so many sides."""

    @property
    def sides(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def half_duels(self) -> int: ...


Kind = TypeVar("Kind", bound=Counted)


@dataclass(frozen=True, slots=True)
class Sum:
    """Games of one kind: how many, how many won, and the share of the other sides that one was ahead of."""

    label: int | str
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


def by_size(tallies: Sequence[Counted]) -> list[Sum]:
    """By the number of sides."""
    return sums(tallies, lambda tally: tally.sides)


def by_seat(tallies: Sequence[Tally]) -> list[Sum]:
    """By seat, counted from the one that begins."""
    return sums(tallies, lambda tally: tally.seat + 1)


def by_seats(games: Sequence[Together]) -> list[Sum]:
    """By the seats of two partners, whoever of them sat in which."""
    return sums(games, lambda game: " + ".join(str(seat) for seat in sorted(one.seat + 1 for one in game.members)))


def sums(tallies: Sequence[Kind], label: Callable[[Kind], int | str]) -> list[Sum]:
    groups: dict[Any, list[Kind]] = {}
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
