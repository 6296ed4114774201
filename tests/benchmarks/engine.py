"""Moves a second of random play through the public interface, on one core, beside other libraries' card games.

Two tables: with nothing but the moves, and with every seat's view after
each move. A ratio is the middle of rounds in which all contenders took turns.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import Random
from statistics import median

from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.measure import Contender, rates, ratio, table
from tests.benchmarks.peers import cpp_peers, python_peers

OURS = "solo-4"


class OurGame:
    """One game at random, as a table would play it: legal, apply, and the views of all."""

    def __init__(self, mode: str, views: bool) -> None:
        self.options, self.views, self.random, self.numbers = (
            {"mode": mode, "deck": "double"},
            views,
            Random(1),
            count(),
        )

    def __call__(self) -> int:
        game, views, choice, moves = PotDeVin(), self.views, self.random.choice, 0
        seats = range(game.seats(self.options))
        state = game.start(self.options, sha256(b"%d" % next(self.numbers)).digest())
        while acting := game.to_act(state):
            state, _ = game.apply(state, acting[0], choice(game.legal(state, acting[0])))
            moves += 1
            if views:
                game.views(state, seats)
        return moves


def contenders(*, views: bool) -> Iterator[Contender]:
    for mode in MODES:
        yield Contender(mode, OurGame(mode, views))
    yield from python_peers(views=views)
    yield from cpp_peers(views=views)


def report(*, views: bool) -> str:
    found = rates(list(contenders(views=views)))
    ours = found[OURS]
    rows = [[name, f"{median(theirs):,.0f}", f"{ratio(ours, theirs):.1f}"] for name, theirs in found.items()]
    return table(["with all views" if views else "moves alone", "moves a second", f"{OURS} against it"], rows)


def main() -> None:
    for views in (False, True):
        sys.stdout.write(report(views=views) + "\n\n")
        sys.stdout.flush()
