"""How one match moves everybody at its table. The same code settles a match and replays a hundred thousand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import compress
from typing import NamedTuple

from ratings.formulas.elo import START, average_of_others, duels, expectations, strength_of_side
from ratings.formulas.schedule import k_for


class Position(NamedTuple):
    """Where a match stands among all of its pool: by the moment at which it finished, then by its number."""

    finished_at: datetime
    match: int


class Result(NamedTuple):
    """A match as the formulas see it; by seat: who sat there, on which side (from 0), in what place."""

    position: Position
    players: Sequence[int]
    sides: Sequence[int]
    places: Sequence[int]


class Change(NamedTuple):
    """What a match did to one player, and why. Score, expectation and opposition are those of the player's side."""

    player_id: int
    seat: int
    side: int
    place: int
    # How many sides there were.
    sides: int
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
    is_win: bool


@dataclass(slots=True)
class Career:
    """Where a player stands in a pool, and when the first and the last game ended: nothing before the first."""

    rating: float = START
    games: int = 0
    wins: int = 0
    first_at: datetime | None = None
    last: Position | None = None


def play(careers: Mapping[int, Career], result: Result) -> list[Change]:
    """Moves everyone at the table, and says by how much and why."""
    own = [careers[player] for player in result.players]
    changes = changes_at(result, [career.rating for career in own], [career.games for career in own])
    position = result.position
    for career, change in zip(own, changes, strict=True):
        career.rating, career.games, career.last = change.after, change.number, position
        career.wins += change.is_win
        if change.number == 1:
            career.first_at = position.finished_at
    return changes


def changes_at(result: Result, ratings: Sequence[float], games: Sequence[int]) -> list[Change]:
    """What a match does to everyone at the table, all from the ratings before it and the games played by then."""
    _, players, sides, places = result
    alone = sides[-1] + 1 == len(sides)  # each for themselves: side by side as they sit
    strengths, places_by_side = (ratings, tuple(places)) if alone else by_side(ratings, sides, places)
    expected, outcomes = expectations(strengths), duels(places_by_side)
    others, count, changes = average_of_others(strengths), len(strengths), []
    for seat, player in enumerate(players):
        side, before, played = sides[seat], ratings[seat], games[seat]
        chance, (score, place, is_win), k = expected[side], outcomes[side], k_for(played)
        after = before + k * (score - chance)
        changes.append(
            Change(
                player, seat, side, place, count, played + 1, before, after, k, chance, score, others[side], is_win
            )
        )  # fmt: skip
    return changes


def is_late(careers: Mapping[int, Career], result: Result) -> bool:
    """Whether somebody at this table has been rated for a match that finished after it."""
    played = (careers[player].last for player in result.players)
    return any(last is not None and last > result.position for last in played)


def by_side(
    ratings: Sequence[float], sides: Sequence[int], places: Sequence[int]
) -> tuple[Sequence[float], tuple[int, ...]]:
    """Strength and place of each side, in the order of their numbers."""
    members = [[side == own for own in sides] for side in range(max(sides) + 1)]
    strengths = [strength_of_side(list(compress(ratings, own))) for own in members]
    return strengths, tuple(places[own.index(True)] for own in members)
