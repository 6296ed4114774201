"""Samples whole states that fit a view: what is seen stays, what is hidden is dealt at random."""

from random import Random

from games.engine.game import Seat, View
from games.engine.pot_de_vin.bots.parsed_view import ParsedView, parse_view
from games.engine.pot_de_vin.cards import CARD_NUMBERS, CHARACTER_OF, CHARACTERS, Card, CardSet, cards_in
from games.engine.pot_de_vin.state import State, Table

DEAL_ATTEMPTS_LIMIT = 20


def sample_state(view: View, random: Random) -> State:
    """Return a random state that fits the view. Its seed is random, too, so later shuffles differ."""
    parsed = parse_view(view)
    voids = tuple(sum(1 << CHARACTERS.index(one) for one in held) for held in view["voids"])
    hands, rest = deal_hidden(parsed, voids, random)
    thrown = [rest.pop() if made else None for made in view["discards_made"]] if not view["round"] else []
    return State(
        table=Table(parsed.mode, parsed.deck, random.randbytes(32), Seat(view["first_leader"])),
        hands=hands,
        gems=parsed.gems,
        treasures=parsed.treasures,
        taken=parsed.taken,
        pile=pile_of(view, parsed, rest, random),
        round=view["round"],
        order=parsed.order,
        trick=parsed.trick,
        discarded=tuple(thrown) or (None,) * parsed.mode.seats,
        voids=voids,
    )


def deal_hidden(parsed: ParsedView, voids: tuple[int, ...], random: Random) -> tuple[tuple[CardSet, ...], list[Card]]:
    """Return hands for the others, and the cards left over. Nobody gets a character that they have shown not to hold,
    except in the last attempt."""
    others = [seat for seat in range(parsed.mode.seats) if seat != parsed.seat]
    others.sort(key=lambda seat: -voids[seat].bit_count())
    for attempt in range(DEAL_ATTEMPTS_LIMIT):
        cards = list(cards_in(parsed.unseen))
        random.shuffle(cards)
        hands = [0] * parsed.mode.seats
        hands[parsed.seat] = parsed.hand
        if all(
            fill(hands, seat, parsed.hands[seat], cards, voids[seat] if attempt < DEAL_ATTEMPTS_LIMIT - 1 else 0)
            for seat in others
        ):
            break
    return tuple(hands), cards


def fill(hands: list[CardSet], seat: int, size: int, cards: list[Card], void: int) -> bool:
    """Deal a hand from the shuffled cards; return whether there were enough that it may have."""
    chosen = [card for card in cards if not void >> CHARACTER_OF[card] & 1][:size]
    for card in chosen:
        cards.remove(card)
    hands[seat] = sum(1 << card for card in chosen)
    return len(chosen) == size


def pile_of(view: View, parsed: ParsedView, rest: list[Card], random: Random) -> tuple[Card, ...]:
    """Return the trump cards: those turned up in order, others at random, at six with known ones face down."""
    turned = [CARD_NUMBERS[name] for name in view["trumps_turned"]]
    hidden = rest[: view["pile"]]
    if parsed.mode.discards and turned:
        known = [CARD_NUMBERS[name] for name in (*view["trumps_seen"], view["discarded"]) if name]
        back = [card for card in dict.fromkeys(known) if card not in turned]  # they lie face down, and I know them
        hidden = [*back, *hidden][: view["pile"]]
        random.shuffle(hidden)
    return (*turned, *hidden)
