"""Orders tables: rounds in columns, and within a round so that few connectors cross."""

from collections.abc import Sequence
from itertools import accumulate

from tournaments.pictures.bracket.tables import BracketRound, BracketTable

Column = int
TableNumber = int


def columns(rounds: Sequence[BracketRound]) -> dict[TableNumber, Column]:
    """Return the column of each table: to the right of the round before in its part, and of all that it waits for."""
    found: dict[TableNumber, Column] = {}
    last: dict[str, Column] = {}
    for each in rounds:
        sources = [found[source] for table in each.tables for source in table.sources if source in found]
        last[each.part] = 1 + max([last.get(each.part, -1), *sources])
        found |= {table.number: last[each.part] for table in each.tables}
    return found


def in_order(rounds: Sequence[BracketRound]) -> list[list[BracketTable]]:
    """Return each round's tables from top to bottom. From the last round back, a table stands where its entries go."""
    targets: dict[TableNumber, list[float]] = {}
    found: list[list[BracketTable]] = []
    for each in reversed(rounds):
        ordered = sorted(each.tables, key=lambda table: mean(targets.get(table.number, [0.5])))
        found.append(ordered)
        for source, share in shares(ordered):
            targets.setdefault(source, []).append(share)
    return found[::-1]


def shares(ordered: Sequence[BracketTable]) -> list[tuple[TableNumber, float]]:
    """Return, for each slot fed by a table, that table and how far down the round the slot stands, from 0 to 1."""
    return [
        (source, (index + (slot + 0.5) / len(table.sources)) / len(ordered))
        for index, table in enumerate(ordered)
        for slot, source in enumerate(table.sources)
        if source is not None
    ]


def spread(centres: Sequence[float], heights: Sequence[float], gap: float) -> list[float]:
    """Return tops that keep the order and the gap, with centres as near as possible to those wished for (least
    squares).

    Without gap and heights this is isotonic regression: neighbours that would overlap are pooled around their mean.
    """
    offsets = list(accumulate([height + gap for height in heights], initial=0.0))
    pools: list[list[float]] = []
    for centre, height, offset in zip(centres, heights, offsets, strict=False):
        pools.append([centre - height / 2 - offset])
        while len(pools) > 1 and mean(pools[-2]) > mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    starts = [mean(pool) for pool in pools for _ in pool]
    return [start + offset for start, offset in zip(starts, offsets, strict=False)]


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
