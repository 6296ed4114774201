"""Looks up what seats cost by what those at a table have had before; few such combinations occur, so they are
cached."""

from collections.abc import Iterable, Sequence

from tournaments.formats.swiss.seating import seats_cost

Cost = int
Index = int
Past = int
# A key for the histories of all at a table but one.
Rest = int


class SeatHistory:
    """The cost of seats, cached by the seats that those at a table have had."""

    def __init__(self, sat: Sequence[Sequence[int]], weight: Cost) -> None:
        """Take, by entry and seat, how often they have had it; and what each such time costs."""
        numbers: dict[tuple[int, ...], Past] = {}
        self.sat, self.weight = sat, weight
        self.of = [numbers.setdefault(tuple(had), len(numbers)) for had in sat]
        self.had = list(numbers)
        self.least: dict[int, list[int]] = {}
        self.rests: dict[tuple[Past, ...], Rest] = {}
        self.rest_pasts: list[tuple[Past, ...]] = []
        self.known: dict[tuple[Past, ...], Cost] = {}
        self.known_joined: dict[tuple[Past, Rest], Cost] = {}

    def cost(self, table: Iterable[Index]) -> Cost:
        """Return what the seats of a table cost, assigned as well as possible."""
        return self._cost(tuple(sorted([self.of[index] for index in table])))

    def at_least(self, table: Sequence[Index]) -> Cost:
        """Return what they would cost if everyone could have the seat they have had least."""
        size = len(table)
        if size not in self.least:
            self.least[size] = [min(had[:size]) for had in self.had]
        least = self.least[size]
        return self.weight * sum(least[self.of[index]] for index in table)

    def rest(self, table: Iterable[Index], leaver: Index) -> Rest:
        """Return the key of those who stay when one leaves."""
        pasts = tuple(sorted([self.of[index] for index in table if index != leaver]))
        rest = self.rests.setdefault(pasts, len(self.rests))
        if rest == len(self.rest_pasts):
            self.rest_pasts.append(pasts)
        return rest

    def joined(self, comer: Index, rest: Rest) -> Cost:
        """Return what the seats cost once an entry has joined those who stayed."""
        key = (self.of[comer], rest)
        if key not in self.known_joined:
            self.known_joined[key] = self._cost(tuple(sorted([key[0], *self.rest_pasts[rest]])))
        return self.known_joined[key]

    def _cost(self, pasts: tuple[Past, ...]) -> Cost:
        if pasts not in self.known:
            self.known[pasts] = self.weight * seats_cost([self.had[past] for past in pasts])
        return self.known[pasts]
