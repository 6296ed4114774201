"""Who wins a round (rulings 7 and 8)."""

from games.engine.game import Seat
from games.engine.pot_de_vin.cards import CARDS, CHARACTER_OF, CHARACTERS, VALUE_OF, VALUES, Card


def strength(card: Card, trump: int, led: int) -> int:
    """How strong a card is in a round: the trump's character before the led one, and no other can win."""
    if CHARACTER_OF[card] == trump:
        return VALUES + VALUE_OF[card]
    return VALUE_OF[card] if CHARACTER_OF[card] == led else 0


FOUR = range(len(CHARACTERS))
# By the character of the trump card, by the led one, by what was done: a card, or at the end a pass.
STRENGTH = tuple(tuple((*(strength(card, trump, led) for card in range(CARDS)), 0) for led in FOUR) for trump in FOUR)


def winner(order: tuple[Seat, ...], trick: tuple[int, ...], trump: Card) -> Seat:
    """The highest card of the trump's character; if none was played, the highest of the led one."""
    by_action = STRENGTH[CHARACTER_OF[trump]][CHARACTER_OF[trick[0]]]
    strengths = [by_action[action] for action in trick]
    return order[strengths.index(max(strengths))]


def beats(card: Card, best: Card, strongest: int) -> bool:
    """Within a character the number is the strength; across characters only the trump's beats another."""
    character, best_character = CHARACTER_OF[card], CHARACTER_OF[best]
    if character == best_character:
        return card > best
    return character == strongest
