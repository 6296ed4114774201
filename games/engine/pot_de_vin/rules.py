"""The rules of play: whose turn it is, which actions are legal, and what they change.

The numbers are the rulings in docs/rules/pot-de-vin.md.
"""

from functools import cache

from games.engine import chance
from games.engine.game import Event, GameOver, NoSuchSeat, NotAnAction, NotLegal, NotYourTurn, Seat
from games.engine.pot_de_vin.actions import FIRST_DISCARD, PASS, Action, discard, is_action
from games.engine.pot_de_vin.cards import (
    CARD_COUNT,
    CARD_NAMES,
    CARDS_OF_CHARACTER,
    CHARACTER_NAMES,
    CHARACTER_OF,
    VALUE_OF,
    Card,
    CardSet,
    cards_in,
    cards_of_one_character,
)
from games.engine.pot_de_vin.state import State, Table
from games.engine.pot_de_vin.trick import winner

CARD_BITS = (
    *(1 << card for card in range(CARD_COUNT)),
    0,
)  # by action in a trick: the card as a set; a pass is the empty set
SAME_CHARACTER = tuple(
    CARDS_OF_CHARACTER[character] for character in CHARACTER_OF
)  # by card: all cards of its character
END_EVENT = Event("end", {})
RESHUFFLE_LABELS = {5: "trumps-2", 9: "trumps-3"}  # by round: the label of its shuffle


# --- Whose turn ---


def to_act(state: State) -> tuple[Seat, ...]:
    """Return who is to act: one player in a round; at six before the first round, all who must discard (ruling 3)."""
    if state.order:
        return (state.order[len(state.trick)],)
    if state.round:
        return ()
    return tuple(seat for seat in discarders(state) if state.discarded[seat] is None)


def discarders(state: State) -> tuple[Seat, ...]:
    """Return the three players with nine cards, clockwise from the first leader."""
    return state.table.mode.clockwise[state.table.first_leader][3:]


# --- What is allowed ---


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the actions that this player may take now, in order; none for those who are not to act."""
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
    following = hand & SAME_CHARACTER[trick[0]]  # ruling 6
    cards = cards_of_one_character(following) if following else cards_in(hand)
    return (*cards, PASS) if state.gems[seat] else cards  # ruling 5


def default(state: State, seat: Seat) -> Action:
    """Return the action that the clock takes when a player's time is up: a pass, else the lowest card (ruling 27)."""
    options = legal(state, seat)
    if not options:
        raise not_to_act(state, seat)
    if PASS in options:
        return PASS
    return min(options, key=lambda action: VALUE_OF[action % FIRST_DISCARD])


