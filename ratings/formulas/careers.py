"""Careers: what is known of a player in a pool, and how a match moves it.

The same code settles one match and replays a hundred thousand, in the same order of operations, so that both come to
the same bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from ratings.formulas.elo import START, average_of_others, duels, expectations, is_shared, is_won, strength_of_side
from ratings.formulas.schedule import k_for

BEST_WINS = 5
# Games, wins and half duels, by number of sides and own seat.
Tallies = dict[tuple[int, int], tuple[int, int, int]]


class Result(NamedTuple):
    """A match as the formulas see it; by seat: who sat there, on which side (from 0), in what place."""

    match: int
    at: int
    players: Sequence[int]
    sides: Sequence[int]
    places: Sequence[int]


@dataclass(slots=True)
class Change:
    """What a match did to one player, and why. Score, expectation and opposition are those of the player's side."""

    player_id: int
    # Which of the player's games it was.
    number: int
    before: float
    after: float
    k: float
    # Shares of the other sides: how many one should have been, and was, ahead of.
    expected: float
    score: float
    # How strong the other sides were, on average.
    opponents: float
    place: int
    sides: int
    seat: int

    @property
    def half_duels(self) -> int:
        """As the formulas count them: the score is a share of these."""
        return round(2 * self.score * (self.sides - 1))

    @property
    def is_win(self) -> bool:
        return bool(is_won(self.place, self.half_duels, self.sides))

    @property
    def is_shared(self) -> bool:
        """Whether another side came in the same place."""
        return is_shared(self.place, self.half_duels, self.sides)


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
        "peak",
        "peak_number",
        "rating",
        "tallies",
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
        self.tallies: Tallies = {}
        # How strong the others were and which game it was, strongest first.
        self.best_wins: list[tuple[float, int]] = []

    def add(self, match: int, at: int, change: Change) -> None:
        """One more game."""
        self.rating, self.games, self.last_at, self.last_match = change.after, change.number, at, match
        if change.after > self.peak:
            self.peak, self.peak_number = change.after, change.number
        if change.after < self.low:
            self.low, self.low_number = change.after, change.number
        if change.number == 1:
            self.first_at = at
        games, wins, halves = self.tallies.get((change.sides, change.seat), (0, 0, 0))
        won, counted = change.is_win, halves + change.half_duels
        self.tallies[change.sides, change.seat] = (games + 1, wins + won, counted)
        if won:
            self.add_win(change)

    def add_win(self, change: Change) -> None:
        """Of equal wins the earlier stays among the best."""
        best = self.best_wins
        self.wins += 1
        if len(best) < BEST_WINS or change.opponents > best[-1][0]:
            best.append((change.opponents, change.number))
            best.sort(key=lambda win: -win[0])
            del best[BEST_WINS:]


def play(careers: Mapping[int, Career], result: Result) -> list[Change]:
    """Moves everyone at the table, and says by how much and why."""
    own = [careers[player] for player in result.players]
    changes = changes_at(result, [career.rating for career in own], [career.games for career in own])
    for career, change in zip(own, changes, strict=True):
        career.add(result.match, result.at, change)
    return changes


def changes_at(result: Result, ratings: Sequence[float], games: Sequence[int]) -> list[Change]:
    """What a match does to everyone at the table, all from the ratings before it and the games played by then."""
    players, sides, places = result.players, result.sides, result.places
    alone = sides[-1] + 1 == len(sides)  # each for themselves: side by side as they sit
    strengths, places_by_side = (ratings, tuple(places)) if alone else by_side(ratings, sides, places)
    expected, outcomes = expectations(strengths), duels(places_by_side)
    others, count, changes = average_of_others(strengths), len(strengths), []
    for seat, (player, side, before, played) in enumerate(zip(players, sides, ratings, games, strict=True)):
        k, score, place = k_for(played), outcomes[side].score, outcomes[side].place
        after = before + k * (score - expected[side])
        changes.append(
            Change(player, played + 1, before, after, k, expected[side], score, others[side], place, count, seat)
        )
    return changes


def by_side(
    ratings: Sequence[float], sides: Sequence[int], places: Sequence[int]
) -> tuple[Sequence[float], tuple[int, ...]]:
    """Strength and place of each side, in the order of their numbers."""
    members = [[side == own for own in sides] for side in range(max(sides) + 1)]
    strengths = [strength_of_side(list(compress(ratings, own))) for own in members]
    return strengths, tuple(places[own.index(True)] for own in members)
