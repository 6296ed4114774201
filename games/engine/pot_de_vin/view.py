"""What somebody at the table sees. The one way in which state leaves the engine for people and bots.

A view is to be read, not changed: what everyone sees is worked out once, and shared.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from games.engine.game import NoSuchSeat, Seat, View
from games.engine.pot_de_vin.actions import ACTION_TEXTS
from games.engine.pot_de_vin.cards import CARD_NAMES, CHARACTERS, Card, CardSet, card_names, set_of
from games.engine.pot_de_vin.deck import Deck
from games.engine.pot_de_vin.modes import Mode
from games.engine.pot_de_vin.rules import legal, to_act
from games.engine.pot_de_vin.scoring import GUILD_TITLES, Score, breakdown, places, score_side
from games.engine.pot_de_vin.state import State

VERSION = 1
DONE = (*CARD_NAMES, "pass")
names = lru_cache(maxsize=4096)(card_names)
VOIDS = tuple("".join(name for bit, name in enumerate(CHARACTERS) if bits >> bit & 1) for bits in range(16))


def view(state: State, seat: Seat | None) -> View:
    """What this player sees, or for None somebody who passes by: hands as counts, all else that lies open."""
    return public(state) | own(state, seat)


def views(state: State, seats: Iterable[Seat | None]) -> list[View]:
    """What each of these sees; what all share is worked out once."""
    shared = public(state)
    return [shared | own(state, seat) for seat in seats]


def own(state: State, seat: Seat | None) -> View:
    """The part of a view that is this player's alone. Somebody who passes by has nothing there."""
    if seat is None:
        return {"seat": None, "hand": None, "legal": [], "discarded": None}
    if seat not in state.table.mode.clockwise[0]:
        raise NoSuchSeat(f"there is no seat {ascii(seat)[:40]}")
    card = state.discarded[seat]
    return {
        "seat": seat,
        "hand": names(state.hands[seat]),
        "legal": [ACTION_TEXTS[action] for action in legal(state, seat)],
        "discarded": None if card is None else CARD_NAMES[card],
    }


def public(state: State) -> View:
    """The part of a view that is everyone's: what lies open on the table, and the score if the game ended now."""
    table, hands, gems, treasures, taken, _, round_, order, trick, discarded, voids = state
    mode, turned = table.mode, trumps_turned(state)
    return {
        "view": VERSION,
        "mode": mode.name,
        "deck": table.deck.name,
        "first_leader": table.first_leader,
        "round": round_,
        "rounds": mode.rounds,
        "to_act": to_act(state),
        "trump": turned[-1] if order else None,
        "trumps_turned": turned,
        "trumps_seen": trumps_seen(state),
        "pile": pile_left(state),
        "order": order,
        "trick": [DONE[action] for action in trick],
        "hands": [hand.bit_count() for hand in hands],
        "gems": gems,
        "treasures": treasures,
        "taken": [names(cards) for cards in taken],
        "voids": [VOIDS[bits] for bits in voids],
        "discards_made": [card is not None for card in discarded] if mode.discards else [],
        "scores": scores(mode, table.deck, taken, treasures),
    }


def trumps_turned(state: State) -> tuple[str, ...]:
    """The trump cards in the order in which they were turned up; at six, since the last shuffle (ruling 15)."""
    if not state.round:
        return ()
    return names_in_order(state.pile[: (state.round - 1) % len(state.pile) + 1])


@lru_cache(maxsize=1024)
def names_in_order(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])


def trumps_seen(state: State) -> tuple[str, ...]:
    """At six, the trump cards known so far: they are never won, and come back (ruling 15)."""
    if not state.table.mode.discards or not state.round:
        return ()
    return names(set_of(state.pile[: state.round]))


def pile_left(state: State) -> int:
    """Trump cards that still lie face down."""
    if not state.round:
        return len(state.pile) + sum(card is not None for card in state.discarded)
    return len(state.pile) - 1 - (state.round - 1) % len(state.pile)


@lru_cache(maxsize=1024)
def scores(
    mode: Mode, deck: Deck, taken: tuple[CardSet, ...], treasures: tuple[int, ...]
) -> tuple[dict[str, Any], ...]:
    """What every side has, and its place. The same until the next round is won."""
    sides = [side_score(deck, *won_by(side, taken, treasures)) for side in mode.sides]
    order = places([score for score, _ in sides])
    return tuple([{"place": place, **worth} for place, (_, worth) in zip(order, sides, strict=True)])


@lru_cache(maxsize=4096)
def side_score(
    deck: Deck, seats: tuple[Seat, ...], taken: tuple[CardSet, ...], gems: int
) -> tuple[Score, dict[str, Any]]:
    """What one side has, and what it is made of."""
    score = score_side(deck, seats, taken, gems)
    void = [{"guild": GUILD_TITLES[guild], "seat": seat} for guild, seat in score.void]
    return score, {"seats": seats, "points": score.points, **breakdown(score), "void": void}


def won_by(
    side: tuple[Seat, ...], taken: tuple[CardSet, ...], treasures: tuple[int, ...]
) -> tuple[tuple[Seat, ...], tuple[CardSet, ...], int]:
    """A side, the cards of each partner, and the gems of both."""
    if len(side) == 1:
        return side, (taken[side[0]],), treasures[side[0]]
    return side, tuple([taken[seat] for seat in side]), sum([treasures[seat] for seat in side])


def side_scores(state: State) -> tuple[Score, ...]:
    deck, sides = state.table.deck, state.table.mode.sides
    return tuple([score_side(deck, *won_by(side, state.taken, state.treasures)) for side in sides])
