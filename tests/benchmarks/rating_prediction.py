"""How good ratings are at predicting, on simulated careers: beside other libraries, and with other schedules of K."""

import sys
from collections.abc import Sequence
from functools import partial
from math import exp, log

from ratings.formulas.schedule import k_for
from tests.benchmarks.measure import table
from tests.benchmarks.rating_careers import PEOPLE, Played, season
from tests.benchmarks.rating_peers import Ours, System, peers

SEASON = 40_000


def prediction(count: int = SEASON) -> None:
    """One list for all kinds of tables, and the last fifth of the season predicted."""
    played = season(count)
    rows = [row("who knew the true skills", *truth(played))]
    for system in (Ours(PEOPLE), *peers(PEOPLE)):
        rows.append(row(system.name, *judged(system, played)))
        sys.stderr.write(f"{rows[-1]}\n")
    heads = [f"{count:,} matches, {PEOPLE} players", "log loss", "after scaling", "order right"]
    sys.stdout.write(table(heads, rows) + "\n\n")


def row(name: str, raw: float, scaled: float, right: float) -> list[str]:
    return [name, f"{raw:.4f}", f"{scaled:.4f}", f"{right:.1%}"]


def judged(system: System, played: Sequence[Played]) -> tuple[float, float, float]:
    """Log loss of the chances as they are and after one factor for all of them, fitted on the fifth before."""
    fitting, judging = len(played) * 3 // 5, len(played) * 4 // 5
    fit: list[float] = []
    test: list[float] = []
    for number, one in enumerate(played):
        if number >= fitting:
            (test if number >= judging else fit).extend(odds(system, one))
        system.rate(one.sides, one.places, one.day)
    factor = min((1.03**step for step in range(-60, 100)), key=lambda factor: loss(fit, factor))
    return loss(test, 1), loss(test, factor), accuracy(test)


def odds(system: System, one: Played) -> list[float]:
    """For every pair of sides, how strongly what happened was expected: above nothing, it was."""
    found = []
    for ahead, place in zip(one.sides, one.places, strict=True):
        for behind, theirs in zip(one.sides, one.places, strict=True):
            if place < theirs:
                chance = min(max(system.chance(ahead, behind), 1e-9), 1 - 1e-9)
                found.append(log(chance / (1 - chance)))
    return found


def loss(expected: Sequence[float], factor: float) -> float:
    return sum(log(1 + exp(-odd * factor)) for odd in expected) / len(expected)


def accuracy(expected: Sequence[float]) -> float:
    return sum(1.0 if odd > 0 else 0.5 if odd == 0 else 0.0 for odd in expected) / len(expected)


class Truth:
    """Knows what everyone was really worth on the day."""

    name = "truth"

    def __init__(self) -> None:
        self.skills: dict[int, float] = {}

    def rate(self, sides: Sequence[Sequence[int]], places: Sequence[int], day: int) -> None:
        """Has nothing to learn."""

    def chance(self, one: Sequence[int], other: Sequence[int]) -> float:
        difference = self.skills[one[0]] - self.skills[other[0]]
        return 1 / (1 + 10 ** (-difference / 400))


def truth(played: Sequence[Played]) -> tuple[float, float, float]:
    """Each side stands under its first member for its true strength."""
    knows, test = Truth(), []
    for one in played[len(played) * 4 // 5 :]:
        knows.skills = {side[0]: skill for side, skill in zip(one.sides, one.skills, strict=True)}
        test += odds(knows, one)
    return loss(test, 1), loss(test, 1), accuracy(test)


# --- The K schedule ---


def falling(first: float, last: float, settle: float, games: int, _away: int) -> float:
    return last + (first - last) * exp(-games / settle)


def after_absence(more: float, games: int, away: int) -> float:
    """The site's K, and more after a long absence."""
    return k_for(games) + more * (1 - exp(-away / 90)) if games and away > 14 else k_for(games)


def schedule(count: int = SEASON) -> None:
    """Which K predicts best: constant, falling from one to another, and more after an absence."""
    played = season(count, seed=11)
    candidates = {f"constant {k}": partial(falling, k, k, 1) for k in (16, 24, 32, 48)}
    candidates |= {
        f"{first} to {last}, settled after {settle}": partial(falling, first, last, settle)
        for first in (120, 160, 200)
        for last in (16, 24, 32)
        for settle in (10, 20, 35)
    }
    candidates |= {
        f"as on the site, up to {more} more after an absence": partial(after_absence, more) for more in (0, 20, 40)
    }
    rows = [row(name, *judged(Ours(PEOPLE, name, k), played)) for name, k in candidates.items()]
    rows.sort(key=lambda one: one[1])
    sys.stdout.write(table(["K", "log loss", "after scaling", "order right"], rows) + "\n\n")
