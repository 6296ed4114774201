"""The actions of a player, as numbers and as text: `play A13`, `pass`, `discard U7`."""

from games.engine.game import NotAnAction
from games.engine.pot_de_vin.cards import CARD_COUNT, CARD_NAMES, Card

Action = int

# Playing a card is the card's own number; so actions sort by card, with the pass after them.
PASS: Action = CARD_COUNT
FIRST_DISCARD: Action = CARD_COUNT + 1

ACTION_TEXTS = (*(f"play {name}" for name in CARD_NAMES), "pass", *(f"discard {name}" for name in CARD_NAMES))
ACTION_COUNT = len(ACTION_TEXTS)
ACTION_BY_TEXT = {text: action for action, text in enumerate(ACTION_TEXTS)}


def discard(card: Card) -> Action:
    return FIRST_DISCARD + card


def write(action: Action) -> str:
    if not is_action(action):
        raise NotAnAction(f"{action!r} is no action")
    return ACTION_TEXTS[action]


def read(text: str) -> Action:
    """Return the action of a text, exactly as `write` writes it: one space, no leading zero, upper case."""
    if not isinstance(text, str) or text not in ACTION_BY_TEXT:
        raise NotAnAction(f"{ascii(text)[:80]} is no action: play CARD, pass, or discard CARD")
    return ACTION_BY_TEXT[text]


def is_action(action: object) -> bool:
    return type(action) is int and 0 <= action < ACTION_COUNT
