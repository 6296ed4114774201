"""The strong bot: samples hands that fit its view, plays each action out in all samples, and takes the best
(a Monte Carlo search)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from games.engine.bot import Evaluation
from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import read
from games.engine.pot_de_vin.bots.state_sampling import sample_state
from games.engine.pot_de_vin.rules import apply, legal, to_act
from games.engine.pot_de_vin.scoring import places
from games.engine.pot_de_vin.state import State
from games.engine.pot_de_vin.view import side_scores

# Given the number of actions, returns an iterator with one item for each sample that the search may take.
Budget = Callable[[int], Iterator[int]]
# The weight of a point of margin beside a beaten opponent: it tells a narrow win from a safe one.
MARGIN_WEIGHT = 0.01


def playouts(number: int) -> Budget:
    """Return a budget of so many playouts, spread evenly over the actions. The same view gives the same choice."""
    return lambda actions: iter(range(max(1, number // actions)))


def seconds(limit: float, clock: Callable[[], float]) -> Budget:
    """Return a budget of as many samples as fit into a time by this clock, one at least."""

    def samples(actions: int) -> Iterator[int]:
        end, number = clock() + limit, 0
        while number == 0 or clock() < end:
            yield number
            number += 1

    return samples


DEFAULT_BUDGET = playouts(200)


@dataclass(frozen=True)
class Expert:
    """Searches within a budget. All actions are played out in the same samples, so that luck favours none."""

    budget: Budget = DEFAULT_BUDGET
    name: str = "expert"

    def choose(self, view: View, seed: bytes) -> str:
        options: list[str] = view["legal"]
        return options[0] if len(options) == 1 else self.best(self.evaluate(view, seed))

    def best(self, evaluations: Mapping[str, Evaluation]) -> str:
        """Return the action that beats most opponents, and a little for points; of equals, the lowest card."""
        return max(
            evaluations,
            key=lambda text: (evaluations[text].beaten + MARGIN_WEIGHT * evaluations[text].margin, -read(text)),
        )

    def evaluate(self, view: View, seed: bytes) -> dict[str, Evaluation]:
        """Return the evaluation of each legal action for this player's side."""
        options = [read(text) for text in view["legal"]]
        if not options:
            return {}
        random = Random(sha256(seed + repr(view).encode()).digest())  # noqa: S311  (sampling, not a deal)
        seat, beaten, margins, samples = Seat(view["seat"]), [0.0] * len(options), [0.0] * len(options), 0
        for _ in self.budget(len(options)):
            sampled, samples = sample_state(view, random), samples + 1
            for index, option in enumerate(options):
                end = evaluation_of(play_out(apply(sampled, seat, option)[0], random), seat)
                beaten[index] += end.beaten
                margins[index] += end.margin
        totals = zip(view["legal"], beaten, margins, strict=True)
        return {text: Evaluation(share / samples, margin / samples) for text, share, margin in totals}


def play_out(state: State, random: Random) -> State:
    """Play to the end at random; a pass is as likely as each single card."""
    choice = random.choice
    while acting := to_act(state):
        state, _ = apply(state, acting[0], choice(legal(state, acting[0])))
    return state


def evaluation_of(end: State, seat: Seat) -> Evaluation:
    """Return the evaluation of a finished game for the side of this seat."""
    scores, sides = side_scores(end), end.table.mode.sides
    order = places(scores)
    mine = next(index for index, side in enumerate(sides) if seat in side)
    others = [index for index in range(len(sides)) if index != mine]
    beaten = sum(1.0 if order[other] > order[mine] else 0.5 if order[other] == order[mine] else 0.0 for other in others)
    margin = scores[mine].points - sum(scores[other].points for other in others) / len(others)
    return Evaluation(beaten / len(others), margin)
