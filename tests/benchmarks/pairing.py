"""Pairing round 5, beside py4swiss and weighted matching by rustworkx and networkx, which know tables of two only.

Everyone gets the same tournament: four rounds paired by us, with results at random and one tie in ten. Each is
given it beforehand in its own form: a field, a report file, a graph with our own costs. Then only the pairing is
timed, in processor time, in turns; slow ones once, and only up to 1,024 entries. Then what else an event of 4,096 needs
after ten rounds: the standings by each tie-break that looks at opponents, and the explanation of every table.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import log
from random import Random
from statistics import median
from typing import Any

from tests.benchmarks.measure import table
from tests.tournaments.formats.random_tournaments import Paired, tournament
from tournaments.formats.checker import Shortcomings, shortcomings
from tournaments.formats.results import Results
from tournaments.formats.standings import Placing, standings
from tournaments.formats.swiss import Settings, Sizes, pair
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.explaining import explain
from tournaments.formats.tables import Round, Table
from tournaments.formats.tie_breaks import HeadToHead, OpponentsMean, OpponentsOpponents, PerformanceRating, TieBreak

ENTRIES = (64, 256, 1024, 4096)
SIZES = (2, 4, 6)
REPEATS = 5
# The most entries that a peer is asked for.
LIMITS = {"py4swiss": 1024, "rustworkx": 1024, "networkx": 1024}


@dataclass(frozen=True)
class Timed:
    """The middle of some times, and the round that came of it."""

    seconds: float
    round: Round


@cache
def before_round(number: int, entries: int, size: int) -> Paired:
    settings = Settings(sizes=Sizes(size, size, size) if entries % size == 0 else Sizes(size - 1, size, size))
    *_, last = tournament(Random(entries), entries, settings, rounds=number, quiet=True)
    return last


def ours(paired: Paired) -> Callable[[], Round]:
    return partial(pair, paired.field, paired.settings, b"seed 4")


def py4swiss(paired: Paired) -> Callable[[], Round]:
    from tests.tournaments.formats.py4swiss_rounds import by_report_file, report_file

    return partial(by_report_file, report_file(paired))


def our_costs(paired: Paired) -> Iterator[tuple[int, int, int]]:
    """Every two, and what a table of them costs by our own rule."""
    costs = Costs(paired.field.entries, paired.scores, paired.field, paired.settings.weights)
    for one, other in combinations(range(len(paired.field.entries)), 2):
        yield one, other, costs.table((one, other))


def rustworkx(paired: Paired) -> Callable[[], Round]:
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(paired.field.entries)))
    edges = list(our_costs(paired))
    highest = max(cost for _, _, cost in edges)
    graph.add_edges_from([(one, other, highest - cost) for one, other, cost in edges])
    match = partial(rustworkx.max_weight_matching, graph, max_cardinality=True, weight_fn=int)
    return lambda: _as_round(paired, match())


def networkx(paired: Paired) -> Callable[[], Round]:
    import networkx

    graph = networkx.Graph()
    edges = list(our_costs(paired))
    highest = max(cost for _, _, cost in edges)
    graph.add_weighted_edges_from((one, other, highest - cost) for one, other, cost in edges)
    return lambda: _as_round(paired, networkx.max_weight_matching(graph, maxcardinality=True))


PEERS = {"py4swiss": py4swiss, "rustworkx": rustworkx, "networkx": networkx}


def _as_round(paired: Paired, matching: Any) -> Round:
    entries = paired.field.entries
    return Round(tuple(Table((entries[one].id, entries[other].id)) for one, other in matching), ())


def timed(works: dict[str, Callable[[], Round]]) -> dict[str, Timed]:
    """In turns; whoever takes longer than two seconds has only one."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    rounds: dict[str, Round] = {}
    gc.collect()
    gc.freeze()
    for _ in range(REPEATS):
        for name, work in works.items():
            if not spent[name] or spent[name][0] < 2:
                start = time.process_time()
                rounds[name] = work()
                spent[name].append(time.process_time() - start)
    return {name: Timed(median(spent[name]), rounds[name]) for name in works}


def contenders(paired: Paired, entries: int, size: int) -> dict[str, Callable[[], Round]]:
    found = {"Guildhall": ours(paired)}
    for name, make in PEERS.items() if size == 2 else ():
        if entries <= LIMITS[name]:
            try:
                found[name] = make(paired)
            except ImportError as missing:
                sys.stderr.write(f"{name} is not here: {missing}\n")
    return found


def quality(paired: Paired, found: Round) -> Shortcomings:
    return shortcomings(found, paired.field, paired.scores)


def main() -> None:
    rows, seconds = [], {}
    for size in SIZES:
        for entries in ENTRIES:
            paired = before_round(5, entries, size)
            for name, result in timed(contenders(paired, entries, size)).items():
                seconds[name, size, entries] = result.seconds
                rows.append(row(name, size, entries, result, paired))
    sys.stdout.write(table(["", "entries", "ms", "rematches", "spread", "seats"], rows) + "\n\n")
    for size in SIZES:
        slope = log(seconds["Guildhall", size, 4096] / seconds["Guildhall", size, 256]) / log(16)
        sys.stdout.write(f"Tables of {size}: time grows with entries to the power of {slope:.2f} from 256 to 4,096.\n")
    sys.stdout.write("\n" + table(["after ten rounds of 4,096, tables of 4", "ms"], list(after_ten_rounds())) + "\n")


def after_ten_rounds() -> Iterator[list[str]]:
    """Each is timed from the rounds alone: results and all, with nothing remembered from the one before."""
    paired = before_round(11, 4096, 4)
    rules = [(rule,) for rule in (OpponentsMean(), OpponentsOpponents(), HeadToHead(), PerformanceRating())]
    for asked in [(), *rules, tuple(rule for (rule,) in rules)]:
        name = ", ".join(rule.abbreviation for rule in asked) or "points alone"
        work = partial(standings_from, paired, asked)
        yield [f"standings by {name}", milliseconds(work)]
    yield ["explanations of 1,024 tables", milliseconds(partial(explain, paired.round, paired.field, paired.settings))]


def standings_from(paired: Paired, rules: Sequence[TieBreak]) -> list[Placing]:
    return standings(Results(paired.field.entries, paired.field.rounds), rules)


def milliseconds(work: Callable[[], object]) -> str:
    """The middle of some times, in processor time."""
    spent = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return f"{1000 * median(spent):,.0f}"


def row(name: str, size: int, entries: int, result: Timed, paired: Paired) -> list[str]:
    found = quality(paired, result.round)
    figures = [f"{entries:,}", f"{1000 * result.seconds:,.0f}", str(found.rematches), f"{float(found.spread):.1f}"]
    # A matching says who meets, not who sits where.
    return [f"{name}, tables of {size}", *figures, str(found.seats) if name in ("Guildhall", "py4swiss") else ""]
