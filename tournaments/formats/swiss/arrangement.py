"""A round during the search: tables, what each costs, and what exchanging two entries would gain."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.nearest import TableNumber
from tournaments.formats.swiss.seat_history import Cost, Index


class Exchange(NamedTuple):
    """Two entries to exchange, and what that adds to the cost: below zero where it is an improvement."""

    added: Cost
    one: Index
    other: Index


NO_EXCHANGE = Exchange(0, -1, -1)


class Arrangement:
    """Tables whose members can change. Their order stays: the best scores first."""

    def __init__(self, costs: Costs, tables: Iterable[Sequence[Index]]) -> None:
        self.costs = costs
        self.tables = [list(table) for table in tables]
        self.at = [0] * sum(map(len, self.tables))
        # By entry, what their company costs them, and whoever would stay if they left.
        self.inside = [0] * len(self.at)
        self.rests = [0] * len(self.at)
        # By table, what the company and the seats cost, and how far the seats could fall.
        self.company = [0] * len(self.tables)
        self.seats = [0] * len(self.tables)
        self.seats_spare = [0] * len(self.tables)
        for number in range(len(self.tables)):
            self._count(number)

    @property
    def cost(self) -> Cost:
        return sum(self.company) + sum(self.seats)

    def trouble(self, number: TableNumber) -> Cost:
        """Return the most that could be saved at a table."""
        return self.company[number] + self.seats_spare[number]

    def troubled(self, least: Cost = 1) -> list[TableNumber]:
        return [number for number in range(len(self.tables)) if self.trouble(number) >= least]

    def best_exchange(self, first: TableNumber, second: TableNumber, than: Exchange = NO_EXCHANGE) -> Exchange:
        """Return the best exchange between two tables, if it is better than one already known."""
        best = than
        spare = self.seats_spare[first] + self.seats_spare[second]
        for change in self._exchanges(first, second, than.added + spare):
            if change.added - spare >= best.added:
                break
            added = change.added + self.seats_with(change.other, change.one) + self.seats_with(change.one, change.other)
            if added < best.added:
                best = Exchange(added, change.one, change.other)
        return best

    def _exchanges(self, first: TableNumber, second: TableNumber, below: Cost) -> list[Exchange]:
        """Return exchanges by what they add to the cost of company, cheapest first, as far as they may be worth it."""
        here, there, inside = self.tables[first], self.tables[second], self.inside
        grid = self.grid(here, there)
        to_second = [sum(row) - inside[one] for one, row in zip(here, grid, strict=True)]
        to_first = [sum(column) - inside[other] for other, column in zip(there, zip(*grid, strict=True), strict=True)]
        found = [
            Exchange(leaving + coming - 2 * between, one, other)
            for one, leaving, row in zip(here, to_second, grid, strict=True)
            for other, coming, between in zip(there, to_first, row, strict=True)
            if leaving + coming - 2 * between < below
        ]
        found.sort(key=itemgetter(0))
        return found

    def grid(self, here: Sequence[Index], there: Sequence[Index]) -> list[list[Cost]]:
        """Return the cost of each of one table with each of another."""
        return [self.row(one, there) for one in here]

    def row(self, one: Index, others: Sequence[Index]) -> list[Cost]:
        """Return the cost of one with each of others: `Costs.pair`, inlined for speed."""
        costs = self.costs
        height, heights, extra = costs.heights[one], costs.heights, costs.extras[one].get
        row = [abs(height - heights[other]) + extra(other, 0) for other in others]
        own, clubs = costs.clubs[one], costs.clubs
        if own >= 0:
            row = [cost + costs.club if clubs[other] == own else cost for cost, other in zip(row, others, strict=True)]
        return row

    def rotate(self, movers: Sequence[Index]) -> list[TableNumber]:
        """Let each take the place of the next, and the last that of the first; return the numbers of their tables."""
        numbers = [self.at[mover] for mover in movers]
        places = [self.tables[number].index(mover) for number, mover in zip(numbers, movers, strict=True)]
        for mover, number, place in zip([movers[-1], *movers], numbers, places, strict=False):
            self.tables[number][place] = mover
        for number in numbers:
            self._count(number)
        return numbers

    def seats_with(self, comer: Index, leaver: Index) -> Cost:
        """Return what it adds to the cost of a table's seats when one comes for another."""
        return self.costs.seat_history.joined(comer, self.rests[leaver]) - self.seats[self.at[leaver]]

    def _count(self, number: TableNumber) -> None:
        table, costs = self.tables[number], self.costs
        for one in table:
            self.at[one] = number
            self.inside[one] = sum(costs.pair(one, other) for other in table if other != one)
            self.rests[one] = costs.seat_history.rest(table, one)
        self.company[number] = (sum(self.inside[one] for one in table)) // 2 + sum(costs.wishes[one] for one in table)
        self.seats[number] = costs.seat_history.cost(table)
        self.seats_spare[number] = self.seats[number] - costs.seat_history.at_least(table)
