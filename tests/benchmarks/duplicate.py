"""How soon duplicate finds the better player: `make bench ARGS="duplicate TOURNAMENTS ROUNDS FIELD"`.

Sixteen play tournaments at tables of four: ordinary ones, where every table has a deal of its own and one scores the
share of opponents beaten; and duplicate, where the four tables of a round share a deal and one is compared with the
same seat elsewhere. Each with neighbours in the standing together, as in Swiss, and with tables of equal strength.
What is measured is the rank correlation (Spearman) of the standing after each round with the true order.

The field is a number from 0 to 1, how often the weakest bot plays the regular's move (the strongest always does, all
others lie between; every other move is any legal one); or `model:SHARE`, no game at all but a model of one, in which
the deal makes this share of the luck. Bots also have that share measured.
"""

import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from statistics import fmean, stdev, variance
from typing import NamedTuple

from games.engine.bot import Bot
from games.engine.game import View
from games.engine.pot_de_vin.bots import BOTS
from tests.benchmarks.bots import play
from tests.benchmarks.measure import table as markdown
from tournaments.formats.duplicate.scales import Scale, margins, matchpoints
from tournaments.formats.duplicate.scoring import at_the_table, score_deal
from tournaments.formats.entries import EntryId
from tournaments.formats.tables import Table
from tournaments.formats.tiers import deal_by_tiers

ENTRIES, SEATS = 16, 4
Totals = dict[EntryId, float]
# Plays a deal, known by its name, at a table: the points of everyone.
Game = Callable[[Table, str, Random], dict[EntryId, float]]
# What a table's scores are worth: all tables of the round, and the points by entry at each.
Score = Callable[[Sequence[Table], Sequence[dict[EntryId, float]]], dict[EntryId, float]]


class Wavering:
    """Plays the regular's move with a certain chance, and otherwise any legal one."""

    name = "wavering"

    def __init__(self, skill: float, random: Random) -> None:
        self.skill, self.random = skill, random

    def choose(self, view: View, seed: bytes) -> str:
        if self.random.random() < self.skill:
            return BOTS["regular"].choose(view, seed)
        return str(self.random.choice(view["legal"]))


def ordinary(tables: Sequence[Table], scores: Sequence[dict[EntryId, float]]) -> dict[EntryId, float]:
    shares: dict[EntryId, float] = {}
    for score in scores:
        shares |= {entry: float(share) for entry, share in at_the_table(list(score.items())).items()}
    return shares


def duplicate(scale: Scale) -> Score:
    return lambda tables, scores: {entry: float(share) for entry, share in score_deal(tables, 0, scores, scale).items()}


def neighbours(order: list[EntryId]) -> list[list[EntryId]]:
    """As in Swiss: those who stand together sit together."""
    return [order[start : start + SEATS] for start in range(0, ENTRIES, SEATS)]


