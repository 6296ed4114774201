"""From a first arrangement to the round: changes of places, then chains, and for small events more than that."""

from collections.abc import Sequence

from games.engine.chance import random_below, random_words
from tournaments.formats.swiss.arrangement import Arrangement
from tournaments.formats.swiss.avoiding import fewer_rematches, strains
from tournaments.formats.swiss.chains import chain
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.exact import MOST, best_tables
from tournaments.formats.swiss.improving import improve
from tournaments.formats.swiss.pasts import Cost, Index
from tournaments.formats.swiss.strangers import tables_of_strangers

# How many entries up and down the standings are looked at: for two to change places, and for each step of a chain.
NEAR = 48
FAR = 96
# Up to so many entries, a round with rematches or broken wishes is shaken until so often in a row it was in vain, and
# then searched for fewer. More entries have so many to choose from that it does not come to that.
SMALL = 300
SHAKES = 12


def search(costs: Costs, start: Sequence[Sequence[Index]], seed: bytes, patience: int) -> Arrangement:
    """The best arrangement found. The first is kept where it is as good as any."""
    found = Arrangement(costs, start)
    target = sum(map(costs.spread, found.tables)) + sum(map(costs.pasts.at_least, found.tables))
    _settle(found, target)
    if found.cost > target and len(costs.heights) <= MOST:
        return _exactly(found)
    if found.troubled(costs.rematch) and len(costs.heights) <= SMALL:
        return _with_fewer_rematches(found, target, seed, patience)
    return found


def _with_fewer_rematches(found: Arrangement, target: Cost, seed: bytes, patience: int) -> Arrangement:
    """A round without any, if one is easily found; or else a longer search. Then all the rest is put right again."""
    known = strains(found.costs)
    tables = tables_of_strangers(known, [len(table) for table in found.tables], patience)
    if not tables:
        found = _shaken(found, target, seed)
        tables = fewer_rematches(known, found.tables, seed, patience)
    if not tables:
        return found
    other = Arrangement(found.costs, sorted(tables, key=lambda table: sum(table) / len(table)))
    _settle(other, target)
    return min(found, _shaken(other, target, seed), key=lambda arrangement: arrangement.cost)


def _settle(arrangement: Arrangement, target: Cost) -> None:
    """Until neither a change of places nor a chain helps, or nothing is left to be gained."""
    size = len(arrangement.at) // len(arrangement.tables)
    improve(arrangement, arrangement.troubled(), NEAR // size)
    improve(arrangement, arrangement.troubled(arrangement.costs.rematch), len(arrangement.tables))
    if arrangement.cost > target:
        chain(arrangement, arrangement.troubled(), FAR // size)


def _exactly(found: Arrangement) -> Arrangement:
    entries = sorted(index for table in found.tables for index in table)
    cost, tables = best_tables(found.costs, entries, [len(table) for table in found.tables])
    return Arrangement(found.costs, sorted(tables)) if cost < found.cost else found


def _shaken(found: Arrangement, target: Cost, seed: bytes) -> Arrangement:
    """At every table with a rematch somebody goes where chance sends them, and what that upsets is put right again."""
    chance, in_vain = random_words(seed, "shake"), 0
    while in_vain < SHAKES and found.troubled(found.costs.rematch):
        other = Arrangement(found.costs, found.tables)
        for number in other.troubled(other.costs.rematch):
            movers = [
                other.tables[number][random_below(chance, len(other.tables[number]))],
                random_below(chance, len(other.at)),
            ]
            if other.at[movers[0]] != other.at[movers[1]]:
                other.rotate(movers)
        improve(other, other.troubled(), len(other.tables))
        chain(other, other.troubled(other.costs.rematch), len(other.tables))
        in_vain = 0 if other.cost < found.cost else in_vain + 1
        found = min(found, other, key=lambda arrangement: arrangement.cost)
    _settle(found, target)
    return found
