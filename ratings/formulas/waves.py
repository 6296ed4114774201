"""Many matches at once, for working a pool out again; to the last bit what playing them one after another gives.

A match has to wait for the earlier matches of its players, and for nobody else's. So matches go in waves: of the next
few hundred, those whose players have no earlier one among them. Nobody sits at two tables of a wave, and all of it is
worked out together, in columns: a column holds the same number of every table.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.formulas.elo import average_of_others, is_won, shares
from ratings.formulas.schedule import K_TABLE, LAST_K
from ratings.formulas.weights import LOWEST, STEPS_PER_POINT, TABLE, beyond

Whole = NDArray[np.int64]
Real = NDArray[np.float64]
# So many matches are looked at for the next wave: more make waves wider, and each takes longer to find.
LOOKED_AT = 500
# Who has played more has the last one.
K_BY_GAMES = np.array([*K_TABLE, LAST_K])
WEIGHTS = np.array(TABLE)
# A player here is the number of a row in the columns of ratings. The first row is nobody's: a chair that is not there.
NOBODY = 0


class Tables(NamedTuple):
    """Finished matches of one shape, which is the side of each seat: players and places by match and seat."""

    sides: tuple[int, ...]
    matches: Whole
    at: Whole
    players: Whole
    places: Whole


class Played(NamedTuple):
    """Matches of one shape and what they did, by match and seat: which game it was, the rating before and after it."""

    tables: Tables
    # Two for every side behind, one for every side that shares the place.
    halves: Whole
    numbers: Whole
    before: Real
    after: Real

    @property
    def won(self) -> NDArray[np.bool_]:
        return np.asarray(is_won(self.tables.places, self.halves, np.array(max(self.tables.sides) + 1)))

    @property
    def opponents(self) -> Real:
        """How strong the other sides were."""
        return by_seat(average_of_others(strengths_of(self.before.T, self.tables.sides)), self.tables).T


def played(tables: Sequence[Tables], ratings: Real, games: Whole) -> list[Played]:
    """Plays matches of any shapes in the order in which they finished, and moves the ratings and numbers of games."""
    shape, index, seats = in_order(tables)
    found = [nothing_yet(one) for one in tables]
    scores = [one.halves / (2 * max(one.tables.sides)) for one in found]
    left, first = np.arange(len(shape)), np.empty_like(games)
    while len(left):
        looked_at = left[:LOOKED_AT]
        ready = waiting_for_nobody(seats.take(looked_at, axis=0), first)
        now = looked_at[ready]
        for number, one in enumerate(found):
            chosen = index[now[shape[now] == number] if len(found) > 1 else now]
            if len(chosen):
                play_wave(one, chosen, scores[number], ratings, games)
        left = np.concatenate((looked_at[~ready], left[LOOKED_AT:]))
    return found


def nothing_yet(tables: Tables) -> Played:
    numbers, before, after = (np.zeros(tables.players.shape, kind) for kind in (np.int64, float, float))
    return Played(tables, halves_of(tables), numbers, before, after)


def in_order(tables: Sequence[Tables]) -> tuple[Whole, Whole, Whole]:
    """Each match in its turn: its shape, its place among those of this shape, and who sat there."""
    counts = [len(one.matches) for one in tables]
    shape = np.repeat(np.arange(len(tables)), counts)
    index = np.concatenate([np.arange(count) for count in counts])
    seats = np.full((len(shape), max(len(one.sides) for one in tables)), NOBODY)
    for number, one in enumerate(tables):
        seats[shape == number, : len(one.sides)] = one.players
    matches, at = (np.concatenate([getattr(one, name) for one in tables]) for name in ("matches", "at"))
    turn = np.lexsort((matches, at))
    return shape[turn], index[turn], seats[turn]


def waiting_for_nobody(seats: Whole, first: Whole) -> NDArray[np.bool_]:
    """Which of these matches are the first for all of their players. Of what is written twice the last stays."""
    turn = np.arange(len(seats))
    first[seats[::-1].ravel()] = np.repeat(turn[::-1], seats.shape[1])
    return np.asarray(((first.take(seats) == turn[:, None]) | (seats == NOBODY)).all(axis=1))


def play_wave(played: Played, chosen: Whole, scores: Real, ratings: Real, games: Whole) -> None:
    """Matches of which no two share a player: as `changes_at` does it, line by line."""
    tables = played.tables
    players = tables.players.take(chosen, axis=0).T
    before, earlier = ratings.take(players), games.take(players)
    expected = by_seat(shares(weights_of(strengths_of(before, tables.sides))), tables)
    after = before + K_BY_GAMES.take(earlier, mode="clip") * (scores.take(chosen, axis=0).T - expected)
    ratings[players], games[players] = after, earlier + 1
    played.numbers[chosen], played.before[chosen], played.after[chosen] = (earlier + 1).T, before.T, after.T


@lru_cache(maxsize=64)
def members_of(sides: tuple[int, ...]) -> list[list[int]]:
    """The seats of each side."""
    return [[seat for seat, own in enumerate(sides) if own == side] for side in range(max(sides) + 1)]


def strengths_of(ratings: Real, sides: tuple[int, ...]) -> list[Real]:
    """By side, as `strength_of_side` has it."""
    return [ratings[own[0]] if len(own) == 1 else average_of(ratings[own]) for own in members_of(sides)]


def average_of(ratings: Real) -> Real:
    """The sum of two is rounded once, like `fsum`'s; that of more has to be `fsum`'s."""
    total = ratings[0] + ratings[1] if len(ratings) == 2 else np.array([fsum(own) for own in ratings.T.tolist()])
    return total / len(ratings)


def weights_of(strengths: Sequence[Real]) -> list[Real]:
    """By side, as `weight` has it."""
    steps = np.stack(strengths) * STEPS_PER_POINT
    whole = np.floor(steps)
    return list(WEIGHTS.take((whole - LOWEST).astype(np.int64), mode="clip") * beyond(steps - whole))


def by_seat(values: Sequence[Real], tables: Tables) -> Real:
    return np.stack([values[side] for side in tables.sides])


def halves_of(tables: Tables) -> Whole:
    """By match and seat: two half duels for every side behind, one for every side that shares the place."""
    places = tables.places[:, [own[0] for own in members_of(tables.sides)]]
    halves = [(2 * (own[:, None] < places) + (own[:, None] == places)).sum(axis=1) - 1 for own in places.T]
    return np.stack([halves[side] for side in tables.sides], axis=1)
