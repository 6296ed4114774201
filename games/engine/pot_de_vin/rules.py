"""Whose turn, what is allowed, and what follows. The numbers are the rulings in docs/rules/pot-de-vin.md."""

from functools import cache

from games.engine import chance
from games.engine.game import Event, GameOver, NoSuchSeat, NotAnAction, NotLegal, NotYourTurn, Seat
from games.engine.pot_de_vin.actions import FIRST_DISCARD, PASS, Action, discard, is_action
from games.engine.pot_de_vin.cards import (
    CARD_NAMES,
    CARDS,
    CHARACTER_OF,
    NAMES,
    OF_CHARACTER,
    VALUE_OF,
    Card,
    CardSet,
    cards_in,
    cards_of_one,
)
from games.engine.pot_de_vin.state import State, Table
from games.engine.pot_de_vin.trick import winner

BIT = (*(1 << card for card in range(CARDS)), 0)  # of what was played; a pass has none
LIKE = tuple(OF_CHARACTER[character] for character in CHARACTER_OF)  # by card, all of its character
END = Event("end", {})
RESHUFFLES = {5: "trumps-2", 9: "trumps-3"}


# --- Whose turn ---


def to_act(state: State) -> tuple[Seat, ...]:
    """One player in a round; at six before the first round, all who still have to discard (ruling 3)."""
    if state.order:
        return (state.order[len(state.trick)],)
    if state.round:
        return ()
    return tuple(seat for seat in discarders(state) if state.discarded[seat] is None)


def discarders(state: State) -> tuple[Seat, ...]:
    """The three who got nine cards, clockwise from the first leader."""
    return state.table.mode.clockwise[state.table.first_leader][3:]


# --- What is allowed ---


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """What this player may do now, in order; nothing for those who are not to act."""
    if not state.order:
        if state.round or seat not in to_act(state):
            return ()
        return tuple(map(discard, cards_in(state.hands[seat])))
    trick = state.trick
    if state.order[len(trick)] != seat:
        return ()
    hand = state.hands[seat]
    if not trick:  # ruling 4: the leader never passes
        return cards_in(hand)
    following = hand & LIKE[trick[0]]  # ruling 6
    cards = cards_of_one(following) if following else cards_in(hand)
    return (*cards, PASS) if state.gems[seat] else cards  # ruling 5


def default(state: State, seat: Seat) -> Action:
    """What the clock does for somebody who is late (ruling 27)."""
    options = legal(state, seat)
    if not options:
        raise not_to_act(state, seat)
    if PASS in options:
        return PASS
    return min(options, key=lambda action: VALUE_OF[action % FIRST_DISCARD])


