"""Everyone in a pool at once, in columns: what `Career` is for one player, for working a pool out again.

What a chunk of matches did is put together by player, and each column moves once for all of it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.formulas.careers import BEST_WINS, Career
from ratings.formulas.elo import START, is_won
from ratings.formulas.waves import NOBODY, Real, Tables, Wave, Whole, waves

PERSON = np.dtype(
    [
        *[("player", "i8"), ("rating", "f8"), ("games", "i8"), ("wins", "i8")],
        *[("peak", "f8"), ("peak_number", "i8"), ("low", "f8"), ("low_number", "i8")],
        *[("first_at", "i8"), ("last_at", "i8"), ("last_match", "i8")],
        # How strong the others were and which game it was, strongest first.
        *[("best", "f8", BEST_WINS), ("best_numbers", "i8", BEST_WINS)],
        # Whether anything has changed since this was last written.
        ("moved", "?"),
    ]
)
NEWCOMER = np.zeros(1, PERSON)
NEWCOMER["rating"], NEWCOMER["peak"], NEWCOMER["low"], NEWCOMER["best"] = START, -np.inf, np.inf, -np.inf
NO_TALLIES = np.zeros((3, 0, 0), np.int64)
MANY = np.iinfo(np.int64).max
# Player, number of sides, seat, games, wins and half duels.
TallyRow = tuple[int, int, int, int, int, int]


class Changes(NamedTuple):
    """What some matches did, one row a player and match, each player's in order: as `Change`, and half duels won."""

    matches: Whole
    at: Whole
    rows: Whole
    numbers: Whole
    before: Real
    after: Real
    k: Real
    expected: Real
    scores: Real
    opponents: Real
    places: Whole
    sides: Whole
    seats: Whole
    halves: Whole

    @property
    def won(self) -> NDArray[np.bool_]:
        return np.asarray(is_won(self.places, self.halves, self.sides))


class Persons(NamedTuple):
    """Changes put together by player: whose, in which order, and where each player's begin and end in it."""

    rows: Whole
    order: Whole
    starts: Whole
    ends: Whole

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """What belongs to a player, at each of their changes."""
        return np.repeat(values, self.ends - self.starts + 1)


def by_person(rows: Whole) -> Persons:
    """By sorting one number made of row and position: several times as fast as sorting one by the other."""
    bits = len(rows).bit_length()
    keys = np.sort(rows << bits | np.arange(len(rows)))
    sorted_rows = keys >> bits
    starts = np.flatnonzero(np.diff(sorted_rows, prepend=-1))
    ends = np.append(starts[1:], len(rows)) - 1
    return Persons(sorted_rows[starts], keys & ((1 << bits) - 1), starts, ends)


