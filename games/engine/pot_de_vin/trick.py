"""Finds the winner of a round (rulings 7 and 8)."""

from games.engine.game import Seat
from games.engine.pot_de_vin.cards import CARD_COUNT, CHARACTER_OF, CHARACTERS, VALUE_COUNT, VALUE_OF, Card


def strength(card: Card, trump: int, led: int) -> int:
    """Return how strong a card is in a round: the trump's character beats the led one; others cannot win."""
    if CHARACTER_OF[card] == trump:
        return VALUE_COUNT + VALUE_OF[card]
    return VALUE_OF[card] if CHARACTER_OF[card] == led else 0


CHARACTER_INDEXES = range(len(CHARACTERS))
# The strength by the character of the trump card, the led character, and the action: a card or, last, a pass.
STRENGTHS = tuple(
    tuple((*(strength(card, trump, led) for card in range(CARD_COUNT)), 0) for led in CHARACTER_INDEXES)
    for trump in CHARACTER_INDEXES
)


def winner(order: tuple[Seat, ...], trick: tuple[int, ...], trump: Card) -> Seat:
    """Return the winner: the highest card of the trump's character; if none was played, the highest of the led one."""
    by_action = STRENGTHS[CHARACTER_OF[trump]][CHARACTER_OF[trick[0]]]
    strengths = [by_action[action] for action in trick]
    return order[strengths.index(max(strengths))]


def beats(card: Card, best: Card, strongest: int) -> bool:
    """Return whether a card beats the best so far: in the same character by its number, else only as a trump."""
    character, best_character = CHARACTER_OF[card], CHARACTER_OF[best]
    if character == best_character:
        return card > best
    return character == strongest
