"""Builds positions for tests from hands and piles by card name."""

from collections.abc import Sequence

from games.engine.game import Seat
from games.engine.pot_de_vin.actions import PASS, read
from games.engine.pot_de_vin.cards import CARD_NUMBERS, Card, CardSet
from games.engine.pot_de_vin.deck import deck_named
from games.engine.pot_de_vin.modes import MODES
from games.engine.pot_de_vin.rules import apply
from games.engine.pot_de_vin.state import State, Table

SEED = bytes(range(1, 33))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(CARD_NUMBERS[name] for name in text.split())


def card_set(text: str) -> CardSet:
    return sum(1 << card for card in cards(text))


def position(
    mode: str,
    hands: Sequence[str],
    *,
    pile: str,
    number: int = 1,
    leader: int = 0,
    gems: Sequence[int] | None = None,
    taken: Sequence[str] = (),
    treasures: Sequence[int] = (),
    deck: str = "double",
) -> State:
    """Return a state at the start of a round. The pile's first card is the trump of round 1; seats without cards are
    skipped."""
    table = Table(MODES[mode], deck_named(deck), SEED, Seat(leader))
    seats = table.mode.seats
    held = tuple(map(card_set, hands))
    own = tuple(gems) if gems is not None else (table.mode.gems,) * seats
    return State(
        table=table,
        hands=held,
        gems=own,
        treasures=tuple(treasures) or (0,) * seats,
        taken=tuple(map(card_set, taken)) or (0,) * seats,
        pile=cards(pile),
        round=number,
        order=tuple(seat for seat in table.mode.clockwise[leader] if held[seat]),
        trick=(),
        discarded=(None,) * seats,
        voids=(0,) * seats,
    )


def play(state: State, *moves: str) -> State:
    """Play cards by name, or "pass", each by the player whose turn it is."""
    for move in moves:
        action = PASS if move == "pass" else read(f"play {move}")
        state, _ = apply(state, state.order[len(state.trick)], action)
    return state
