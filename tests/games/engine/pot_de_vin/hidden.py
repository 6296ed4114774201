"""Changes what a player cannot see, for the test that no view of theirs changes."""

from random import Random

from games.engine.game import Seat
from games.engine.pot_de_vin.cards import cards_in
from games.engine.pot_de_vin.state import State

Place = tuple[str, int]


def hidden_places(state: State, seat: Seat | None) -> list[tuple[Place, int]]:
    """Return the cards that this player cannot see, with their places: other hands, the pile face down, discards."""
    hands = [
        (("hand", other), card) for other, hand in enumerate(state.hands) if other != seat for card in cards_in(hand)
    ]
    return hands + [(("pile", index), state.pile[index]) for index in face_down(state)] + thrown(state, seat)


def face_down(state: State) -> range:
    """At six, from the second use of the pile on, its four cards are known, and only their order is hidden."""
    if state.table.mode.discards and state.round == 0:
        return range(len(state.pile))
    if state.table.mode.discards and state.round > len(state.pile):
        return range(0)
    return range(state.round, len(state.pile))


def thrown(state: State, seat: Seat | None) -> list[tuple[Place, int]]:
    """Discards of others while they are not in the pile yet."""
    if state.round:
        return []
    return [
        (("discard", other), card) for other, card in enumerate(state.discarded) if card is not None and other != seat
    ]


def exchange(state: State, seat: Seat | None, random: Random) -> State:
    """Return the same game with two unseen cards exchanged, and all else that is unseen changed too."""
    state = reorder(state, seat, random)
    places = hidden_places(state, seat)
    if len(places) < 2:
        return state
    (here, one), (there, other) = random.sample(places, 2)
    if here == there:
        return state
    return put(put(state, here, one, other), there, other, one)


def reorder(state: State, seat: Seat | None, random: Random) -> State:
    """Change the seed; at six also the discards of others, and the order of known trumps still to come."""
    state = state._replace(table=state.table._replace(seed=random.randbytes(32)))
    if not state.table.mode.discards or not state.round:
        return state
    others = [other for other, card in enumerate(state.discarded) if card is not None and other != seat]
    cards = [state.discarded[other] for other in others]
    random.shuffle(cards)
    discarded = dict(enumerate(state.discarded)) | dict(zip(others, cards, strict=True))
    turned = (state.round - 1) % len(state.pile) + 1
    to_come = list(state.pile[turned:])
    random.shuffle(to_come)
    return state._replace(discarded=tuple(discarded.values()), pile=(*state.pile[:turned], *to_come))


def put(state: State, place: Place, old: int, new: int) -> State:
    kind, index = place
    if kind == "hand":
        hands = list(state.hands)
        hands[index] = hands[index] & ~(1 << old) | 1 << new
        return state._replace(hands=tuple(hands))
    field = "pile" if kind == "pile" else "discarded"
    cards = list(getattr(state, field))
    cards[index] = new
    return state._replace(**{field: tuple(cards)})
