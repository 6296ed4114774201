"""The interfaces of bots. A bot sees a view, as a player does, and nothing else."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from games.engine.game import View


class Bot(Protocol):
    """Chooses one of the actions that its view lists as legal. The same view and seed give the same choice."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, seed: bytes) -> str: ...


class Evaluation(NamedTuple):
    """The expected result of an action: the share of opponents beaten, and the lead over them in points."""

    beaten: float
    margin: float


class Adviser(Protocol):
    """Evaluates each legal action for the side of the player whose view it is, and says which is best."""

    def evaluate(self, view: View, seed: bytes) -> Mapping[str, Evaluation]: ...
    def best(self, evaluations: Mapping[str, Evaluation]) -> str: ...
