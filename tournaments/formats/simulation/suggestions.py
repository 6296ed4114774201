"""Suggests formats for a number of entries, hours, and minutes a game: those that fit, best first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.simulation.chance import Chance, Player, draw_event
from tournaments.formats.simulation.formats import SimulatedFormat
from tournaments.formats.simulation.knockouts import knockouts
from tournaments.formats.simulation.leagues import everyone, groups, swiss
from tournaments.formats.sizes import TableSizes

TOP_PLACES = 4  # "the best four end in the first four"
SIMULATED_EVENTS = 400


class NoTime(FormatRefusal):
    """Not even one round fits into the time."""

    code = "no-time"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A format that fits: rounds, minutes, games for everyone, and two chances from so many simulated events."""

    name: str
    rounds: int
    minutes: int
    fewest_games: int
    most_games: int
    mean_games: float
    best_wins: float
    best_four: float
    runs: int


def which_formats(
    entries: int, hours: float, minutes: int, sizes: TableSizes, seed: bytes, runs: int = SIMULATED_EVENTS
) -> tuple[Suggestion, ...]:
    """Return the formats that fit, the one that most often finds the best player first."""
    if entries < sizes.least:
        raise TooFewEntries("fewer entries than a table has seats", entries=entries, seats=sizes.least)
    rounds = int(hours * 60 // minutes) if minutes > 0 else 0
    if rounds < 1:
        raise NoTime("not even one round fits into the time", hours=hours, minutes=minutes)
    fitting = [each for each in formats(entries, sizes, rounds) if each.rounds <= rounds]
    suggestions = [suggest(each, entries, minutes, seed, runs) for each in fitting]
    return tuple(sorted(suggestions, key=lambda one: (-one.best_wins, -one.best_four, one.rounds)))


def formats(entries: int, sizes: TableSizes, rounds: int) -> Iterator[SimulatedFormat]:
    """Yield all formats to consider; those of variable length are as long as fits."""
    yield from knockouts(entries, sizes)
    fresh = max(1, (entries - 1) // (sizes.most - 1))  # rounds of Swiss before somebody must meet somebody again
    yield swiss(entries, sizes, min(rounds, fresh))
    if rounds > 1 and entries > sizes.most:
        yield swiss(entries, sizes, min(rounds, fresh + 1), cut=sizes.most)
    if (entries - 1) // (sizes.most - 1) <= rounds:
        yield everyone(entries, sizes)
    for number in range(2, sizes.most + 1):
        size = entries // number
        if sizes.most % number == 0 and size >= sizes.least and (size - 1) // (sizes.most - 1) < rounds:
            yield groups(entries, sizes, number)


def suggest(each: SimulatedFormat, entries: int, minutes: int, seed: bytes, runs: int) -> Suggestion:
    """Simulate a format, on the same events for every format, so that none has the luckier draw."""
    wins, fours, games = [], [], []
    for run in range(runs):
        event = draw_event(entries, Chance(seed, f"event {run}"))
        played = each.play(event, Chance(seed, f"{each.name} {run}"))
        wins.append(played.order[0] == 0)
        fours.append(best_are_first(played.order))
        games.append(played.games.values())
    return Suggestion(
        each.name,
        each.rounds,
        each.rounds * minutes,
        min(map(min, games)),
        max(map(max, games)),
        fmean(fmean(one) for one in games),
        fmean(wins),
        fmean(fours),
        runs,
    )


def best_are_first(order: Sequence[Player]) -> bool:
    """Return whether the best four are the first four, in whatever order; of fewer players all."""
    return set(order[:TOP_PLACES]) == set(range(min(TOP_PLACES, len(order))))
