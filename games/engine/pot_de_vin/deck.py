"""Reads from TOML files which guild is on which card, and checks the rules of a deck."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.pot_de_vin.cards import CHARACTERS, EVERY_CARD, VALUE_COUNT, CardSet, Guild

DECKS_FOLDER = Path(__file__).parent / "decks"
GUILD_VALUES = range(4, 13)
SYMBOLS_PER_GUILD_LIMIT = 7
GUILD_BY_TITLE = {guild.title: guild for guild in Guild}
# Symbols by card, in the order of the cards. Records name these decks, so they must never change.
PUBLISHED_DECKS = {
    "double": "R1T1N1K1 S1N1K1W1 W1S1T1R1 T1R1W1S1 K1N1R1T1 K1W1S1N1 N2K1W2S1 W1S2T1R2 R1T2N1K2",
    "single": "R1T1N1K1 S1N1K1W1 W1S1T1R1 T1R1W1S1 K1N1R1T1 K1W1S1N1 N1K1W1S1 W1S1T1R1 R1T1N1K1",
}
GUILD_LETTERS = "NRTWKS"


class BadDeck(Exception):  # noqa: N818
    """A deck file that breaks a rule of the deck."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """By guild, the cards that show its symbol, and those that show it twice."""

    name: str
    shows: tuple[CardSet, ...]
    shows_twice: tuple[CardSet, ...]

    def counts(self, cards: CardSet) -> list[int]:
        """Return how many symbols of each guild these cards show."""
        return [
            (cards & shows).bit_count() + (cards & twice).bit_count()
            for shows, twice in zip(self.shows, self.shows_twice, strict=True)
        ]


@cache
def deck_named(name: str) -> Deck:
    """Return the deck with this name, from the folder of decks."""
    deck = deck_load((DECKS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if deck.name != name:
        raise BadDeck(f"the file {name}.toml must name its deck {name!r}, not {deck.name!r}")
    return deck


@cache
def deck_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in DECKS_FOLDER.glob("*.toml")))


def deck_load(text: str) -> Deck:
    """Return the deck of a TOML text, or raise `BadDeck` with the rule that it breaks."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"the file is not TOML: {error}") from error
    name, table = data.get("name"), data.get("cards")
    if not isinstance(name, str) or not name:
        raise BadDeck("a deck has a name")
    if not isinstance(table, dict):
        raise BadDeck("a deck has a table of cards")
    rows = {value: read_row(table, value) for value in GUILD_VALUES}
    if unknown := sorted(set(table) - set(map(str, GUILD_VALUES))):
        raise BadDeck(f"52 cards: only the values 4 to 12 carry a guild, not {unknown[0]}")
    deck = build_deck(name, rows)
    check_deck(deck, rows)
    return deck


def read_row(table: dict[str, Any], value: int) -> list[tuple[Guild, int]]:
    row = table.get(str(value))
    if not isinstance(row, list) or len(row) != len(CHARACTERS):
        raise BadDeck(f"52 cards, 9 guild cards a character: value {value} must name four guilds")
    return [read_symbol(cell, value) for cell in row]


def read_symbol(cell: object, value: int) -> tuple[Guild, int]:
    guild, _, number = str(cell).partition(" ")
    if guild not in GUILD_BY_TITLE or number not in ("", "1", "2"):
        raise BadDeck(
            f"value {value}: {cell!r} is no guild; write one of {', '.join(GUILD_BY_TITLE)}, or one followed by 2"
        )
    return GUILD_BY_TITLE[guild], int(number or 1)


def build_deck(name: str, rows: dict[int, list[tuple[Guild, int]]]) -> Deck:
    shows, twice = [0] * len(Guild), [0] * len(Guild)
    for value, row in rows.items():
        for character, (guild, number) in enumerate(row):
            bit = 1 << VALUE_COUNT * character + value - 1
            shows[guild] |= bit
            twice[guild] |= bit if number == 2 else 0
    return Deck(name, tuple(shows), tuple(twice))


def check_deck(deck: Deck, rows: dict[int, list[tuple[Guild, int]]]) -> None:
    """Refuse a guild with more than seven symbols, and a published deck that differs from what records rely on."""
    for guild, symbols in zip(Guild, deck.counts(EVERY_CARD), strict=True):
        if symbols > SYMBOLS_PER_GUILD_LIMIT:
            raise BadDeck(f"no guild over {SYMBOLS_PER_GUILD_LIMIT} symbols: {guild.title} has more")
    printed_symbols = " ".join(
        "".join(f"{GUILD_LETTERS[guild]}{number}" for guild, number in row) for row in rows.values()
    )
    if PUBLISHED_DECKS.get(deck.name, printed_symbols) != printed_symbols:
        raise BadDeck(f"the deck {deck.name!r} never changes: give yours a name of its own")
