"""How long one decision of the expert takes, over whole games against regulars, in processor time."""

import sys
import time
from hashlib import sha256
from statistics import median

from games.engine.game import Seat
from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.bots import BOTS
from games.engine.pot_de_vin.modes import MODES
from tests.benchmarks.measure import table

GAME, GAMES = PotDeVin(), 4


def decisions(mode: str) -> list[float]:
    """The seconds that each real choice of seat 0 took."""
    spent = []
    for number in range(GAMES):
        seed = sha256(b"decision %d" % number).digest()
        state = GAME.start({"mode": mode, "deck": "double"}, seed)
        while acting := GAME.to_act(state):
            seat, start = acting[0], time.process_time()
            view = GAME.view(state, seat)
            chosen = BOTS["expert" if seat == Seat(0) else "regular"].choose(view, seed)
            if seat == Seat(0) and len(view["legal"]) > 1:
                spent.append(time.process_time() - start)
            state, _ = GAME.apply(state, seat, GAME.read(chosen))
    return spent


def main() -> None:
    rows = [
        [mode, str(len(spent)), f"{median(spent) * 1000:.0f} ms", f"{max(spent) * 1000:.0f} ms"]
        for mode in MODES
        if (spent := decisions(mode))
    ]
    sys.stdout.write(table(["expert, 200 playouts", "decisions", "median", "longest"], rows) + "\n\n")
