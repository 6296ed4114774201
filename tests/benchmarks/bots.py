"""Bots against bots: `python -m tests.benchmarks.bots STRONGER WEAKER GAMES` prints a table.

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
from games.engine.pot_de_vin.modes import MODES

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


def main(stronger: str, weaker: str, games: str) -> None:
    for mode in MODES:
        mean, half = compare(BOTS[stronger], BOTS[weaker], mode, int(games))
        sys.stdout.write(f"{mode:8}  {stronger} against {weaker}: {mean:.3f} ± {half:.3f} in {games} games\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