# --- What follows ---


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what everyone saw."""
    table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids = state
    if not order:
        return apply_discard(state, seat, action)
    if order[len(trick)] != seat or type(seat) is not int:
        raise not_to_act(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    if action < PASS:
        hands, voids = play_card(hands, voids, trick, seat, action)
        seen = card_seen(seat, action)
    else:
        gems = pay_gem(gems, trick, seat, action)
        seen = pass_seen(seat)
    trick = (*trick, action)
    if len(trick) == len(order):
        return end_of_round(state, seen, hands, gems, voids, trick)
    return State(table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids), (seen,)


def changed(by_seat: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    """The same for everyone but this seat."""
    values = [*by_seat]
    values[seat] = value
    return tuple(values)


def play_card(
    hands: tuple[CardSet, ...], voids: tuple[int, ...], trick: tuple[int, ...], seat: Seat, card: Card
) -> tuple[tuple[CardSet, ...], tuple[int, ...]]:
    """The hands without the card, and who has shown not to hold what was led."""
    hand = hands[seat]
    if not hand >> card & 1:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    if trick and not (follow := LIKE[trick[0]]) >> card & 1:
        led = CHARACTER_OF[trick[0]]
        if hand & follow:
            raise NotLegal(f"seat {seat} must follow {NAMES[led]} (ruling 6)")
        voids = changed(voids, seat, voids[seat] | 1 << led)
    return changed(hands, seat, hand ^ 1 << card), voids


def pay_gem(gems: tuple[int, ...], trick: tuple[int, ...], seat: Seat, action: Action) -> tuple[int, ...]:
    """The gems after a pass."""
    if action > PASS:
        raise NotLegal("cards are discarded before the first round only")
    if not trick:
        raise NotLegal("the leader plays a card and never passes (ruling 4)")
    if not gems[seat]:
        raise NotLegal(f"seat {seat} has no gem left to pass with (ruling 5)")
    return changed(gems, seat, gems[seat] - 1)


@cache
def card_seen(seat: Seat, card: Card) -> Event:
    return Event("card", {"seat": seat, "card": CARD_NAMES[card]})


@cache
def pass_seen(seat: Seat) -> Event:
    return Event("pass", {"seat": seat})


def not_to_act(state: State, seat: Seat) -> GameOver | NoSuchSeat | NotYourTurn:
    """Why this seat cannot act."""
    if type(seat) is not int or not 0 <= seat < state.table.mode.seats:
        return NoSuchSeat(f"there is no seat {ascii(seat)[:40]}")
    if state.is_over:
        return GameOver("the game is over")
    return NotYourTurn(f"seat {', '.join(map(str, to_act(state)))} is to act, not {seat}")


def end_of_round(
    state: State,
    seen: Event,
    hands: tuple[CardSet, ...],
    gems: tuple[int, ...],
    voids: tuple[int, ...],
    trick: tuple[int, ...],
) -> tuple[State, tuple[Event, ...]]:
    """The winner takes all, those without cards lose their gems, and the next round begins or the game ends."""
    table, _, _, treasures, taken, pile, round_, order, _, discarded, _ = state
    trump = pile[(round_ - 1) % len(pile)]
    won_by = winner(order, trick, trump)
    prize = 0 if table.mode.discards else 1 << trump  # rulings 9 and 15
    for action in trick:
        prize |= BIT[action]
    taken = changed(taken, won_by, taken[won_by] | prize)
    if paid := trick.count(PASS):
        treasures = changed(treasures, won_by, treasures[won_by] + paid)
    if 0 in hands:  # ruling 10
        gems = tuple([own if hand else 0 for own, hand in zip(gems, hands, strict=True)])
    round_, pile, order, event = next_round(table, round_, pile, hands, won_by)
    after = State(table, hands, gems, treasures, taken, pile, round_, order, (), discarded, voids)
    return after, (seen, round_seen(won_by, paid), event)


def next_round(
    table: Table, number: int, pile: tuple[Card, ...], hands: tuple[CardSet, ...], leader: Seat
) -> tuple[int, tuple[Card, ...], tuple[Seat, ...], Event]:
    """Its number, pile and order. The winner leads, or clockwise the first who has cards (rulings 11 to 14)."""
    mode = table.mode
    order = mode.clockwise[leader]
    if 0 in hands:
        order = tuple([seat for seat in order if hands[seat]])
    if number == mode.rounds or not order:
        return number, pile, (), END
    number += 1
    if mode.discards and number in RESHUFFLES:  # ruling 15
        pile = chance.shuffle(pile, table.seed, RESHUFFLES[number])
    return number, pile, order, trump_seen(number, pile[(number - 1) % len(pile)])


@cache
def round_seen(winner: Seat, gems: int) -> Event:
    return Event("round", {"winner": winner, "gems": gems})


@cache
def trump_seen(number: int, card: Card) -> Event:
    return Event("trump", {"round": number, "card": CARD_NAMES[card]})


def apply_discard(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """One of the three puts a card into the pile, unseen (ruling 3)."""
    if seat not in to_act(state) or type(seat) is not int:
        raise not_to_act(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    card = action - FIRST_DISCARD
    if card < 0:
        raise NotLegal("the three with nine cards discard before the first round")
    if not state.hands[seat] >> card & 1:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    hands = changed(state.hands, seat, state.hands[seat] ^ 1 << card)
    discarded = (*state.discarded[:seat], card, *state.discarded[seat + 1 :])
    after, seen = state._replace(hands=hands, discarded=discarded), Event("discard", {"seat": seat})
    if to_act(after):
        return after, (seen,)
    return first_round_at_six(after, seen)


def first_round_at_six(state: State, seen: Event) -> tuple[State, tuple[Event, ...]]:
    """The unseen card and the three discards are shuffled, and the first is turned up (ruling 3)."""
    table, thrown = state.table, [card for seat in discarders(state) if (card := state.discarded[seat]) is not None]
    pile = chance.shuffle([*state.pile, *thrown], table.seed, "trumps-1")
    number, pile, order, event = next_round(table, 0, pile, state.hands, table.first_leader)
    return state._replace(pile=pile, round=number, order=order), (seen, event)
