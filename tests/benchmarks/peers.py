"""Card games of other libraries, played at random through their public interfaces, where they are installed.

RLCard's `env.step` always hands out the next player's view; OpenSpiel's states hand out none until asked. With views
means: after every move, what each seat may see.
"""

import contextlib
import os
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

from tests.benchmarks.measure import Contender

RLCARD = (
    "blackjack",
    "bridge",
    "doudizhu",
    "gin-rummy",
    "leduc-holdem",
    "limit-holdem",
    "mahjong",
    "no-limit-holdem",
    "uno",
)
OPENSPIEL_PYTHON = ("python_kuhn_poker", "python_liars_poker")
OPENSPIEL_CPP = (
    "bridge(use_double_dummy_result=false)",
    "crazy_eights",
    "dou_dizhu",
    "euchre",
    "gin_rummy",
    "hearts",
    "oh_hell",
    "skat",
    "spades",
)


def python_peers(*, views: bool) -> Iterator[Contender]:
    """Card games written in Python."""
    with contextlib.suppress(ImportError):
        import rlcard

        for name in RLCARD:
            yield Contender(f"RLCard {name}", RlcardGame(rlcard.make(name), views))
    with contextlib.suppress(ImportError):
        for name in OPENSPIEL_PYTHON:
            yield Contender(f"OpenSpiel {name}", SpielGame(openspiel(), name, views))


def cpp_peers(*, views: bool) -> Iterator[Contender]:
    """Card games written in C++ and driven from Python."""
    with contextlib.suppress(ImportError):
        for name in OPENSPIEL_CPP:
            yield Contender(f"OpenSpiel {name.partition('(')[0]}", SpielGame(openspiel(), name, views))


def openspiel() -> ModuleType:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers the games written in Python)

    return pyspiel


class RlcardGame:
    """One game at random."""

    def __init__(self, environment: Any, views: bool) -> None:
        self.environment, self.views, self.random = environment, views, Random(1)

    def __call__(self) -> int:
        environment, views, choice, moves = self.environment, self.views, self.random.choice, 0
        seats = range(environment.num_players)
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(choice(list(state["legal_actions"])))
            moves += 1
            if views:
                for seat in seats:
                    environment.get_state(seat)
        return moves


class SpielGame:
    """One game at random. Cards are dealt by uniform chance, which is not counted as a move."""

    def __init__(self, pyspiel: ModuleType, name: str, views: bool) -> None:
        self.game, self.views, self.random = pyspiel.load_game(name), views, Random(1)
        self.tensor = self.game.get_type().provides_information_state_tensor

    def __call__(self) -> int:
        choice, moves = self.random.choice, 0
        state, seats = self.game.new_initial_state(), range(self.game.num_players())
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.chance_outcomes())[0])
                continue
            state.apply_action(choice(state.legal_actions()))
            moves += 1
            if self.views and not state.is_terminal() and not state.is_chance_node():
                for seat in seats:
                    state.information_state_tensor(seat) if self.tensor else state.observation_tensor(seat)
        return moves
