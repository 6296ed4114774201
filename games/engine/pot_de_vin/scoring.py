"""What the cards that a side has won are worth (rulings 16 to 25)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.game import Result, Seat, SideResult
from games.engine.pot_de_vin.cards import JOKERS, MINUS_TWO, PLUS_TWO, POT_DE_VIN, CardSet, Guild
from games.engine.pot_de_vin.deck import Deck

# Ruling 19: by the number of symbols of one guild, and by the number of Pot de Vin cards.
WORTH_OF_SYMBOLS = (0, 1, 3, 6, -1, -3, -6, 10, 15)
WORTH_OF_POT_DE_VIN = (0, -1, -3, -6, 10)
GUILD_TITLES = tuple(guild.title for guild in Guild)


class Column(NamedTuple):
    """A guild that scores: whose cards count, how many symbols they show with the joker, and what for."""

    guild: int
    seat: Seat
    symbols: int
    joker: bool
    points: int


class Score(NamedTuple):
    """One side's score, every card and gem accounted for."""

    points: int
    cards: int
    gems: int
    columns: tuple[Column, ...]
    # Columns that do not count because the partner's does.
    void: tuple[tuple[int, Seat], ...]
    pot_de_vin: int
    bonus: int
    discarded_jokers: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Ruling 20: more points, then more cards taken, then more Treasure gems."""
        return self.points, self.cards, self.gems


@lru_cache(maxsize=65536)
def score_side(deck: Deck, seats: tuple[Seat, ...], taken: tuple[CardSet, ...], gems: int) -> Score:
    """The score of a player, or of two partners whose areas stay apart (rulings 21 to 25)."""
    everything = 0
    for cards in taken:
        everything |= cards
    real, void = scored_columns(deck, seats, taken)
    jokers = (everything & JOKERS).bit_count()
    columns = with_jokers(real, jokers)
    pot_de_vin = (everything & POT_DE_VIN).bit_count()
    bonus = 2 * ((everything & PLUS_TWO).bit_count() - (everything & MINUS_TWO).bit_count())
    points = sum([column.points for column in columns]) + WORTH_OF_POT_DE_VIN[pot_de_vin] + bonus + gems
    surplus = max(0, jokers - len(real))
    return Score(points, everything.bit_count(), gems, columns, void, pot_de_vin, bonus, surplus)


def scored_columns(
    deck: Deck, seats: tuple[Seat, ...], taken: tuple[CardSet, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[int, Seat], ...]]:
    """Of a guild that both partners hold, only the column with fewer symbols scores (ruling 22)."""
    columns, void = [], []
    for guild, (shows, twice) in enumerate(zip(deck.shows, deck.shows_twice, strict=True)):
        held = [
            ((cards & shows).bit_count() + (cards & twice).bit_count(), seat)
            for seat, cards in zip(seats, taken, strict=True)
            if cards & shows
        ]
        if held:
            symbols, seat = min(held)
            columns.append(Column(guild, seat, symbols, False, WORTH_OF_SYMBOLS[symbols]))
            void += [(guild, other) for _, other in held if other != seat]
    return tuple(columns), tuple(void)


def with_jokers(columns: tuple[Column, ...], jokers: int) -> tuple[Column, ...]:
    """Places the jokers: as many as can be, even at a loss, one a guild, for the best total (rulings 16 to 18, 23).

    Each placement changes its own guild only, so the best takes the guilds that gain most, the earliest of equals.
    """
    if not jokers:
        return columns
    most_gain = sorted(columns, key=lambda column: (-gain(column), column.guild))
    chosen = {column.guild for column in most_gain[:jokers]}
    return tuple(with_joker(column) if column.guild in chosen else column for column in columns)


def gain(column: Column) -> int:
    return WORTH_OF_SYMBOLS[column.symbols + 1] - column.points


def with_joker(column: Column) -> Column:
    """A joker counts as one symbol (ruling 17)."""
    symbols = column.symbols + 1
    return Column(column.guild, column.seat, symbols, True, WORTH_OF_SYMBOLS[symbols])


def places(scores: Iterable[Score]) -> tuple[int, ...]:
    """A place is one more than the number of sides strictly ahead: 1, 1, 3 (ruling 20)."""
    ranks = [score.rank for score in scores]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def result_of(sides: Sequence[tuple[Seat, ...]], scores: Sequence[Score]) -> Result:
    return Result(
        tuple(
            SideResult(seats, place, score.points, breakdown(score))
            for seats, place, score in zip(sides, places(scores), scores, strict=True)
        )
    )


def breakdown(score: Score) -> dict[str, Any]:
    """What the points are made of, as a record writes it."""
    return {
        "cards": score.cards,
        "gems": score.gems,
        "guilds": {
            GUILD_TITLES[column.guild]: {"symbols": column.symbols, "joker": column.joker, "points": column.points}
            for column in score.columns
        },
        "pot_de_vin": {"cards": score.pot_de_vin, "points": WORTH_OF_POT_DE_VIN[score.pot_de_vin]},
        "bonus": score.bonus,
        "discarded_jokers": score.discarded_jokers,
    }
