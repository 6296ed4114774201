"""How benchmarks measure: contenders take turns, so that whatever else the machine does falls on all of them."""

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

# Plays something whole, a game for instance, and says how many units of work that was.
Work = Callable[[], int]
SLICE = 0.25
ROUNDS = 9


class Contender(NamedTuple):
    """Something to measure."""

    name: str
    work: Work


def rates(contenders: Sequence[Contender], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Units a second of processor time, by contender, once a round."""
    found: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for contender in contenders:
        contender.work()  # fills the caches
    # What the others have loaded is not searched for garbage on anybody's account.
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, work in contenders:
            found[name].append(rate(work))
    return found


def rate(work: Work) -> float:
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SLICE:
        done += work()
    return done / spent


def ratio(ours: list[float], theirs: list[float]) -> float:
    """How many times as fast we are: the middle of the rounds."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
