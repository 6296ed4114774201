"""Improves a round by chains, where each takes the place of the next and the last that of the first (Lin and
Kernighan).

What a table gains or loses depends only on who leaves it and who comes, as long as a chain visits it once. So a chain's
worth is the sum of its links, and a beam search extends those that have gained most so far. Any chain that gains can be
begun where its sum never falls behind.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

from tournaments.formats.swiss.arrangement import Arrangement
from tournaments.formats.swiss.nearest import TableNumber, nearest
from tournaments.formats.swiss.seat_history import Cost, Index

CHAIN_LENGTH_LIMIT = 8
# The beam: so many unfinished chains at a time, each extended by so many places.
BEAM_WIDTH = 32
BRANCHES_PER_CHAIN = 10


class Chain(NamedTuple):
    """What it adds to the cost, and who moves: each takes the place of the next. Unfinished, the last has no place
    yet."""

    added: Cost
    movers: tuple[Index, ...]


NO_CHAIN = Chain(0, ())


def apply_chains(arrangement: Arrangement, troubled: Iterable[TableNumber], window: int) -> bool:
    """Apply chains for as long as they save anything; return whether one did."""
    waiting, gained = deque(troubled), False
    links = Links(arrangement, window)
    while waiting:
        best = links.best_chain(waiting.popleft())
        if best.movers:
            touched = arrangement.rotate(best.movers)
            links.forget(touched)
            waiting.extend(number for number in touched if arrangement.trouble(number) and number not in waiting)
            gained = True
    return gained


class Links:
    """Who could take whose place, and what that would add at the table of the one who leaves."""

    def __init__(self, arrangement: Arrangement, window: int) -> None:
        self.arrangement, self.window = arrangement, window
        self.known: dict[Index, list[tuple[Cost, Index]]] = {}

    def forget(self, changed: Sequence[TableNumber]) -> None:
        """Discard what is cached about the tables near a change."""
        first, last = min(changed) - self.window, max(changed) + self.window
        at = self.arrangement.at
        self.known = {one: places for one, places in self.known.items() if not first <= at[one] <= last}

    def best_chain(self, number: TableNumber) -> Chain:
        """Return the best chain found that begins by helping this table."""
        best, open_chains = NO_CHAIN, list(self._first_links(number))
        for _ in range(2, CHAIN_LENGTH_LIMIT + 1):
            open_chains = nsmallest(BEAM_WIDTH, open_chains)
            best = min([best, *map(self._closed, open_chains)])
            if -best.added >= self.arrangement.trouble(number):
                break
            open_chains = [longer for each in open_chains for longer in self._longer(each, best.added)]
        return best

    def _first_links(self, number: TableNumber) -> Iterator[Chain]:
        arrangement = self.arrangement
        table = arrangement.tables[number]
        for other in nearest(number, self.window, len(arrangement.tables)):
            comers = arrangement.tables[other]
            for comer, row in zip(comers, arrangement.grid(comers, table), strict=True):
                company = sum(row)
                for leaver, between in zip(table, row, strict=True):
                    added = company - between - arrangement.inside[leaver]
                    # The seats of the table cannot become cheaper than nothing.
                    if added < arrangement.seats[number]:
                        added += arrangement.seats_with(comer, leaver)
                        if added < 0:
                            yield Chain(added, (comer, leaver))

    def _longer(self, unfinished: Chain, than: Cost) -> Iterator[Chain]:
        at, below = self.arrangement.at, min(0, than) - unfinished.added
        visited = [at[mover] for mover in unfinished.movers]
        for added, leaver in self._places_for(unfinished.movers[-1]):
            if added >= below:
                break
            if at[leaver] not in visited:
                yield Chain(unfinished.added + added, (*unfinished.movers, leaver))

    def _closed(self, unfinished: Chain) -> Chain:
        first, last = unfinished.movers[0], unfinished.movers[-1]
        return Chain(unfinished.added + self._link(last, first), unfinished.movers)

    def _link(self, comer: Index, leaver: Index) -> Cost:
        """Return what it adds at a table when one comes for another."""
        arrangement = self.arrangement
        table = arrangement.tables[arrangement.at[leaver]]
        company = sum(arrangement.costs.pair(comer, other) for other in table if other != leaver)
        return company - arrangement.inside[leaver] + arrangement.seats_with(comer, leaver)

    def _places_for(self, comer: Index) -> list[tuple[Cost, Index]]:
        """Return the best places that an entry could take, whatever becomes of those who hold them."""
        if comer not in self.known:
            self.known[comer] = self._best_places_for(comer)
        return self.known[comer]

    def _best_places_for(self, comer: Index) -> list[tuple[Cost, Index]]:
        """Weigh seats only where the cost of company leaves a place among the best."""
        arrangement = self.arrangement
        numbers = list(nearest(arrangement.at[comer], self.window, len(arrangement.tables)))
        if not numbers:
            return []
        places = sorted(self._company_for(comer, [arrangement.tables[number] for number in numbers]))
        seats = max(arrangement.seats[number] for number in numbers)
        best = [
            (added + arrangement.seats_with(comer, leaver), leaver) for added, leaver in places[:BRANCHES_PER_CHAIN]
        ]
        worst = max(added for added, _ in best)
        for added, leaver in places[BRANCHES_PER_CHAIN:]:
            if added - seats > worst:
                break
            best.append((added + arrangement.seats_with(comer, leaver), leaver))
        return nsmallest(BRANCHES_PER_CHAIN, best)

    def _company_for(self, comer: Index, tables: Sequence[Sequence[Index]]) -> Iterator[tuple[Cost, Index]]:
        """Yield what the company would add for each whose place could be taken."""
        inside = self.arrangement.inside
        costs = iter(self.arrangement.row(comer, [leaver for table in tables for leaver in table]))
        for table in tables:
            row = list(islice(costs, len(table)))
            company = sum(row)
            for leaver, between in zip(table, row, strict=True):
                yield company - between - inside[leaver], leaver
