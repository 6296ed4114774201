"""Improves the initial tables: exchanges, then chains, and for small events longer searches."""

from collections.abc import Sequence

from games.engine.chance import random_below, random_words
from tournaments.formats.swiss.arrangement import Arrangement
from tournaments.formats.swiss.chain_exchanges import apply_chains
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.exhaustive_search import EXHAUSTIVE_ENTRIES_LIMIT, best_tables
from tournaments.formats.swiss.pair_exchanges import improve
from tournaments.formats.swiss.rematch_free_search import rematch_free_tables
from tournaments.formats.swiss.seat_history import Cost, Index
from tournaments.formats.swiss.tabu_search import fewer_rematches, strains

# How far up and down the standings to look, in entries: for an exchange, and for each link of a chain.
EXCHANGE_WINDOW_ENTRIES = 48
CHAIN_WINDOW_ENTRIES = 96
# Only up to so many entries can rematches or broken wishes be left: larger fields have enough new opponents. Such a
# round is shaken until so many shakes in a row have failed, and then goes to the longer searches.
LONG_SEARCH_ENTRIES_LIMIT = 300
FAILED_SHAKES_LIMIT = 12


def search(costs: Costs, start: Sequence[Sequence[Index]], seed: bytes, search_steps: int) -> Arrangement:
    """Return the best arrangement found, which is the first where none is better."""
    found = Arrangement(costs, start)
    target = sum(map(costs.spread, found.tables)) + sum(map(costs.seat_history.at_least, found.tables))
    _settle(found, target)
    if found.cost > target and len(costs.heights) <= EXHAUSTIVE_ENTRIES_LIMIT:
        return _exactly(found)
    if found.troubled(costs.rematch) and len(costs.heights) <= LONG_SEARCH_ENTRIES_LIMIT:
        return _with_fewer_rematches(found, target, seed, search_steps)
    return found


def _with_fewer_rematches(found: Arrangement, target: Cost, seed: bytes, search_steps: int) -> Arrangement:
    """Return a round without rematches if one is easily found, else run the longer search; then improve the rest
    again."""
    known = strains(found.costs)
    tables = rematch_free_tables(known, [len(table) for table in found.tables], search_steps)
    if not tables:
        found = _shaken(found, target, seed)
        tables = fewer_rematches(known, found.tables, seed, search_steps)
    if not tables:
        return found
    other = Arrangement(found.costs, sorted(tables, key=lambda table: sum(table) / len(table)))
    _settle(other, target)
    return min(found, _shaken(other, target, seed), key=lambda arrangement: arrangement.cost)


def _settle(arrangement: Arrangement, target: Cost) -> None:
    """Improve until neither an exchange nor a chain helps, or nothing is left to gain."""
    size = len(arrangement.at) // len(arrangement.tables)
    improve(arrangement, arrangement.troubled(), EXCHANGE_WINDOW_ENTRIES // size)
    improve(arrangement, arrangement.troubled(arrangement.costs.rematch), len(arrangement.tables))
    if arrangement.cost > target:
        apply_chains(arrangement, arrangement.troubled(), CHAIN_WINDOW_ENTRIES // size)


def _exactly(found: Arrangement) -> Arrangement:
    entries = sorted(index for table in found.tables for index in table)
    cost, tables = best_tables(found.costs, entries, [len(table) for table in found.tables])
    return Arrangement(found.costs, sorted(tables)) if cost < found.cost else found


def _shaken(found: Arrangement, target: Cost, seed: bytes) -> Arrangement:
    """Seat somebody elsewhere at random at every table with a rematch, and improve what that upsets."""
    chance, in_vain = random_words(seed, "shake"), 0
    while in_vain < FAILED_SHAKES_LIMIT and found.troubled(found.costs.rematch):
        other = Arrangement(found.costs, found.tables)
        for number in other.troubled(other.costs.rematch):
            movers = [
                other.tables[number][random_below(chance, len(other.tables[number]))],
                random_below(chance, len(other.at)),
            ]
            if other.at[movers[0]] != other.at[movers[1]]:
                other.rotate(movers)
        improve(other, other.troubled(), len(other.tables))
        apply_chains(other, other.troubled(other.costs.rematch), len(other.tables))
        in_vain = 0 if other.cost < found.cost else in_vain + 1
        found = min(found, other, key=lambda arrangement: arrangement.cost)
    _settle(found, target)
    return found
