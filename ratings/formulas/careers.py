"""Careers: what is known of a player in a pool, and how a match moves it.

The same code settles one match and replays a hundred thousand, in the same order of operations, so that both come to
the same bits.
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from ratings.formulas.elo import START, average_of_others, duels, expectations, is_won, strength_of_side
from ratings.formulas.schedule import K_TABLE, LAST_K, SETTLED_AFTER

BEST_WINS = 5
# Number of sides, own seat, place, half duels.
Outcome = tuple[int, int, int, int]


class Result(NamedTuple):
    """A match as the formulas see it; by seat: who sat there, on which side (from 0), in what place."""

    match: int
    at: int
    players: Sequence[int]
    sides: Sequence[int]
    places: Sequence[int]


class Change(NamedTuple):
    """What a match did to one player, and why. Score, expectation and opposition are those of the player's side."""

    player: int
    number: int
    before: float
    after: float
    k: float
    expected: float
    score: float
    opponents: float
    place: int
    sides: int
    seat: int


# The same as a plain tuple: of these a rebuild makes a million.
PlainChange = tuple[int, int, float, float, float, float, float, float, int, int, int]


class Career:
    """One player in one pool: the rating, and what the pages say about it."""

    __slots__ = (
        "best_wins",
        "first_at",
        "games",
        "last_at",
        "last_match",
        "low",
        "low_number",
        "outcomes",
        "peak",
        "peak_number",
        "rating",
        "wins",
    )

    def __init__(self) -> None:
        self.rating = START
        self.games = self.wins = 0
        # The highest and the lowest rating, and after which game; what one starts with is neither.
        self.peak, self.low = float("-inf"), float("inf")
        self.peak_number = self.low_number = 0
        # When the first and the last game ended, as numbers that only have to be in order; and which was the last.
        self.first_at = self.last_at = self.last_match = 0
        # How often what happened: by number of sides, own seat, place, and half duels.
        self.outcomes: dict[Outcome, int] = {}
        # How strong the others were and which game it was, strongest first.
        self.best_wins: list[tuple[float, int]] = []

    def add(self, match: int, at: int, after: float, outcome: Outcome) -> None:
        """One more game, and the rating after it."""
        self.rating, self.last_at, self.last_match = after, at, match
        self.games = number = self.games + 1
        if after > self.peak:
            self.peak, self.peak_number = after, number
        if after < self.low:
            self.low, self.low_number = after, number
        if number == 1:
            self.first_at = at
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1

    def add_win(self, opponents: float) -> None:
        """The game that was just added was won. Of equal wins the earlier stays among the best."""
        best = self.best_wins
        self.wins += 1
        if len(best) < BEST_WINS or opponents > best[-1][0]:
            best.append((opponents, self.games))
            best.sort(key=lambda win: -win[0])
            del best[BEST_WINS:]

    def tallies(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """Games, wins and half duels, by number of sides and own seat."""
        found: dict[tuple[int, int], tuple[int, int, int]] = {}
        for (sides, seat, place, halves), times in self.outcomes.items():
            games, wins, all_halves = found.get((sides, seat), (0, 0, 0))
            won = times * is_won(place, halves, sides)
            found[sides, seat] = (games + times, wins + won, all_halves + times * halves)
        return found


def play(careers: Mapping[int, Career], result: Result) -> list[PlainChange]:
    """Moves everyone at the table, all from the ratings before the match, and says by how much and why."""
    match, at, players, sides, places = result
    own = [careers[player] for player in players]
    ratings = [career.rating for career in own]
    alone = sides[-1] + 1 == len(sides)  # each for themselves: side by side as they sit
    strengths, places_by_side = (ratings, tuple(places)) if alone else by_side(ratings, sides, places)
    expected, outcomes = expectations(strengths), duels(places_by_side)
    others, count, changes = average_of_others(strengths), len(strengths), []
    for seat, career in enumerate(own):
        side, before, games = sides[seat], ratings[seat], career.games
        k = K_TABLE[games] if games < SETTLED_AFTER else LAST_K
        score, halves, place, won = outcomes[side]
        after = before + k * (score - expected[side])
        career.add(match, at, after, (count, seat, place, halves))
        if won:
            career.add_win(others[side])
        changes.append(
            (players[seat], games + 1, before, after, k, expected[side], score, others[side], place, count, seat)
        )
    return changes


def by_side(
    ratings: Sequence[float], sides: Sequence[int], places: Sequence[int]
) -> tuple[Sequence[float], tuple[int, ...]]:
    """Strength and place of each side, in the order of their numbers."""
    members = [[side == own for own in sides] for side in range(max(sides) + 1)]
    strengths = [strength_of_side(list(compress(ratings, own))) for own in members]
    return strengths, tuple(places[own.index(True)] for own in members)
