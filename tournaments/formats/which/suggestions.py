"""Entries, hours, minutes a game: the formats that fit, best first, and what may be expected of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import TableSizes
from tournaments.formats.which.knockouts import knockouts
from tournaments.formats.which.leagues import everyone, groups, swiss
from tournaments.formats.which.luck import Luck, Player, draw_event
from tournaments.formats.which.played import Format

FIRST = 4  # "the best four end in the first four"
RUNS = 400


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
    entries: int, hours: float, minutes: int, sizes: TableSizes, seed: bytes, runs: int = RUNS
) -> tuple[Suggestion, ...]:
    """Formats that fit, the one that most often finds the best player first."""
    if entries < sizes.least:
        raise TooFewEntries("fewer entries than a table has seats", entries=entries, seats=sizes.least)
    rounds = int(hours * 60 // minutes) if minutes > 0 else 0
    if rounds < 1:
        raise NoTime("not even one round fits into the time", hours=hours, minutes=minutes)
    fitting = [each for each in formats(entries, sizes, rounds) if each.rounds <= rounds]
    suggestions = [suggest(each, entries, minutes, seed, runs) for each in fitting]
    return tuple(sorted(suggestions, key=lambda one: (-one.best_wins, -one.best_four, one.rounds)))


def formats(entries: int, sizes: TableSizes, rounds: int) -> Iterator[Format]:
    """All that may be considered; those for which the length can be chosen are as long as fits."""
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


def suggest(each: Format, entries: int, minutes: int, seed: bytes, runs: int) -> Suggestion:
    """The same events for every format, so that none has the luckier draw."""
    wins, fours, games = [], [], []
    for run in range(runs):
        event = draw_event(entries, Luck(seed, f"event {run}"))
        played = each.play(event, Luck(seed, f"{each.name} {run}"))
        wins.append(played.order[0] == 0)
        fours.append(best_in_front(played.order))
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


def best_in_front(order: Sequence[Player]) -> bool:
    """Whether the best four are the first four, in whatever order; of fewer players all."""
    return set(order[:FIRST]) == set(range(min(FIRST, len(order))))
