"""Bots against bots: `make bench ARGS="bots STRONGER WEAKER GAMES MODE ..."`; all but the name may be left out.

One side plays the stronger bot and all others the weaker, each side in turn. The figure is the share of opponents
beaten, ties half, so that equals come to 0.5; with a 95 % confidence interval.
"""

import sys
from hashlib import sha256
from statistics import fmean, stdev

from games.engine.bot import Bot
from games.engine.game import Result, Seat
from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.bots import BOTS
from games.engine.pot_de_vin.bots.expert import Expert, playouts
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.measure import table

GAME = PotDeVin()


def play(mode: str, bots: list[Bot], seed: bytes) -> Result:
    state = GAME.start({"mode": mode, "deck": "double"}, seed)
    while acting := GAME.to_act(state):
        seat = acting[0]
        action = GAME.read(bots[seat].choose(GAME.view(state, seat), seed))
        state, _ = GAME.apply(state, seat, action)
    result = GAME.result(state)
    assert result
    return result


def share_beaten(result: Result, side: int) -> float:
    places = [one.place for one in result.sides]
    others = [place for index, place in enumerate(places) if index != side]
    return fmean(1.0 if place > places[side] else 0.5 if place == places[side] else 0.0 for place in others)


def compare(stronger: Bot, weaker: Bot, mode: str, games: int) -> tuple[float, float]:
    """The mean share of opponents beaten, and half the width of its confidence interval."""
    sides, shares = MODES[mode].sides, []
    for number in range(games):
        side = number % len(sides)
        bots = [stronger if Seat(seat) in sides[side] else weaker for seat in range(MODES[mode].seats)]
        shares.append(share_beaten(play(mode, bots, sha256(b"%d" % number).digest()), side))
    return fmean(shares), 1.96 * stdev(shares) / games**0.5


def bot_named(name: str) -> Bot:
    """A level, or the expert with a number of playouts of one's own, as in expert:100."""
    level, _, number = name.partition(":")
    return Expert(playouts(int(number))) if number else BOTS[level]


def main(stronger: str = "", weaker: str = "", games: str = "100", *modes: str) -> None:
    pairs = [(stronger, weaker)] if weaker else [("regular", "novice"), ("expert:20", "regular")]
    rows = []
    for better, worse in pairs:
        for mode in modes or MODES:
            mean, half = compare(bot_named(better), bot_named(worse), mode, int(games))
            rows.append([f"{mode}, {better} against {worse}", f"{mean:.3f} ± {half:.3f}", games])
    sys.stdout.write(table(["share of opponents beaten", "mean", "games"], rows) + "\n\n")