# --- What follows ---


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the state after an action, and the events that everyone sees."""
    table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids = state
    if not order:
        return apply_discard(state, seat, action)
    if order[len(trick)] != seat or type(seat) is not int:
        raise not_to_act(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    if action < PASS:
        hands, voids = play_card(hands, voids, trick, seat, action)
        seen = card_event(seat, action)
    else:
        gems = pay_gem(gems, trick, seat, action)
        seen = pass_event(seat)
    trick = (*trick, action)
    if len(trick) == len(order):
        return end_of_round(state, seen, hands, gems, voids, trick)
    return State(table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids), (seen,)


def replaced_at(by_seat: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    """Return the values by seat, with a new one for this seat."""
    values = [*by_seat]
    values[seat] = value
    return tuple(values)


def play_card(
    hands: tuple[CardSet, ...], voids: tuple[int, ...], trick: tuple[int, ...], seat: Seat, card: Card
) -> tuple[tuple[CardSet, ...], tuple[int, ...]]:
    """Play a card: return the hands without it, and by seat the characters that players have shown not to hold."""
    hand = hands[seat]
    if not hand >> card & 1:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    if trick and not (follow := SAME_CHARACTER[trick[0]]) >> card & 1:
        led = CHARACTER_OF[trick[0]]
        if hand & follow:
            raise NotLegal(f"seat {seat} must follow {CHARACTER_NAMES[led]} (ruling 6)")
        voids = replaced_at(voids, seat, voids[seat] | 1 << led)
    return replaced_at(hands, seat, hand ^ 1 << card), voids


def pay_gem(gems: tuple[int, ...], trick: tuple[int, ...], seat: Seat, action: Action) -> tuple[int, ...]:
    """Pass: return the gems by seat."""
    if action > PASS:
        raise NotLegal("cards are discarded before the first round only")
    if not trick:
        raise NotLegal("the leader plays a card and never passes (ruling 4)")
    if not gems[seat]:
        raise NotLegal(f"seat {seat} has no gem left to pass with (ruling 5)")
    return replaced_at(gems, seat, gems[seat] - 1)


@cache
def card_event(seat: Seat, card: Card) -> Event:
    return Event("card", {"seat": seat, "card": CARD_NAMES[card]})


@cache
def pass_event(seat: Seat) -> Event:
    return Event("pass", {"seat": seat})


def not_to_act(state: State, seat: Seat) -> GameOver | NoSuchSeat | NotYourTurn:
    """Return the error that says why this seat cannot act."""
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
    """End a round: the winner takes all cards and gems paid, players without cards lose their gems, and the next round
    begins or the game ends."""
    table, _, _, treasures, taken, pile, round_, order, _, discarded, _ = state
    trump = pile[(round_ - 1) % len(pile)]
    won_by = winner(order, trick, trump)
    prize = 0 if table.mode.discards else 1 << trump  # rulings 9 and 15
    for action in trick:
        prize |= CARD_BITS[action]
    taken = replaced_at(taken, won_by, taken[won_by] | prize)
    if paid := trick.count(PASS):
        treasures = replaced_at(treasures, won_by, treasures[won_by] + paid)
    if 0 in hands:  # ruling 10
        gems = tuple([own if hand else 0 for own, hand in zip(gems, hands, strict=True)])
    round_, pile, order, event = next_round(table, round_, pile, hands, won_by)
    after = State(table, hands, gems, treasures, taken, pile, round_, order, (), discarded, voids)
    return after, (seen, round_event(won_by, paid), event)


def next_round(
    table: Table, number: int, pile: tuple[Card, ...], hands: tuple[CardSet, ...], leader: Seat
) -> tuple[int, tuple[Card, ...], tuple[Seat, ...], Event]:
    """Return the number, pile, order and event of the next round. The winner of the last one leads, or clockwise the
    first who has cards (rulings 11 to 14)."""
    mode = table.mode
    order = mode.clockwise[leader]
    if 0 in hands:
        order = tuple([seat for seat in order if hands[seat]])
    if number == mode.rounds or not order:
        return number, pile, (), END_EVENT
    number += 1
    if mode.discards and number in RESHUFFLE_LABELS:  # ruling 15
        pile = chance.shuffle(pile, table.seed, RESHUFFLE_LABELS[number])
    return number, pile, order, trump_event(number, pile[(number - 1) % len(pile)])


@cache
def round_event(winner: Seat, gems: int) -> Event:
    return Event("round", {"winner": winner, "gems": gems})


@cache
def trump_event(number: int, card: Card) -> Event:
    return Event("trump", {"round": number, "card": CARD_NAMES[card]})


def apply_discard(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Discard: one of the three puts a card into the pile, unseen (ruling 3)."""
    if seat not in to_act(state) or type(seat) is not int:
        raise not_to_act(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    card = action - FIRST_DISCARD
    if card < 0:
        raise NotLegal("the three with nine cards discard before the first round")
    if not state.hands[seat] >> card & 1:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    hands = replaced_at(state.hands, seat, state.hands[seat] ^ 1 << card)
    discarded = (*state.discarded[:seat], card, *state.discarded[seat + 1 :])
    after, seen = state._replace(hands=hands, discarded=discarded), Event("discard", {"seat": seat})
    if to_act(after):
        return after, (seen,)
    return first_round_at_six(after, seen)


def first_round_at_six(state: State, seen: Event) -> tuple[State, tuple[Event, ...]]:
    """Begin the first round at six: shuffle the unseen card with the three discards, and turn one up (ruling 3)."""
    table, thrown = state.table, [card for seat in discarders(state) if (card := state.discarded[seat]) is not None]
    pile = chance.shuffle([*state.pile, *thrown], table.seed, "trumps-1")
    number, pile, order, event = next_round(table, 0, pile, state.hands, table.first_leader)
    return state._replace(pile=pile, round=number, order=order), (seen, event)