class Crowd:
    """All careers of a pool. A player has a row in the columns; the first row is nobody's."""

    def __init__(self) -> None:
        self.people = NEWCOMER.copy()
        self.row_by_player = np.zeros(1, np.int64)
        # By number of sides: games, wins and half duels by row and seat, since they were last taken.
        self.tallies: dict[int, Whole] = {}

    def play(self, tables: Sequence[Tables]) -> Changes:
        """Moves everyone at these tables, in the order in which they finished, and says by how much and why."""
        self.welcome(np.concatenate([one.players.ravel() for one in tables]))
        seated = [one._replace(players=self.row_by_player[one.players]) for one in tables]
        changes = changes_of(list(waves(seated, self.people["rating"], self.people["games"])))
        self.remember(changes)
        self.count(changes)
        return changes

    def players(self, rows: Whole) -> Whole:
        return self.people["player"][rows]

    def welcome(self, players: Whole) -> None:
        """Gives a row to whoever has none."""
        known = len(self.row_by_player)
        if players.max() >= known:
            more = np.full(max(players.max() + 1, 2 * known) - known, NOBODY)
            self.row_by_player = np.concatenate((self.row_by_player, more))
        new = np.unique(players[self.row_by_player[players] == NOBODY])
        self.row_by_player[new] = len(self.people) + np.arange(len(new))
        newcomers = np.repeat(NEWCOMER, len(new))
        newcomers["player"] = new
        self.people = np.concatenate((self.people, newcomers))

    def remember(self, changes: Changes) -> None:
        """Peaks and lows, wins, the first and the last day."""
        own = by_person(changes.rows)
        people, rows, numbers = self.people, own.rows, changes.numbers[own.order]
        afters, at = changes.after[own.order], changes.at[own.order]
        for name, extreme, beyond in (("peak", np.maximum, np.greater), ("low", np.minimum, np.less)):
            best = extreme.reduceat(afters, own.starts)
            first = np.minimum.reduceat(np.where(afters == own.spread(best), numbers, MANY), own.starts)
            new = beyond(best, people[name][rows])
            people[name][rows[new]], people[f"{name}_number"][rows[new]] = best[new], first[new]
        begun = numbers[own.starts] == 1
        people["first_at"][rows[begun]] = at[own.starts[begun]]
        people["last_at"][rows] = at[own.ends]
        people["last_match"][rows] = changes.matches[own.order[own.ends]]
        people["moved"][rows] = True
        won = own.order[changes.won[own.order]]
        people["wins"] += np.bincount(changes.rows[won], minlength=len(people))
        self.remember_wins(changes.rows[won], changes.opponents[won], changes.numbers[won])

    def remember_wins(self, rows: Whole, opponents: Real, numbers: Whole) -> None:
        """The best wins: everyone's first one, then everyone's second, and so on. Of equal ones the earlier stays."""
        people = self.people
        good = opponents > people["best"][rows, -1]
        rows, opponents, numbers = rows[good], opponents[good], numbers[good]
        turns = np.arange(len(rows)) - np.searchsorted(rows, rows)
        for turn in range(turns.max(initial=-1) + 1):
            now = turns == turn
            own = rows[now]
            best = np.column_stack((people["best"][own], opponents[now]))
            games = np.column_stack((people["best_numbers"][own], numbers[now]))
            order = np.argsort(-best, axis=1, kind="stable")[:, :BEST_WINS]
            people["best"][own] = np.take_along_axis(best, order, 1)
            people["best_numbers"][own] = np.take_along_axis(games, order, 1)

    def count(self, changes: Changes) -> None:
        """Games, wins and half duels, by number of sides and seat."""
        for sides in np.flatnonzero(np.bincount(changes.sides)).tolist():
            own = changes.sides == sides
            seats, before = changes.seats[own], self.tallies.get(sides, NO_TALLIES)
            _, people, chairs = shape = (3, len(self.people), max(before.shape[2], seats.max() + 1))
            cells, won, halves = changes.rows[own] * chairs + seats, changes.won[own], changes.halves[own]
            counted = np.stack([np.bincount(cells, by, people * chairs) for by in (None, won, halves)])
            self.tallies[sides] = counted.astype(np.int64).reshape(shape)
            self.tallies[sides][:, : before.shape[1], : before.shape[2]] += before

    def take_moved(self) -> dict[int, Career]:
        """Who has played since this was last asked for, by player."""
        moved = self.people[self.people["moved"]]
        self.people["moved"] = False
        in_order = moved[np.argsort(moved["player"])]
        return {player: career_of(*known) for player, *known, _ in in_order.tolist()}

    def take_tallies(self) -> list[TallyRow]:
        """What has been counted since this was last asked for."""
        found: list[TallyRow] = []
        for sides, counted in self.tallies.items():
            rows, seats = np.nonzero(counted[0])
            columns = (self.players(rows), np.full(len(rows), sides), seats, *counted[:, rows, seats])
            found += zip(*(column.tolist() for column in columns), strict=True)
        self.tallies.clear()
        return found


def changes_of(played: Sequence[Wave]) -> Changes:
    """Wave by wave, so that each player's changes are in order."""

    def every(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(wave, name).T.ravel() for wave in played])

    def of_match(name: str) -> Whole:
        return np.concatenate([np.repeat(getattr(one.tables, name)[one.chosen], len(one.players)) for one in played])

    return Changes(
        matches=of_match("matches"),
        at=of_match("at"),
        rows=every("players"),
        numbers=every("games"),
        before=every("before"),
        after=every("after"),
        k=every("k"),
        expected=every("expected"),
        scores=every("scores"),
        opponents=every("opponents"),
        places=np.concatenate([one.tables.places[one.chosen].ravel() for one in played]),
        sides=np.concatenate([np.full(one.players.size, max(one.tables.sides) + 1) for one in played]),
        seats=np.concatenate([np.tile(np.arange(len(one.players)), len(one.chosen)) for one in played]),
        halves=every("halves"),
    )


def career_of(
    rating: float, games: int, wins: int, peak: float, peak_number: int, low: float, low_number: int,
    first_at: int, last_at: int, last_match: int, best: Real, best_numbers: Whole,
) -> Career:  # fmt: skip
    """A row as a career. What happened at which tables is in the tallies."""
    career = Career()
    career.rating, career.games, career.wins = rating, games, wins
    career.peak, career.peak_number, career.low, career.low_number = peak, peak_number, low, low_number
    career.first_at, career.last_at, career.last_match = first_at, last_at, last_match
    wins_known = zip(best.tolist(), best_numbers.tolist(), strict=True)
    career.best_wins = [(opponents, number) for opponents, number in wins_known if number]
    return career
