"""What a player can do, as numbers, and how it is written: `play A13`, `pass`, `discard U7`."""

from games.engine.game import NotAnAction
from games.engine.pot_de_vin.cards import CARD_NAMES, CARDS, Card

Action = int

# Playing a card is the card's own number; so actions sort by card, with the pass after them.
PASS: Action = CARDS
FIRST_DISCARD: Action = CARDS + 1

WRITTEN = (*(f"play {name}" for name in CARD_NAMES), "pass", *(f"discard {name}" for name in CARD_NAMES))
LAST = len(WRITTEN)
READ = {text: action for action, text in enumerate(WRITTEN)}


def discard(card: Card) -> Action:
    return FIRST_DISCARD + card


def write(action: Action) -> str:
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    return WRITTEN[action]


def read(text: str) -> Action:
    """Exactly as written: one space, no leading zero, upper case."""
    if not isinstance(text, str) or text not in READ:
        raise NotAnAction(f"{ascii(text)[:80]} is no action: play CARD, pass, or discard CARD")
    return READ[text]


def is_action(action: object) -> bool:
    return type(action) is int and 0 <= action < LAST
