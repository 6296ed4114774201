"""Whose turn, what is allowed, and what follows. The numbers are the rulings in docs/rules/pot-de-vin.md."""

from games.engine import chance
from games.engine.game import Event, GameOver, NoSuchSeat, NotAnAction, NotLegal, NotYourTurn, Seat
from games.engine.pot_de_vin.actions import FIRST_DISCARD, PASS, Action, discard, is_action
from games.engine.pot_de_vin.cards import (
    CARD_NAMES,
    CHARACTER_OF,
    NAMES,
    OF_CHARACTER,
    VALUE_OF,
    Card,
    card_names,
    cards_in,
)
from games.engine.pot_de_vin.state import State, clockwise
from games.engine.pot_de_vin.trick import winner

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
    return clockwise(state.table.first_leader, state.table.mode.seats)[3:]


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
    following = hand & OF_CHARACTER[CHARACTER_OF[trick[0]]]  # ruling 6
    if state.gems[seat]:  # ruling 5
        return (*cards_in(following or hand), PASS)
    return cards_in(following or hand)


def default(state: State, seat: Seat) -> Action:
    """What the clock does for somebody who is late (ruling 27)."""
    options = legal(state, seat)
    if PASS in options:
        return PASS
    return min(options, key=lambda action: VALUE_OF[action % FIRST_DISCARD])


# --- What follows ---


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what everyone saw."""
    if not state.order:
        return apply_discard(state, seat, action)
    if state.order[len(state.trick)] != seat:
        raise not_to_act(state, seat)
    if action == PASS:
        return apply_pass(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    if action > PASS:
        raise NotLegal("cards are discarded before the first round only")
    return apply_card(state, seat, action)


def not_to_act(state: State, seat: Seat) -> GameOver | NoSuchSeat | NotYourTurn:
    """Why this seat cannot act."""
    if not isinstance(seat, int) or not 0 <= seat < state.table.mode.seats:
        return NoSuchSeat(f"there is no seat {ascii(seat)[:40]}")
    if state.is_over:
        return GameOver("the game is over")
    return NotYourTurn(f"seat {', '.join(map(str, to_act(state)))} is to act, not {seat}")


def apply_card(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids = state
    hand, bit = hands[seat], 1 << card
    if not hand & bit:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    if trick:
        led = CHARACTER_OF[trick[0]]
        if CHARACTER_OF[card] != led:
            if hand & OF_CHARACTER[led]:
                raise NotLegal(f"seat {seat} must follow {NAMES[led]} (ruling 6)")
            voids = (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])
    hands = (*hands[:seat], hand ^ bit, *hands[seat + 1 :])
    after = State(table, hands, gems, treasures, taken, pile, round_, order, (*trick, card), discarded, voids)
    seen = Event("card", {"seat": seat, "card": CARD_NAMES[card]})
    return end_of_turn(after, seen)


def apply_pass(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids = state
    if not trick:
        raise NotLegal("the leader plays a card and never passes (ruling 4)")
    if not gems[seat]:
        raise NotLegal(f"seat {seat} has no gem left to pass with (ruling 5)")
    gems = (*gems[:seat], gems[seat] - 1, *gems[seat + 1 :])
    after = State(table, hands, gems, treasures, taken, pile, round_, order, (*trick, PASS), discarded, voids)
    return end_of_turn(after, Event("pass", {"seat": seat}))


def end_of_turn(state: State, seen: Event) -> tuple[State, tuple[Event, ...]]:
    if len(state.trick) < len(state.order):
        return state, (seen,)
    return end_of_round(state, seen)


def end_of_round(state: State, seen: Event) -> tuple[State, tuple[Event, ...]]:
    """The winner takes all, those without cards lose their gems, and the next round begins or the game ends."""
    table, hands, gems, treasures, taken, pile, round_, order, trick, discarded, voids = state
    trump = state.trump
    won_by = winner(order, trick, trump)
    prize = 0 if table.mode.discards else 1 << trump  # rulings 9 and 15
    paid = 0
    for action in trick:
        if action == PASS:
            paid += 1
        else:
            prize |= 1 << action
    taken = (*taken[:won_by], taken[won_by] | prize, *taken[won_by + 1 :])
    if paid:
        treasures = (*treasures[:won_by], treasures[won_by] + paid, *treasures[won_by + 1 :])
    if 0 in hands:  # ruling 10
        gems = tuple([own if hand else 0 for own, hand in zip(gems, hands, strict=True)])
    event = Event("round", {"winner": won_by, "cards": card_names(prize), "gems": paid})
    won = State(table, hands, gems, treasures, taken, pile, round_, (), (), discarded, voids)
    after, more = next_round(won, won_by)
    return after, (seen, event, *more)


def next_round(state: State, leader: Seat) -> tuple[State, tuple[Event, ...]]:
    """The lead goes to the winner, or clockwise to the first who has cards (rulings 11 to 14)."""
    table, hands, gems, treasures, taken, pile, round_, _, _, discarded, voids = state
    mode = table.mode
    order = clockwise(leader, mode.seats)
    if 0 in hands:
        order = tuple([seat for seat in order if hands[seat]])
    if round_ == mode.rounds or not order:
        return state, (Event("end", {}),)
    number = round_ + 1
    if mode.discards and number in RESHUFFLES:  # ruling 15
        pile = chance.shuffle(pile, table.seed, RESHUFFLES[number])
    after = State(table, hands, gems, treasures, taken, pile, number, order, (), discarded, voids)
    return after, (Event("trump", {"round": number, "card": CARD_NAMES[after.trump]}),)


def apply_discard(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """One of the three puts a card into the pile, unseen (ruling 3)."""
    if seat not in to_act(state):
        raise not_to_act(state, seat)
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    card = action - FIRST_DISCARD
    if card < 0:
        raise NotLegal("the three with nine cards discard before the first round")
    if not state.hands[seat] >> card & 1:
        raise NotLegal(f"seat {seat} does not hold {CARD_NAMES[card]}")
    hands = (*state.hands[:seat], state.hands[seat] ^ 1 << card, *state.hands[seat + 1 :])
    discarded = (*state.discarded[:seat], card, *state.discarded[seat + 1 :])
    after, seen = state._replace(hands=hands, discarded=discarded), Event("discard", {"seat": seat})
    if to_act(after):
        return after, (seen,)
    return first_round_at_six(after, seen)


def first_round_at_six(state: State, seen: Event) -> tuple[State, tuple[Event, ...]]:
    """The unseen card and the three discards are shuffled, and the first is turned up (ruling 3)."""
    thrown = [card for seat in discarders(state) if (card := state.discarded[seat]) is not None]
    pile = chance.shuffle([*state.pile, *thrown], state.table.seed, "trumps-1")
    after, more = next_round(state._replace(pile=pile), state.table.first_leader)
    return after, (seen, *more)
