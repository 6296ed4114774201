"""An expert: imagines hands that fit what was seen, plays each action out in all of them, and takes the best."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from games.engine.bot import Worth
from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import read
from games.engine.pot_de_vin.bots.worlds import sample
from games.engine.pot_de_vin.rules import apply, legal, to_act
from games.engine.pot_de_vin.scoring import places
from games.engine.pot_de_vin.state import State
from games.engine.pot_de_vin.view import side_scores

# How many worlds to imagine: given the number of actions, something that lasts as long as the search may.
Budget = Callable[[int], Iterator[int]]
# Points matter beside the place: they tell a narrow win from a safe one.
POINT = 0.01


def playouts(number: int) -> Budget:
    """So many games to the end, spread evenly over the actions. The same choice every time."""
    return lambda actions: iter(range(max(1, number // actions)))


def seconds(limit: float, clock: Callable[[], float]) -> Budget:
    """As many as fit into a time by this clock, one world at least."""

    def worlds(actions: int) -> Iterator[int]:
        end, number = clock() + limit, 0
        while number == 0 or clock() < end:
            yield number
            number += 1

    return worlds


USUAL = playouts(200)


@dataclass(frozen=True)
class Expert:
    """Searches within a budget. Each imagined world is the same for all actions, so that luck falls on all alike."""

    budget: Budget = USUAL
    name: str = "expert"

    def choose(self, view: View, seed: bytes) -> str:
        options: list[str] = view["legal"]
        return options[0] if len(options) == 1 else self.best(self.weigh(view, seed))

    def best(self, worths: Mapping[str, Worth]) -> str:
        """The most opponents beaten, with an eye on points; of equals, the lowest card."""
        return max(worths, key=lambda text: (worths[text].beaten + POINT * worths[text].margin, -read(text)))

    def weigh(self, view: View, seed: bytes) -> dict[str, Worth]:
        """What each legal action is worth for my side."""
        options = [read(text) for text in view["legal"]]
        if not options:
            return {}
        random = Random(sha256(seed + repr(view).encode()).digest())  # noqa: S311  (imagination, not a deal)
        seat, beaten, margins, worlds = Seat(view["seat"]), [0.0] * len(options), [0.0] * len(options), 0
        for _ in self.budget(len(options)):
            world, worlds = sample(view, random), worlds + 1
            for index, option in enumerate(options):
                end = worth_of(play_out(apply(world, seat, option)[0], random), seat)
                beaten[index] += end.beaten
                margins[index] += end.margin
        totals = zip(view["legal"], beaten, margins, strict=True)
        return {text: Worth(share / worlds, margin / worlds) for text, share, margin in totals}


def play_out(state: State, random: Random) -> State:
    """Plays on to the end, everyone at random, with a pass no likelier than a card."""
    choice = random.choice
    while acting := to_act(state):
        state, _ = apply(state, acting[0], choice(legal(state, acting[0])))
    return state


def worth_of(end: State, seat: Seat) -> Worth:
    """How good an end is for the side of this seat."""
    scores, sides = side_scores(end), end.table.mode.sides
    order = places(scores)
    mine = next(index for index, side in enumerate(sides) if seat in side)
    others = [index for index in range(len(sides)) if index != mine]
    beaten = sum(1.0 if order[other] > order[mine] else 0.5 if order[other] == order[mine] else 0.0 for other in others)
    margin = scores[mine].points - sum(scores[other].points for other in others) / len(others)
    return Worth(beaten / len(others), margin)
