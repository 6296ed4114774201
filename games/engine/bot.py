"""What a bot is: it sees a view, as a player does, and nothing else."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from games.engine.game import View


class Bot(Protocol):
    """Chooses one of the actions that its view lists as legal. The same view and seed give the same choice."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, seed: bytes) -> str: ...


class Worth(NamedTuple):
    """What an action can be expected to bring: the share of opponents left behind, and points more than they have."""

    beaten: float
    margin: float


class Adviser(Protocol):
    """Says what each legal action is worth to the side of the one who sees the view, and which is best."""

    def weigh(self, view: View, seed: bytes) -> Mapping[str, Worth]: ...
    def best(self, worths: Mapping[str, Worth]) -> str: ...
