"""Rating systems of other libraries behind one small interface, where they are installed, and our own beside them.

Libraries for duels get every pair of players of different sides as a duel, in the order of the seats.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any, Protocol

from ratings.formulas.elo import duels, expectations, expected_score, strength_of_side
from ratings.formulas.schedule import k_for

Sides = Sequence[Sequence[int]]
# The sides of each, and their places.
Matches = Sequence[tuple[Sides, Sequence[int]]]
phi = NormalDist().cdf


class System(Protocol):
    """Learns from matches, and says how likely one side is ahead of another."""

    name: str

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None: ...
    def chance(self, one: Sequence[int], other: Sequence[int]) -> float: ...


class Ours:
    """The formulas of the site, with any K."""

    def __init__(self, people: int, name: str = "**Guildhall**", k: Callable[[int, int], float] | None = None) -> None:
        self.name, self.k = name, k
        self.ratings, self.games, self.last = [1500.0] * people, [0] * people, [0] * people

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        ratings, games = self.ratings, self.games
        strengths = [ratings[side[0]] if len(side) == 1 else self.strength(side) for side in sides]
        for side, hoped, outcome in zip(sides, expectations(strengths), duels(tuple(places)), strict=True):
            surprise = outcome.score - hoped
            for one in side:
                k = k_for(games[one]) if self.k is None else self.k(games[one], day - self.last[one])
                ratings[one] += k * surprise
                games[one] += 1
                self.last[one] = day

    def strength(self, side: Sequence[int]) -> float:
        return strength_of_side([self.ratings[one] for one in side])

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        return expected_score(self.strength(one), self.strength(other))


class OpenSkill:
    def __init__(self, people: int, name: str) -> None:
        import openskill.models

        self.name = f"openskill {name}"
        self.model: Any = getattr(openskill.models, name)()
        self.ratings = [self.model.rating() for _ in range(people)]

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        teams = [[self.ratings[one] for one in side] for side in sides]
        for side, after in zip(sides, self.model.rate(teams, ranks=list(places)), strict=True):
            for one, rating in zip(side, after, strict=True):
                self.ratings[one] = rating

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        """As its update weighs two teams; its `predict_win`, made for something else, predicts far worse."""
        ahead = sum(self.ratings[member].mu for member in one) - sum(self.ratings[member].mu for member in other)
        spread = sum(self.ratings[member].sigma ** 2 for member in (*one, *other)) + 2 * self.model.beta**2
        return 1 / (1 + exp(-ahead / sqrt(spread)))


class TrueSkill:
    name = "trueskill"

    def __init__(self, people: int) -> None:
        import trueskill

        self.model = trueskill.TrueSkill(draw_probability=0.03)
        self.ratings = [self.model.create_rating() for _ in range(people)]

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        teams = [tuple(self.ratings[one] for one in side) for side in sides]
        for side, after in zip(sides, self.model.rate(teams, ranks=list(places)), strict=True):
            for one, rating in zip(side, after, strict=True):
                self.ratings[one] = rating

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        everyone = [self.ratings[member] for member in (*one, *other)]
        ahead = sum(self.ratings[member].mu for member in one) - sum(self.ratings[member].mu for member in other)
        spread = sum(rating.sigma**2 for rating in everyone) + len(everyone) * self.model.beta**2
        return phi(ahead / sqrt(spread))


class Glicko2:
    name = "glicko2"

    def __init__(self, people: int) -> None:
        import glicko2

        self.players: list[Any] = [glicko2.Player() for _ in range(people)]

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        before = {one: (self.players[one].rating, self.players[one].rd) for side in sides for one in side}
        for own, place in zip(sides, places, strict=True):
            met = [
                (*before[one], 1.0 if place < theirs else 0.5 if place == theirs else 0.0)
                for side, theirs in zip(sides, places, strict=True)
                if side is not own
                for one in side
            ]
            for one in own:
                self.players[one].update_player(*(list(column) for column in zip(*met, strict=True)))

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        first, second = (strength_of_side([self.players[member].rating for member in side]) for side in (one, other))
        spread = sum(self.players[member].rd ** 2 for member in (*one, *other)) * (log(10) / 400) ** 2
        return 1 / (1 + exp((second - first) * log(10) / 400 / sqrt(1 + 3 * spread / 3.141592653589793**2)))


class Elote:
    name = "elote Elo"

    def __init__(self, people: int) -> None:
        from elote import EloCompetitor

        self.players: list[Any] = [EloCompetitor(initial_rating=1500) for _ in range(people)]

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        for (own, place), (others, theirs) in combinations(zip(sides, places, strict=True), 2):
            for one in own:
                for other in others:
                    first, second = (one, other) if place <= theirs else (other, one)
                    verb = self.players[first].tied if place == theirs else self.players[first].beat
                    verb(self.players[second])

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        return expected_score(*(strength_of_side([self.players[m].rating for m in side]) for side in (one, other)))


class Riix:
    """All duels of a match in one call, from the ratings before it."""

    def __init__(self, people: int, name: str, method: str) -> None:
        import numpy
        from riix.models.elo import Elo

        self.name, self.numpy = f"riix Elo, {name}", numpy
        self.model: Any = Elo(list(range(people)), update_method=method)

    def rate(self, sides: Sides, places: Sequence[int], day: int) -> None:
        pairs, outcomes = [], []
        for (own, place), (others, theirs) in combinations(zip(sides, places, strict=True), 2):
            for one in own:
                for other in others:
                    pairs.append((one, other))
                    outcomes.append(1.0 if place < theirs else 0.5 if place == theirs else 0.0)
        self.model.update(self.numpy.array(pairs), self.numpy.array(outcomes), time_step=day, use_cache=False)

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        return expected_score(*(float(self.model.ratings[list(side)].mean()) for side in (one, other)))


def riix_duels(matches: Matches) -> tuple[Any, Any]:
    """Its best case: all duels of all matches made into arrays beforehand, to be handed over at once."""
    import numpy

    duels = [
        (one, other, float(place < theirs))
        for sides, places in matches
        for ((one,), place), ((other,), theirs) in combinations(zip(sides, places, strict=True), 2)
    ]
    return numpy.array([duel[:2] for duel in duels]), numpy.array([duel[2] for duel in duels])


def riix_model(people: int) -> Any:
    from riix.models.elo import Elo

    return Elo(list(range(people)))


def peers(people: int) -> Iterator[System]:
    """Those that are installed."""
    makers: list[Callable[[], System]] = [
        lambda: Riix(people, "one after another", "iterative"),
        lambda: Riix(people, "all at once", "batched"),
        lambda: Elote(people),
        lambda: OpenSkill(people, "PlackettLuce"),
        lambda: OpenSkill(people, "BradleyTerryFull"),
        lambda: Glicko2(people),
        lambda: TrueSkill(people),
    ]
    for make in makers:
        with contextlib.suppress(ImportError):
            yield make()
