"""An expert: imagines hands that fit what was seen, plays each action out in all of them, and takes the best."""

from dataclasses import dataclass
from hashlib import sha256
from random import Random

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import WRITTEN, read
from games.engine.pot_de_vin.bots.regular import Regular
from games.engine.pot_de_vin.bots.worlds import sample
from games.engine.pot_de_vin.rules import apply, legal
from games.engine.pot_de_vin.scoring import places
from games.engine.pot_de_vin.state import State
from games.engine.pot_de_vin.view import side_scores

# Points matter beside the place: they tell a narrow win from a safe one.
POINT = 0.01


@dataclass(frozen=True)
class Expert:
    """Searches within a budget of playouts, spread evenly over the actions, each world the same for all."""

    playouts: int = 200
    name: str = "expert"

    def choose(self, view: View, seed: bytes) -> str:
        if not view["order"]:
            return Regular().choose(view, seed)
        worths = self.weigh(view, seed)
        return max(worths, key=lambda text: (worths[text], -read(text)))

    def weigh(self, view: View, seed: bytes) -> dict[str, float]:
        """What each legal action is worth for my side: the share of opponents beaten, and a little for points."""
        options = [read(text) for text in view["legal"]]
        if len(options) == 1:
            return {WRITTEN[options[0]]: 0.0}
        random = Random(sha256(seed + repr(view).encode()).digest())  # noqa: S311  (imagination, not a deal)
        seat = Seat(view["seat"])
        totals, worlds = dict.fromkeys(options, 0.0), max(1, self.playouts // len(options))
        for _ in range(worlds):
            world = sample(view, random)
            for option in options:
                totals[option] += utility(play_out(apply(world, seat, option)[0], random), seat)
        return {WRITTEN[option]: total / worlds for option, total in totals.items()}


def play_out(state: State, random: Random) -> State:
    """Plays on to the end, everyone at random, with a pass no likelier than a card."""
    choice = random.choice
    while state.order:
        seat = state.order[len(state.trick)]
        state, _ = apply(state, seat, choice(legal(state, seat)))
    return state


def utility(state: State, seat: Seat) -> float:
    """How good an end is for the side of this seat."""
    scores, sides = side_scores(state), state.table.mode.sides
    mine = next(index for index, side in enumerate(sides) if seat in side)
    order = places(scores)
    others = [index for index in range(len(sides)) if index != mine]
    beaten = sum(1.0 if order[other] > order[mine] else 0.5 if order[other] == order[mine] else 0.0 for other in others)
    margin = scores[mine].points - sum(scores[other].points for other in others) / len(others)
    return beaten / len(others) + POINT * margin
