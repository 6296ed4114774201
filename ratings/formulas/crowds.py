"""Everyone in a pool at once, in columns: what `Career` is for one player, for working a pool out again.

Matches are played as they come. What they did is put together by player when it is wanted, once for all of them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratings.formulas.careers import BEST_WINS
from ratings.formulas.elo import START
from ratings.formulas.waves import NOBODY, Played, Real, Tables, Whole, played

PERSON = np.dtype(
    [
        *[("player_id", "i8"), ("wins", "i8")],
        *[("peak", "f8"), ("peak_number", "i8"), ("low", "f8"), ("low_number", "i8")],
        *[("first_at", "i8"), ("last_at", "i8"), ("last_match", "i8")],
        # How strong the others were and which game it was, strongest first.
        *[("best_opponents", "f8", BEST_WINS), ("best_numbers", "i8", BEST_WINS)],
    ]
)
NEWCOMER = np.zeros(1, PERSON)
for name, value in {"peak": -np.inf, "low": np.inf, "best_opponents": -np.inf}.items():
    NEWCOMER[name] = value


class Histories(NamedTuple):
    """What was added to the histories of some players, one after another, each in order: games by number."""

    # Where each of them begins among all games, who it is, the number of the first game and the rating before it.
    starts: Whole
    rows: Whole
    numbers: Whole
    before: Real
    # Game by game: which of the matches below, and the rating after it.
    turns: Whole
    after: Real
    # The matches that were played, and when.
    matches: Whole
    at: Whole

    @property
    def counts(self) -> Whole:
        """How many games each of them has in it."""
        return np.diff(self.starts, append=len(self.after))

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """What belongs to a player, at each of their games."""
        return np.repeat(values, self.counts)


class Standings(NamedTuple):
    """Where some players stand, a row each: numbers by name, the best wins, and what was counted by kind of table."""

    columns: dict[str, NDArray[Any]]
    # How strong the others were, and which game it was; zero where there are no more.
    best_opponents: Real
    best_numbers: Whole
    # Number of sides, seat, games, wins and half duels; no games where somebody never sat at such a table.
    counted: Whole


class Crowd:
    """All careers of a pool. A player has a row in the columns; the first row is nobody's."""

    def __init__(self) -> None:
        # What every match reads and moves stands apart from the rest, close together.
        self.ratings, self.games = np.full(1, START), np.zeros(1, np.int64)
        # The same when what was played was last put together.
        self.ratings_taken, self.games_taken = self.ratings.copy(), self.games.copy()
        self.people = NEWCOMER.copy()
        self.row_by_player = np.zeros(1, np.int64)
        # By number of sides and seat: games, wins and half duels, of each row.
        self.tallies: dict[tuple[int, int], Whole] = {}
        # What was played since it was last put together.
        self.played: list[Played] = []

    @property
    def waiting(self) -> int:
        """How many matches have not been put together yet."""
        return sum(len(one.tables.matches) for one in self.played)

    @property
    def everyone(self) -> Whole:
        """All rows but nobody's."""
        return np.arange(1, len(self.people))

    def play(self, tables: Sequence[Tables]) -> None:
        """Moves everyone at these tables, in the order in which they finished."""
        self.welcome(np.concatenate([one.players.ravel() for one in tables]))
        seated = [one._replace(players=self.row_by_player[one.players]) for one in tables]
        self.played += played(seated, self.ratings, self.games)

    def players(self, rows: Whole) -> Whole:
        return self.people["player_id"][rows]

    def welcome(self, players: Whole) -> None:
        """Gives a row to whoever has none."""
        known = len(self.row_by_player)
        if players.max() >= known:
            more = np.full(max(players.max() + 1, 2 * known) - known, NOBODY)
            self.row_by_player = np.concatenate((self.row_by_player, more))
        new = np.unique(players[self.row_by_player[players] == NOBODY])
        if not len(new):
            return
        self.row_by_player[new] = len(self.people) + np.arange(len(new))
        newcomers = np.repeat(NEWCOMER, len(new))
        newcomers["player_id"] = new
        self.people = np.concatenate((self.people, newcomers))
        for name in ("ratings", "ratings_taken"):
            setattr(self, name, np.concatenate((getattr(self, name), np.full(len(new), START))))
        for name in ("games", "games_taken"):
            setattr(self, name, np.concatenate((getattr(self, name), np.zeros(len(new), np.int64))))

    def take(self) -> Histories:
        """What was played since this was last asked for, put together by player; careers are up to date then."""
        counts = self.games - self.games_taken
        starts, rows = np.cumsum(counts) - counts, np.flatnonzero(counts)
        turns, after, beaten = self.put_together(starts - self.games_taken - 1)
        numbers, before = self.games_taken[rows] + 1, self.ratings_taken[rows]
        matches, at = (np.concatenate([getattr(one.tables, name) for one in self.played]) for name in ("matches", "at"))
        histories = Histories(starts[rows], rows, numbers, before, turns, after, matches, at)
        self.remember(histories)
        self.remember_wins(histories, beaten)
        for one in self.played:
            self.count(one)
        self.played, self.ratings_taken, self.games_taken = [], self.ratings.copy(), self.games.copy()
        return histories

    def put_together(self, zeroth: Whole) -> tuple[Whole, Real, Real]:
        """Of all games, one player's after another's: which match, the rating after it, and how strong those were who
        were beaten. What is numbered need not be sorted: a game stands as far behind the zeroth as its number says."""
        games, turn = sum(one.numbers.size for one in self.played), 0
        turns, after, beaten = np.empty(games, np.int32), np.empty(games), np.empty(games)
        for one in self.played:
            place, matches = zeroth.take(one.tables.players) + one.numbers, len(one.tables.matches)
            turns[place], after[place] = np.arange(turn, turn + matches), one.after
            beaten[place] = np.where(one.won, one.opponents, -np.inf)
            turn += matches
        return turns, after, beaten

    def remember(self, new: Histories) -> None:
        """Peaks and lows, the first and the last day."""
        people, rows, ends = self.people, new.rows, new.starts + new.counts - 1
        for name, extreme, beyond in (("peak", np.maximum, np.greater), ("low", np.minimum, np.less)):
            best = extreme.reduceat(new.after, new.starts)
            first = first_where(new.after == new.spread(best), new.starts)
            further = beyond(best, people[name][rows])
            people[name][rows[further]] = best[further]
            people[f"{name}_number"][rows[further]] = (new.numbers - new.starts + first)[further]
        begun = new.numbers == 1
        people["first_at"][rows[begun]] = new.at[new.turns[new.starts[begun]]]
        last = new.turns[ends]
        people["last_at"][rows], people["last_match"][rows] = new.at[last], new.matches[last]

    def remember_wins(self, new: Histories, beaten: Real) -> None:
        """The best wins, the strongest first; of equal ones the earlier. Those of before compete with the new ones."""
        won = beaten > -np.inf
        wins = np.add.reduceat(won, new.starts, dtype=np.int64)
        games, winners = np.flatnonzero(won), np.flatnonzero(wins)
        rows, counts, opponents = new.rows[winners], wins[winners], beaten[games]
        self.people["wins"][rows] += counts
        numbers, starts = games + np.repeat((new.numbers - new.starts)[winners], counts), starts_of(counts)
        best, best_numbers = self.people["best_opponents"][rows], self.people["best_numbers"][rows]
        known, known_numbers = best.copy(), best_numbers.copy()
        everyone, next_known = np.arange(len(rows)), np.zeros(len(rows), np.int64)
        for place in range(BEST_WINS):
            strongest = np.maximum.reduceat(opponents, starts) if len(starts) else opponents
            first = first_where(opponents == np.repeat(strongest, counts), starts)
            earlier = known[everyone, next_known]
            is_earlier = earlier >= strongest
            best[:, place] = np.where(is_earlier, earlier, strongest)
            best_numbers[:, place] = np.where(is_earlier, known_numbers[everyone, next_known], numbers[first])
            next_known += is_earlier
            opponents[first[~is_earlier]] = -np.inf
        best_numbers[best == -np.inf] = 0
        self.people["best_opponents"][rows], self.people["best_numbers"][rows] = best, best_numbers

    def count(self, played: Played) -> None:
        """Games, wins and half duels, by number of sides and seat."""
        tables, won, halves = played.tables, played.won, played.halves
        for seat, rows in enumerate(tables.players):
            counted = [np.bincount(rows, by, len(self.people)) for by in (None, won[seat], halves[seat])]
            kind, before = (max(tables.sides) + 1, seat), np.zeros((3, len(self.people)), np.int64)
            if (known := self.tallies.get(kind)) is not None:
                before[:, : known.shape[1]] = known
            self.tallies[kind] = before + np.stack(counted).astype(np.int64)

    def standings(self, rows: Whole) -> Standings:
        """Of these players."""
        people, plain = self.people[rows], [name for name in PERSON.names or () if not name.startswith("best")]
        columns = {"rating": self.ratings[rows], "games": self.games[rows], **{name: people[name] for name in plain}}
        counted = np.zeros((len(rows), len(self.tallies), 5), np.int64)
        for place, (kind, known) in enumerate(sorted(self.tallies.items())):
            counted[:, place, :2] = kind
            counted[:, place, 2:] = known.take(rows, axis=1, mode="clip").T * (rows < known.shape[1])[:, None]
        return Standings(columns, people["best_opponents"], people["best_numbers"], counted)


def starts_of(counts: Whole) -> Whole:
    return np.cumsum(counts) - counts


def first_where(found: NDArray[np.bool_], starts: Whole) -> Whole:
    """The first place of each part at which something was found; there is one in each."""
    places = np.flatnonzero(found)
    return places[np.searchsorted(places, starts)]
