"""Improves a round by exchanging two entries at a time, for as long as that saves anything."""

from collections import deque
from collections.abc import Iterable

from tournaments.formats.swiss.arrangement import NO_EXCHANGE, Arrangement, Exchange
from tournaments.formats.swiss.nearest import TableNumber, nearest


def improve(arrangement: Arrangement, troubled: Iterable[TableNumber], window: int) -> None:
    """For each troubled table try exchanges with tables up to so many away, the nearest first.

    Every exchange makes the round strictly cheaper, so this ends.
    """
    waiting = deque(troubled)
    queued = set(waiting)
    while waiting:
        number = waiting.popleft()
        queued.discard(number)
        change = _best_for(arrangement, number, window)
        if change.added < 0:
            again = [
                table
                for table in arrangement.rotate([change.one, change.other])
                if arrangement.trouble(table) and table not in queued
            ]
            waiting.extend(again)
            queued.update(again)


def _best_for(arrangement: Arrangement, number: TableNumber, window: int) -> Exchange:
    """Return the best exchange for a table, or the first that leaves nothing to improve but the scores."""
    best = NO_EXCHANGE
    avoidable = arrangement.trouble(number) - arrangement.costs.spread(arrangement.tables[number])
    for other in nearest(number, window, len(arrangement.tables)):
        best = arrangement.best_exchange(number, other, best)
        if 0 < avoidable <= -best.added:
            break
    return best
