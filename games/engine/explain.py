"""Evaluates every move of a finished game, by what its player could know at the time."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine.bot import Adviser, Evaluation
from games.engine.game import Game, Options, Seat


class ExplainedMove(NamedTuple):
    """One move: who took which action, the evaluation of every legal one, and the best of them."""

    seat: Seat
    action: str
    best: str
    evaluations: Mapping[str, Evaluation]

    @property
    def cost(self) -> Evaluation:
        """Return what the choice gave away. Below zero in one of the two where the adviser weighs the other more."""
        best, taken = self.evaluations[self.best], self.evaluations[self.action]
        return Evaluation(best.beaten - taken.beaten, best.margin - taken.margin)


def explain(
    game: Game[Any, Any], options: Options, seed: bytes, moves: Iterable[tuple[Seat, str]], adviser: Adviser
) -> Iterator[ExplainedMove]:
    """Yield the moves of a record with their evaluations, each worked out when it is asked for."""
    state = game.start(options, seed)
    for number, (seat, text) in enumerate(moves):
        evaluations = adviser.evaluate(game.view(state, seat), b"move %d" % number)
        state, _ = game.apply(state, seat, game.read(text))
        yield ExplainedMove(seat, text, adviser.best(evaluations), evaluations)
