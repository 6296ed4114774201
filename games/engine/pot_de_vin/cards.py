"""The 52 cards as numbers, and sets of cards as integers.

A card is `13 * character + value - 1`, in the order A1 … A13, E1 … E13, P1 … P13, U1 … U13. A set of cards is an
integer with one bit for each, so that "the cards of Enzo in this hand" is one AND, and counting is one instruction.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

CHARACTERS = "AEPU"
CHARACTER_NAMES = ("Aldo", "Enzo", "Pietra", "Ugo")
VALUE_COUNT = 13
CARD_COUNT = len(CHARACTERS) * VALUE_COUNT

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


CARD_NAMES = tuple(f"{character}{value}" for character in CHARACTERS for value in range(1, VALUE_COUNT + 1))
CARD_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}
CHARACTER_OF = tuple(card // VALUE_COUNT for card in range(CARD_COUNT))
VALUE_OF = tuple(card % VALUE_COUNT + 1 for card in range(CARD_COUNT))
CARDS_OF_CHARACTER: tuple[CardSet, ...] = tuple(
    (2**VALUE_COUNT - 1) << VALUE_COUNT * index for index in range(len(CHARACTERS))
)
ALDO, ENZO, PIETRA, UGO = CARDS_OF_CHARACTER
EVERY_CARD: CardSet = 2**CARD_COUNT - 1


def of_value(value: int) -> CardSet:
    """Return the four cards of one value."""
    return sum(1 << VALUE_COUNT * index + value - 1 for index in range(len(CHARACTERS)))


JOKERS, PLUS_TWO, MINUS_TWO, POT_DE_VIN = of_value(1), of_value(2), of_value(3), of_value(13)


def set_of(cards: Iterable[Card]) -> CardSet:
    return sum([1 << card for card in cards])


@cache
def cards_of_one_character(cards: CardSet) -> tuple[Card, ...]:
    """Return the cards of a set that lies within one character, in order. There are few such sets: all are cached."""
    return tuple([card for card in range(CARD_COUNT) if cards >> card & 1])


@cache
def names_of_one_character(cards: CardSet) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in cards_of_one_character(cards))


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """Return the cards of a set, in order."""
    aldo, enzo, pietra, ugo = cards & ALDO, cards & ENZO, cards & PIETRA, cards & UGO
    return (
        cards_of_one_character(aldo)
        + cards_of_one_character(enzo)
        + cards_of_one_character(pietra)
        + cards_of_one_character(ugo)
    )


def card_names(cards: CardSet) -> tuple[str, ...]:
    """Return the names of the cards of a set, in order."""
    aldo, enzo, pietra, ugo = cards & ALDO, cards & ENZO, cards & PIETRA, cards & UGO
    return (
        names_of_one_character(aldo)
        + names_of_one_character(enzo)
        + names_of_one_character(pietra)
        + names_of_one_character(ugo)
    )
