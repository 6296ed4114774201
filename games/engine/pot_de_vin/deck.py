"""Which guild stands on which card: read from a file, and checked against the rules of a deck."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.pot_de_vin.cards import CHARACTERS, EVERY_CARD, VALUES, CardSet, Guild

FOLDER = Path(__file__).parent / "decks"
GUILD_VALUES = range(4, 13)
MOST_SYMBOLS = 7
GUILDS = {guild.title: guild for guild in Guild}
# Records name these decks, so what the names mean must never change: symbols by card, in the order of the cards.
FIXED = {
    "double": "R1T1N1K1 S1N1K1W1 W1S1T1R1 T1R1W1S1 K1N1R1T1 K1W1S1N1 N2K1W2S1 W1S2T1R2 R1T2N1K2",
    "single": "R1T1N1K1 S1N1K1W1 W1S1T1R1 T1R1W1S1 K1N1R1T1 K1W1S1N1 N1K1W1S1 W1S1T1R1 R1T1N1K1",
}
LETTERS = "NRTWKS"


class BadDeck(Exception):  # noqa: N818
    """A deck file that breaks a rule of the deck."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """For each guild, the cards that show its symbol, and those that show it twice."""

    name: str
    shows: tuple[CardSet, ...]
    shows_twice: tuple[CardSet, ...]

    def counts(self, cards: CardSet) -> list[int]:
        """How many symbols of each guild these cards show."""
        return [
            (cards & shows).bit_count() + (cards & twice).bit_count()
            for shows, twice in zip(self.shows, self.shows_twice, strict=True)
        ]


@cache
def deck_named(name: str) -> Deck:
    """One of the decks in the folder."""
    deck = deck_load((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if deck.name != name:
        raise BadDeck(f"the file {name}.toml must name its deck {name!r}, not {deck.name!r}")
    return deck


@cache
def deck_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def deck_load(text: str) -> Deck:
    """A deck from the text of its file, or the rule that it breaks."""
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
    deck = build(name, rows)
    check(deck, rows)
    return deck


def read_row(table: dict[str, Any], value: int) -> list[tuple[Guild, int]]:
    row = table.get(str(value))
    if not isinstance(row, list) or len(row) != len(CHARACTERS):
        raise BadDeck(f"52 cards, 9 guild cards a character: value {value} must name four guilds")
    return [read_symbol(cell, value) for cell in row]


def read_symbol(cell: object, value: int) -> tuple[Guild, int]:
    guild, _, number = str(cell).partition(" ")
    if guild not in GUILDS or number not in ("", "1", "2"):
        raise BadDeck(f"value {value}: {cell!r} is no guild; write one of {', '.join(GUILDS)}, or one followed by 2")
    return GUILDS[guild], int(number or 1)


def build(name: str, rows: dict[int, list[tuple[Guild, int]]]) -> Deck:
    shows, twice = [0] * len(Guild), [0] * len(Guild)
    for value, row in rows.items():
        for character, (guild, number) in enumerate(row):
            bit = 1 << VALUES * character + value - 1
            shows[guild] |= bit
            twice[guild] |= bit if number == 2 else 0
    return Deck(name, tuple(shows), tuple(twice))


def check(deck: Deck, rows: dict[int, list[tuple[Guild, int]]]) -> None:
    """No guild over seven symbols, and a name that records rely on keeps its meaning."""
    for guild, symbols in zip(Guild, deck.counts(EVERY_CARD), strict=True):
        if symbols > MOST_SYMBOLS:
            raise BadDeck(f"no guild over {MOST_SYMBOLS} symbols: {guild.title} has more")
    written = " ".join("".join(f"{LETTERS[guild]}{number}" for guild, number in row) for row in rows.values())
    if FIXED.get(deck.name, written) != written:
        raise BadDeck(f"the deck {deck.name!r} never changes: give yours a name of its own")
