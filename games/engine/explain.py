"""Explaining a game: at each move, what every action was worth by what the player could know at the time."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine.bot import Adviser, Worth
from games.engine.game import Game, Options, Seat


class Explained(NamedTuple):
    """One move: who took which action, what each was worth, and which the adviser would have taken."""

    seat: Seat
    action: str
    best: str
    worths: Mapping[str, Worth]

    @property
    def cost(self) -> Worth:
        """What the choice gave away. Below zero in one of the two where the adviser weighs the other more."""
        best, taken = self.worths[self.best], self.worths[self.action]
        return Worth(best.beaten - taken.beaten, best.margin - taken.margin)


def explain(
    game: Game[Any, Any], options: Options, seed: bytes, moves: Iterable[tuple[Seat, str]], adviser: Adviser
) -> Iterator[Explained]:
    """A whole game, move by move, as a record holds it. Each move is explained when it is asked for."""
    state = game.start(options, seed)
    for number, (seat, text) in enumerate(moves):
        worths = adviser.weigh(game.view(state, seat), b"move %d" % number)
        state, _ = game.apply(state, seat, game.read(text))
        yield Explained(seat, text, adviser.best(worths), worths)
