"""What somebody at the table sees. The one way in which state leaves the engine for people and bots."""

from functools import lru_cache
from typing import Any

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import PASS, WRITTEN
from games.engine.pot_de_vin.cards import CARD_NAMES, CHARACTERS, card_names
from games.engine.pot_de_vin.rules import legal, to_act
from games.engine.pot_de_vin.scoring import GUILD_TITLES, Score, breakdown, places, score_side
from games.engine.pot_de_vin.state import State

VERSION = 1
VOIDS = tuple("".join(name for bit, name in enumerate(CHARACTERS) if bits >> bit & 1) for bits in range(16))


def view(state: State, seat: Seat | None) -> View:
    """What this player sees, or for None somebody who passes by: hands as counts, all else that lies open."""
    return seen_by(state, seat, public(state))


def views(state: State) -> tuple[View, ...]:
    """Every player's view; what all share is worked out once."""
    shared = public(state)
    return tuple(seen_by(state, Seat(seat), shared) for seat in range(state.table.mode.seats))


def seen_by(state: State, seat: Seat | None, shared: View) -> View:
    if seat is None:
        return shared
    mine = state.discarded[seat]
    return shared | {
        "seat": seat,
        "hand": card_names(state.hands[seat]),
        "legal": [WRITTEN[action] for action in legal(state, seat)],
        "discarded": None if mine is None else CARD_NAMES[mine],
    }


def public(state: State) -> View:
    """What lies open on the table."""
    mode = state.table.mode
    return {
        "view": VERSION,
        "mode": mode.name,
        "deck": state.table.deck.name,
        "first_leader": state.table.first_leader,
        "round": state.round,
        "rounds": mode.rounds,
        "to_act": list(to_act(state)),
        "trump": CARD_NAMES[state.trump] if state.order else None,
        "trumps_seen": trumps_seen(state),
        "pile": pile_left(state),
        "order": list(state.order),
        "trick": ["pass" if action == PASS else CARD_NAMES[action] for action in state.trick],
        "hands": [hand.bit_count() for hand in state.hands],
        "gems": list(state.gems),
        "treasures": list(state.treasures),
        "taken": [card_names(cards) for cards in state.taken],
        "voids": [VOIDS[bits] for bits in state.voids],
        "discards_made": [card is not None for card in state.discarded] if mode.discards else [],
        "scores": standing(state),
    }


def trumps_seen(state: State) -> list[str]:
    """At six, the trump cards known so far: they are never won, and come back (ruling 15)."""
    if not state.table.mode.discards or not state.round:
        return []
    known = state.pile[: state.round] if state.round <= len(state.pile) else state.pile
    return [CARD_NAMES[card] for card in sorted(known)]


def pile_left(state: State) -> int:
    """Trump cards that still lie face down."""
    if not state.round:
        return len(state.pile) + sum(card is not None for card in state.discarded)
    return len(state.pile) - 1 - (state.round - 1) % len(state.pile)


def standing(state: State) -> tuple[dict[str, Any], ...]:
    """The score that everyone would have if the game ended now. The same until the next round is won."""
    return standing_of(state.table.mode.sides, side_scores(state))


@lru_cache(maxsize=4096)
def standing_of(sides: tuple[tuple[Seat, ...], ...], scores: tuple[Score, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"seats": seats, "place": place, "points": score.points, **worth(score)}
        for seats, place, score in zip(sides, places(scores), scores, strict=True)
    )


def side_scores(state: State) -> tuple[Score, ...]:
    return tuple(
        score_side(
            state.table.deck,
            seats,
            tuple(state.taken[seat] for seat in seats),
            sum(state.treasures[seat] for seat in seats),
        )
        for seats in state.table.mode.sides
    )


def worth(score: Score) -> dict[str, Any]:
    return breakdown(score) | {"void": [{"guild": GUILD_TITLES[guild], "seat": seat} for guild, seat in score.void]}
