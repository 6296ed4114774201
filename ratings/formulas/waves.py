"""Many matches at once, for working a pool out again; to the last bit what playing them one after another gives.

A match has to wait for the earlier matches of its players, and for nobody else's. So matches go in waves: of the next
few hundred, those whose players have no earlier one among them. Nobody sits at two tables of a wave, and all of it is
worked out together, in columns: a column holds the same number of every table.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from math import fsum
from operator import and_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.formulas.elo import PAIRS, average_of_others, is_won, shares
from ratings.formulas.schedule import K_TABLE, LAST_K
from ratings.formulas.weights import LOWEST, STEPS_PER_POINT, TABLE, beyond

Whole = NDArray[np.signedinteger[Any]]
Real = NDArray[np.float64]
# So many matches are looked at for the next wave: more make waves wider, and each takes longer to find.
LOOKED_AT = 500
# Who has played more has the last one.
K_BY_GAMES = np.array([*K_TABLE, LAST_K])
WEIGHTS = np.array(TABLE)
# A player here is the number of a row in the columns of ratings. The first row is nobody's.
NOBODY = 0


class Tables(NamedTuple):
    """Finished matches of one shape, which is the side of each seat. Players and places by seat, then by match."""

    sides: tuple[int, ...]
    matches: Whole
    at: Whole
    players: Whole
    places: Whole

    def take(self, chosen: Whole) -> "Tables":
        """Some of them, in this order."""
        one_each = (column.take(chosen) for column in (self.matches, self.at))
        by_seat = (column.take(chosen, axis=1) for column in (self.players, self.places))
        return Tables(self.sides, *one_each, *by_seat)


class Played(NamedTuple):
    """Matches of one shape, in the order in which they were played, and what they did, by seat and match."""

    tables: Tables
    # Two for every side behind, one for every side that shares the place.
    halves: Whole
    # Which game of this player it was, and the rating before and after it.
    numbers: Whole
    before: Real
    after: Real

    @property
    def won(self) -> NDArray[np.bool_]:
        return np.asarray(is_won(self.tables.places, self.halves, np.array(max(self.tables.sides) + 1)))

    @property
    def opponents(self) -> Real:
        """How strong the other sides were."""
        return by_seat(average_of_others(list(strengths_of(self.before, self.tables.sides))), self.tables.sides)


def played(tables: Sequence[Tables], ratings: Real, games: Whole) -> list[Played]:
    """Plays matches of any shapes in the order in which they finished, and moves the ratings and numbers of games."""
    shape, index, seats = in_order(tables)
    waves = waves_of(seats)
    turn, ends = np.concatenate(waves), np.cumsum([len(wave) for wave in waves])
    found, parts = [], []
    for number, own in enumerate(tables):
        chosen = shape[turn] == number
        found.append(nothing_yet(own.take(index[turn[chosen]])))
        parts.append(slices(np.cumsum(chosen)[ends - 1].tolist()))
    scores = [one.halves / (2 * max(one.tables.sides)) for one in found]
    for wave in zip(*parts, strict=True):
        for one, score, part in zip(found, scores, wave, strict=True):
            if part.start < part.stop:
                play_wave(one, score, part, ratings, games)
    return found


def slices(ends: Sequence[int]) -> list[slice]:
    """Parts that end there, each where the next begins."""
    return [slice(begin, end) for begin, end in pairwise((0, *ends))]


def nothing_yet(tables: Tables) -> Played:
    numbers, before, after = (np.empty(tables.players.shape, kind) for kind in (np.int32, float, float))
    return Played(tables, halves_of(tables), numbers, before, after)


def in_order(tables: Sequence[Tables]) -> tuple[Whole, Whole, Whole]:
    """Each match in its turn: its shape, its place among those of this shape, and who sat there. On a chair that is not
    there sits somebody of its own, who keeps nobody waiting."""
    counts = [len(one.matches) for one in tables]
    shape = np.repeat(np.arange(len(tables)), counts)
    index = np.concatenate([np.arange(count) for count in counts])
    known, most = 1 + max(int(one.players.max()) for one in tables), max(len(one.sides) for one in tables)
    seats = known + np.arange(len(shape) * most).reshape(len(shape), most)
    for number, one in enumerate(tables):
        seats[shape == number, : len(one.sides)] = one.players.T
    matches, at = (np.concatenate([getattr(one, name) for one in tables]) for name in ("matches", "at"))
    turn = np.lexsort((matches, at))
    return shape[turn], index[turn], seats[turn]


def waves_of(seats: Whole) -> list[Whole]:
    """Which matches can be played together, wave after wave, if these people sit at them, match by match."""
    matches, size = seats.shape
    # The latest stands first: of what is written for somebody twice, the last stays, which is their earliest match.
    places, last = np.repeat(np.arange(LOOKED_AT), size), np.empty(seats.max() + 1, np.int64)
    waves, waiting, coming = [], np.empty(0, np.int64), 0
    while len(waiting) or coming < matches:
        until = min(coming + LOOKED_AT - len(waiting), matches)
        waiting, coming = np.concatenate((np.arange(until - 1, coming - 1, -1), waiting)), until
        sitting, place = seats.take(waiting, axis=0).ravel(), places[: len(waiting) * size]
        last[sitting] = place
        ready = reduce(and_, (last.take(sitting) == place).reshape(-1, size).T)
        waves.append(waiting[ready])
        waiting = waiting[~ready]
    return waves


def play_wave(played: Played, scores: Real, part: slice, ratings: Real, games: Whole) -> None:
    """Matches of which no two share a player: as `changes_at` does it, line by line."""
    sides, players = played.tables.sides, played.tables.players[:, part]
    before, earlier = ratings.take(players), games.take(players)
    expected = by_seat(shares(list(weights_of(strengths_of(before, sides)))), sides)
    after = before + K_BY_GAMES.take(earlier, mode="clip") * (scores[:, part] - expected)
    number = earlier + 1
    ratings[players], games[players] = after, number
    played.numbers[:, part], played.before[:, part], played.after[:, part] = number, before, after


@lru_cache(maxsize=64)
def members_of(sides: tuple[int, ...]) -> list[list[int]]:
    """The seats of each side."""
    return [[seat for seat, own in enumerate(sides) if own == side] for side in range(max(sides) + 1)]


def strengths_of(ratings: Real, sides: tuple[int, ...]) -> Real:
    """By side, as `strength_of_side` has it."""
    if sides == tuple(range(len(sides))):  # everyone for themselves
        return ratings
    return np.stack([ratings[own[0]] if len(own) == 1 else average_of(ratings[own]) for own in members_of(sides)])


def average_of(ratings: Real) -> Real:
    """The sum of two is rounded once, like `fsum`'s; that of more has to be `fsum`'s."""
    total = ratings[0] + ratings[1] if len(ratings) == 2 else np.array([fsum(own) for own in ratings.T.tolist()])
    return total / len(ratings)


def weights_of(strengths: Real) -> Real:
    """As `weight` has it."""
    steps = strengths * STEPS_PER_POINT
    whole = np.floor(steps)
    return WEIGHTS.take((whole - LOWEST).astype(np.int64), mode="clip") * beyond(steps - whole)


def by_seat(values: Sequence[Real], sides: tuple[int, ...]) -> Real:
    """What belongs to a side, at each of its seats."""
    return np.concatenate([values[side] for side in sides]).reshape(len(sides), -1)


def halves_of(tables: Tables) -> Whole:
    """Two half duels for every side behind, one for every side that shares the place."""
    places = [tables.places[own[0]] for own in members_of(tables.sides)]
    halves = np.zeros((len(places), len(tables.matches)), np.int8)
    for one, other in PAIRS[len(places)]:
        duel = (places[one] < places[other]).astype(np.int8) + (places[one] <= places[other])
        halves[one] += duel
        halves[other] += 2 - duel
    return halves[list(tables.sides)]
