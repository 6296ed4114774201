"""What a bot is: it sees a view, as a player does, and nothing else."""

from typing import Protocol

from games.engine.game import View


class Bot(Protocol):
    """Chooses one of the actions that its view lists as legal. The same view and seed give the same choice."""

    @property
    def name(self) -> str: ...

    def choose(self, view: View, seed: bytes) -> str: ...
