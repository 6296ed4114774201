"""Counts the points of the cards and gems that a side has won (rulings 16 to 25)."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine.game import Result, Seat, SideResult
from games.engine.pot_de_vin.cards import JOKERS, MINUS_TWO, PLUS_TWO, POT_DE_VIN, CardSet, Guild
from games.engine.pot_de_vin.deck import Deck

# Ruling 19: by the number of symbols of one guild, and by the number of Pot de Vin cards.
POINTS_BY_SYMBOLS = (0, 1, 3, 6, -1, -3, -6, 10, 15)
POINTS_BY_POT_DE_VIN = (0, -1, -3, -6, 10)
JOKER_GAIN_BY_SYMBOLS = tuple(more - worth for worth, more in pairwise(POINTS_BY_SYMBOLS))
GUILD_TITLES = tuple(guild.title for guild in Guild)


class Column(NamedTuple):
    """A guild that scores: whose cards count, how many symbols they show with the joker, and the points."""

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
    # Guild and seat of the columns that do not count because the partner's does.
    void: tuple[tuple[int, Seat], ...]
    pot_de_vin: int
    bonus: int
    discarded_jokers: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return what decides the order: points, then cards taken, then Treasure gems (ruling 20)."""
        return self.points, self.cards, self.gems


def score_side(deck: Deck, seats: tuple[Seat, ...], taken: tuple[CardSet, ...], gems: int) -> Score:
    """Return the score of a player, or of two partners, whose cards lie apart (rulings 21 to 25)."""
    everything = taken[0] if len(taken) == 1 else taken[0] | taken[1]
    real, void = scored_columns(deck, seats, taken)
    jokers = (everything & JOKERS).bit_count()
    columns = with_jokers(real, jokers) if jokers else real
    pot_de_vin = (everything & POT_DE_VIN).bit_count()
    bonus = 2 * ((everything & PLUS_TWO).bit_count() - (everything & MINUS_TWO).bit_count())
    points = sum([column.points for column in columns]) + POINTS_BY_POT_DE_VIN[pot_de_vin] + bonus + gems
    surplus = max(0, jokers - len(real))
    return Score(points, everything.bit_count(), gems, columns, void, pot_de_vin, bonus, surplus)


def scored_columns(
    deck: Deck, seats: tuple[Seat, ...], taken: tuple[CardSet, ...]
) -> tuple[tuple[Column, ...], tuple[tuple[int, Seat], ...]]:
    """Return the columns that score and those that are void: of a guild that both partners hold, only the column with
    fewer symbols scores (ruling 22)."""
    if len(seats) == 1:
        return columns_of(deck, seats[0], taken[0]), ()
    both = [*columns_of(deck, seats[0], taken[0]), *columns_of(deck, seats[1], taken[1])]
    both.sort(key=lambda column: (column.guild, column.symbols, column.seat))
    real: dict[int, Column] = {}
    for column in both:
        real.setdefault(column.guild, column)
    void = [(column.guild, column.seat) for column in both if real[column.guild] is not column]
    return tuple(real.values()), tuple(void)


def columns_of(deck: Deck, seat: Seat, cards: CardSet) -> tuple[Column, ...]:
    """Return the columns of one player's cards."""
    counts = enumerate(deck.counts(cards))
    return tuple([column_of(guild, seat, symbols, False) for guild, symbols in counts if symbols])


@cache
def column_of(guild: int, seat: Seat, symbols: int, joker: bool) -> Column:
    return Column(guild, seat, symbols, joker, POINTS_BY_SYMBOLS[symbols])


def with_jokers(columns: tuple[Column, ...], jokers: int) -> tuple[Column, ...]:
    """Place the jokers: as many as possible, even at a loss, one a guild, for the best total (rulings 16 to 18, 23).

    Each placement changes its own guild only, so the guilds that gain most get one; of equals, the earliest.
    """
    most_gain = sorted(columns, key=lambda column: JOKER_GAIN_BY_SYMBOLS[column.symbols], reverse=True)
    chosen = most_gain[:jokers]
    return tuple([with_joker(column) if column in chosen else column for column in columns])


def with_joker(column: Column) -> Column:
    """Return the column with a joker, which counts as one symbol (ruling 17)."""
    return column_of(column.guild, column.seat, column.symbols + 1, True)


def places(scores: Iterable[Score]) -> tuple[int, ...]:
    """Return the places: one more than the number of sides strictly ahead, as in 1, 1, 3 (ruling 20)."""
    ranks = [score.rank for score in scores]
    best_first = sorted(ranks, reverse=True)
    return tuple([1 + best_first.index(rank) for rank in ranks])


def result_of(sides: Sequence[tuple[Seat, ...]], scores: Sequence[Score]) -> Result:
    return Result(
        tuple(
            SideResult(seats, place, score.points, breakdown(score))
            for seats, place, score in zip(sides, places(scores), scores, strict=True)
        )
    )


def breakdown(score: Score) -> dict[str, Any]:
    """Return what the points are made of, as a record has it."""
    return {
        "cards": score.cards,
        "gems": score.gems,
        "guilds": {GUILD_TITLES[column.guild]: column_breakdown(column) for column in score.columns},
        "pot_de_vin": {"cards": score.pot_de_vin, "points": POINTS_BY_POT_DE_VIN[score.pot_de_vin]},
        "bonus": score.bonus,
        "discarded_jokers": score.discarded_jokers,
    }


@cache
def column_breakdown(column: Column) -> dict[str, Any]:
    return {"symbols": column.symbols, "joker": column.joker, "points": column.points}
