"""Who wins a round (rulings 7 and 8)."""

from games.engine.game import Seat
from games.engine.pot_de_vin.actions import PASS
from games.engine.pot_de_vin.cards import CHARACTER_OF, Card


def winner(order: tuple[Seat, ...], trick: tuple[int, ...], trump: Card) -> Seat:
    """The highest card of the trump's character; if none was played, the highest of the led one."""
    led = trick[0]
    best, best_seat = led, order[0]
    strongest = CHARACTER_OF[trump]
    for seat, card in zip(order, trick, strict=True):
        if card != PASS and beats(card, best, strongest):
            best, best_seat = card, seat
    return best_seat


def beats(card: Card, best: Card, strongest: int) -> bool:
    """Within a character the number is the strength; across characters only the trump's beats another."""
    character, best_character = CHARACTER_OF[card], CHARACTER_OF[best]
    if character == best_character:
        return card > best
    return character == strongest