def even(order: list[EntryId]) -> list[list[EntryId]]:
    """Tables of equal strength, so that the same seat has the same opposition everywhere."""
    return deal_by_tiers(order, ENTRIES // SEATS, lambda _, __: 0.0)


class Method(NamedTuple):
    """A way to run a tournament."""

    seat: Callable[[list[EntryId]], list[list[EntryId]]]
    same_deals: bool
    score: Score


METHODS = {
    "ordinary Swiss": Method(neighbours, False, ordinary),
    "ordinary, even tables": Method(even, False, ordinary),
    "duplicate Swiss, matchpoints": Method(neighbours, True, duplicate(matchpoints)),
    "duplicate, even tables, matchpoints": Method(even, True, duplicate(matchpoints)),
    "duplicate Swiss, margins": Method(neighbours, True, duplicate(margins)),
    "duplicate, even tables, margins": Method(even, True, duplicate(margins)),
}


def tournament(number: int, rounds: int, method: Method, game: Game) -> list[float]:
    """The correlation after each round. Who is level is drawn, and so are the seats."""
    random = Random(number)
    totals: Totals = {EntryId(entry): 0.0 for entry in range(ENTRIES)}
    found = []
    for each in range(rounds):
        order = sorted(totals, key=lambda entry: (-totals[entry], random.random()))
        tables = [Table(tuple(random.sample(four, SEATS))) for four in method.seat(order)]
        deals = [f"{number}:{each}:{0 if method.same_deals else at}" for at in range(len(tables))]
        scores = [game(table, deal, random) for table, deal in zip(tables, deals, strict=True)]
        for entry, share in method.score(tables, scores).items():
            totals[entry] += share
        found.append(correlation(totals))
    return found


def bots(weakest: float) -> Game:
    """Pot de Vin, played by bots from the weakest up to the regular."""

    def game(table: Table, deal: str, random: Random) -> dict[EntryId, float]:
        skills = [weakest + (1 - weakest) * entry / (ENTRIES - 1) for entry in table.entries]
        players: list[Bot] = [Wavering(skill, random) for skill in skills]
        sides = play("solo-4", players, sha256(deal.encode()).digest()).sides
        return {entry: float(side.points) for entry, side in zip(table.entries, sides, strict=True)}

    return game


def model(share: float) -> Game:
    """Points that are skill, from 0 to 1, the luck of the deal and other luck, together of variance 1."""

    def game(table: Table, deal: str, random: Random) -> dict[EntryId, float]:
        dealt = Random(deal)
        lucks = [share**0.5 * dealt.gauss() + (1 - share) ** 0.5 * random.gauss() for _ in table.entries]
        return {entry: entry / (ENTRIES - 1) + luck for entry, luck in zip(table.entries, lucks, strict=True)}

    return game


def share_of_the_deal(game: Game, deals: int = 40, times: int = 8) -> float:
    """How much of the variance of a seat's points the deal explains when the same four play it again and again."""
    table, random = Table(tuple(EntryId(entry) for entry in (6, 7, 8, 9))), Random(0)
    within, means = [], []
    for deal in range(deals):
        scores = [game(table, f"share {deal}", random) for _ in range(times)]
        for entry in table.entries:
            points = [score[entry] for score in scores]
            within.append(variance(points))
            means.append(fmean(points))
    between = variance(means) - fmean(within) / times
    return between / (between + fmean(within))


def correlation(totals: Totals) -> float:
    """Spearman's: of the ranks, those who tie sharing the mean."""
    values = [totals[entry] for entry in sorted(totals)]
    ranks = [sum(o < v for o in values) + (sum(o == v for o in values) - 1) / 2 for v in values]
    middle = (ENTRIES - 1) / 2
    shared = sum((one - middle) * (rank - middle) for one, rank in enumerate(ranks))
    own = sum((rank - middle) ** 2 for rank in ranks) * sum((one - middle) ** 2 for one in range(ENTRIES))
    return shared / own**0.5 if own else 0.0


def rounds_needed(curve: Sequence[float], goal: float) -> float:
    """Where a curve first reaches a goal, between rounds in proportion."""
    before = 0.0
    for number, value in enumerate(curve, start=1):
        if value >= goal:
            return max(0.0, number - 1 + (goal - before) / (value - before))
        before = value
    return float("inf")


def mean_curve(runs: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*runs, strict=True)]


def interval(ordinary_runs: list[list[float]], other_runs: list[list[float]], at: int) -> tuple[float, float]:
    """Rounds needed for what ordinary Swiss reaches after some rounds: 95 % of resampled tournaments."""
    random, found = Random(at), []
    for _ in range(1000):
        chosen = [random.randrange(len(ordinary_runs)) for _ in ordinary_runs]
        goal = fmean(ordinary_runs[index][at - 1] for index in chosen)
        found.append(rounds_needed(mean_curve([other_runs[index] for index in chosen]), goal))
    return sorted(found)[25], sorted(found)[974]


def main(tournaments: str = "40", rounds: str = "12", field: str = "0") -> None:
    name, _, share = field.partition(":")
    game = model(float(share)) if name == "model" else bots(float(name))
    runs = {
        name: [tournament(number, int(rounds), method, game) for number in range(int(tournaments))]
        for name, method in METHODS.items()
    }
    marks = [at for at in (1, 2, 4, 6, 8, 10, 12, 16, 20) if at <= int(rounds)]
    rows = [[name, *(within(found, at) for at in marks)] for name, found in runs.items()]
    heads = [f"rank correlation, {tournaments} tournaments", *(f"after {at}" for at in marks)]
    sys.stdout.write(f"The deal explains {share_of_the_deal(game):.0%} of a seat's points.\n\n")
    sys.stdout.write(markdown(heads, rows) + "\n\n")
    first, *others = runs
    rows = [[name, *(needed(runs[first], runs[name], at) for at in marks)] for name in others]
    heads = ["rounds for what ordinary Swiss reaches", *(f"after {at}" for at in marks)]
    sys.stdout.write(markdown(heads, rows) + "\n\n")


def within(found: list[list[float]], at: int) -> str:
    values = [run[at - 1] for run in found]
    return f"{fmean(values):.3f} ± {1.96 * stdev(values) / len(values) ** 0.5:.3f}"


def needed(ordinary_runs: list[list[float]], other_runs: list[list[float]], at: int) -> str:
    goal = mean_curve(ordinary_runs)[at - 1]
    low, high = interval(ordinary_runs, other_runs, at)
    return f"{rounds_needed(mean_curve(other_runs), goal):.1f} ({low:.1f} to {high:.1f})"
