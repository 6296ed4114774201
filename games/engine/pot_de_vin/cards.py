"""Fifty-two cards as numbers, and hands as sets of bits.

A card is `13 * character + value - 1`, in the order A1 … A13, E1 … E13, P1 … P13, U1 … U13. A set of cards is an
integer with one bit for each, so that "the cards of Enzo in this hand" is one AND, and counting is one instruction.
"""

from enum import IntEnum
from functools import cache, lru_cache

CHARACTERS = "AEPU"
NAMES = ("Aldo", "Enzo", "Pietra", "Ugo")
VALUES = 13
CARDS = len(CHARACTERS) * VALUES

Card = int
CardSet = int


class Guild(IntEnum):
    """The six guilds, in the order that breaks ties (ruling 18)."""

    NOBLES = 0
    ARTISTS = 1
    TRADERS = 2
    WORKMEN = 3
    KNIGHTS = 4
    ASSASSINS = 5

    @property
    def title(self) -> str:
        return self.name.capitalize()


CARD_NAMES = tuple(f"{character}{value}" for character in CHARACTERS for value in range(1, VALUES + 1))
CARD_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}
CHARACTER_OF = tuple(card // VALUES for card in range(CARDS))
VALUE_OF = tuple(card % VALUES + 1 for card in range(CARDS))
OF_CHARACTER: tuple[CardSet, ...] = tuple((2**VALUES - 1) << VALUES * index for index in range(len(CHARACTERS)))
EVERY_CARD: CardSet = 2**CARDS - 1


def of_value(value: int) -> CardSet:
    """The four cards of one value."""
    return sum(1 << VALUES * index + value - 1 for index in range(len(CHARACTERS)))


JOKERS, PLUS_TWO, MINUS_TWO, POT_DE_VIN = of_value(1), of_value(2), of_value(3), of_value(13)


def set_of(cards: "list[Card] | tuple[Card, ...]") -> CardSet:
    return sum(1 << card for card in cards)


@cache
def _thirteen(bits: int, character: int) -> tuple[Card, ...]:
    return tuple(VALUES * character + place for place in range(VALUES) if bits >> place & 1)


@lru_cache(maxsize=65536)
def card_names(cards: CardSet) -> tuple[str, ...]:
    """The cards of a set as they are written."""
    return tuple(CARD_NAMES[card] for card in cards_in(cards))


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set in order. Each character's thirteen bits are looked up, not counted."""
    return (
        _thirteen(cards & 0x1FFF, 0)
        + _thirteen(cards >> 13 & 0x1FFF, 1)
        + _thirteen(cards >> 26 & 0x1FFF, 2)
        + _thirteen(cards >> 39, 3)
    )
