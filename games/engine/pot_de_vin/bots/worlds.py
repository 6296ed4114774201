"""Worlds that fit a view: everything seen stays as it is, and what is hidden is dealt again at random."""

from random import Random

from games.engine.game import Seat, View
from games.engine.pot_de_vin.bots.sight import Sight, read_view
from games.engine.pot_de_vin.cards import CARD_NUMBERS, CHARACTER_OF, CHARACTERS, Card, CardSet, cards_in
from games.engine.pot_de_vin.state import State, Table

ATTEMPTS = 20


def sample(view: View, random: Random) -> State:
    """One way in which the cards may lie. Chance still to come is drawn anew."""
    sight = read_view(view)
    voids = tuple(sum(1 << CHARACTERS.index(one) for one in held) for held in view["voids"])
    hands, rest = deal_hidden(sight, voids, random)
    thrown = [rest.pop() if made else None for made in view["discards_made"]] if not view["round"] else []
    return State(
        table=Table(sight.mode, sight.deck, random.randbytes(32), Seat(view["first_leader"])),
        hands=hands,
        gems=sight.gems,
        treasures=sight.treasures,
        taken=sight.taken,
        pile=pile_of(view, sight, rest, random),
        round=view["round"],
        order=sight.order,
        trick=sight.trick,
        discarded=tuple(thrown) or (None,) * sight.mode.seats,
        voids=voids,
    )


def deal_hidden(sight: Sight, voids: tuple[int, ...], random: Random) -> tuple[tuple[CardSet, ...], list[Card]]:
    """Hands for the others, and the cards left over: nobody gets a character that they have shown not to hold."""
    others = [seat for seat in range(sight.mode.seats) if seat != sight.seat]
    others.sort(key=lambda seat: -voids[seat].bit_count())
    for attempt in range(ATTEMPTS):
        cards = list(cards_in(sight.unseen))
        random.shuffle(cards)
        hands = [0] * sight.mode.seats
        hands[sight.seat] = sight.hand
        if all(
            fill(hands, seat, sight.hands[seat], cards, voids[seat] if attempt < ATTEMPTS - 1 else 0) for seat in others
        ):
            break
    return tuple(hands), cards


def fill(hands: list[CardSet], seat: int, size: int, cards: list[Card], void: int) -> bool:
    """Takes a hand off the shuffled cards, or says that they do not allow one."""
    chosen = [card for card in cards if not void >> CHARACTER_OF[card] & 1][:size]
    for card in chosen:
        cards.remove(card)
    hands[seat] = sum(1 << card for card in chosen)
    return len(chosen) == size


def pile_of(view: View, sight: Sight, rest: list[Card], random: Random) -> tuple[Card, ...]:
    """The trump cards: those turned up as they came, and the others in any order; at six, what they will be made of."""
    turned = [CARD_NUMBERS[name] for name in view["trumps_turned"]]
    hidden = rest[: view["pile"]]
    if sight.mode.discards and turned:
        known = [CARD_NUMBERS[name] for name in (*view["trumps_seen"], view["discarded"]) if name]
        back = [card for card in dict.fromkeys(known) if card not in turned]  # they lie face down, and I know them
        hidden = [*back, *hidden][: view["pile"]]
        random.shuffle(hidden)
    return (*turned, *hidden)
