"""Ratings: how fast, how fast through the database, and how good at predicting, beside other libraries in the same run.

`make bench ARGS=ratings`, or one part: `ARGS="ratings speed"`, `database`, `cost`, `pages`, `prediction`, `schedule`.
`ARGS="ratings live 500"`, only if it is named, plays so many live tables while ratings are replayed beside them.
"""

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random
from statistics import median
from typing import Any

from ratings.formulas.careers import Career, Position, Result, play
from tests.benchmarks.measure import table
from tests.benchmarks.rating_live import live
from tests.benchmarks.rating_peers import Matches, Ours, System, peers, riix_duels, riix_model
from tests.benchmarks.rating_prediction import prediction, schedule

MATCHES, PLAYERS = 200_000, 10_000
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
# Processor time for one turn of each contender, and turns.
TURN, TURNS = 0.4, 5
ALONE, SETTLED = "**Guildhall**, ratings alone", "**Guildhall**, as matches are settled and replayed"
SLOWEST = 300  # matches that even the slowest plays in its turn


def main(part: str = "", *numbers: str) -> None:
    parts: dict[str, Callable[..., None]] = {
        "speed": speed,
        "database": database,
        "cost": cost,
        "pages": pages,
        "prediction": prediction,
        "schedule": schedule,
    }
    for name in [part] if part else parts:
        (parts | {"live": live})[name](*map(int, numbers))
        sys.stdout.flush()


def four_player_matches(count: int) -> Matches:
    chance = Random(1)
    return [([[one] for one in chance.sample(range(PLAYERS), 4)], chance.sample((1, 2, 3, 4), 4)) for _ in range(count)]


def speed(count: int = MATCHES) -> None:
    """Contenders take turns; a figure is the middle of their turns, scaled to all matches."""
    matches = four_player_matches(count)
    contenders: list[System] = [Ours(PLAYERS, ALONE), *peers(PLAYERS)]
    others = {"riix Elo, all matches in one call": turn_of_riix, SETTLED: turn_of_careers}
    micros: dict[str, list[float]] = {name: [] for name in (*(one.name for one in contenders), *others)}
    gc.freeze()
    for _ in range(TURNS):
        for one in contenders:
            micros[one.name].append(turn(one, matches))
        for name, play_all in others.items():
            gc.collect()  # what the last one has left is not the next one's
            micros[name] += play_all(matches)
    rows = [
        [
            name,
            f"{median(own):.1f} µs",
            f"{median(own) * count / 1e6:.2f} s",
            *(f"{ratio(own, micros[ours]):.1f}" for ours in (ALONE, SETTLED)),
        ]
        for name, own in sorted(micros.items(), key=lambda item: median(item[1] or [0]))
        if own
    ]
    heads = [
        "formulas alone, tables of four",
        "a match",
        f"{count:,} matches",
        "times ours alone",
        "times ours settled",
    ]
    sys.stdout.write(table(heads, rows) + "\n\n")


def ratio(theirs: Sequence[float], ours: Sequence[float]) -> float:
    return median(other / own for other, own in zip(theirs, ours, strict=True))


def turn(system: System, matches: Matches) -> float:
    """Microseconds of processor time a match, over as many as fit into the turn."""
    done, began = 0, time.process_time()
    for sides, places in matches:
        system.rate(sides, places, 0)
        done += 1
        if done % SLOWEST == 0 and time.process_time() - began > TURN:
            break
    return (time.process_time() - began) / done * 1e6


def turn_of_riix(matches: Matches) -> list[float]:
    duels = riix_duels(matches)
    try:
        model = riix_model(PLAYERS)
    except ImportError:
        return []
    began = time.process_time()
    model.update(*duels, time_step=0, use_cache=False)
    return [(time.process_time() - began) / len(matches) * 1e6]


def turn_of_careers(matches: Matches) -> list[float]:
    careers = {player: Career() for player in range(PLAYERS)}
    results = [
        Result(Position(MOMENT, number), [one for (one,) in sides], [0, 1, 2, 3], places)
        for number, (sides, places) in enumerate(matches)
    ]
    began = time.process_time()
    for result in results:
        play(careers, result)
    return [(time.process_time() - began) / len(results) * 1e6]


def database(count: int = MATCHES) -> None:
    """In a process and with a database of its own, round after round."""
    found = apart("measure", count, PLAYERS)
    rows = [
        [
            name,
            *(f"{median(column):.2f} s" for column in zip(*rounds, strict=True)),
            " to ".join(f"{limit(wall for wall, *_ in rounds):.2f}" for limit in (min, max)) + " s",
        ]
        for name, rounds in found.items()
    ]
    heads = [f"{count:,} matches of four, {PLAYERS:,} players", "on the wall", "our processor time", "the database's"]
    sys.stdout.write(table([*heads, "on the wall, all rounds"], rows) + "\n\n")


def cost(*counts: int) -> None:
    """What the pages ask, with few matches of 200 players behind it, with enough to fill a page, and with very many."""
    counts = counts or (100, 12_000, 100_000)
    found = [apart("questions", count, 200) for count in counts]
    rows = [[name, *(f"{one[name]:.1f} ms" for one in found)] for name in found[0]]
    sys.stdout.write(table(["200 players", *(f"{count:,} matches" for count in counts)], rows) + "\n\n")


def pages(few: int = 100, many: int = 100_000) -> None:
    """Whole pages, with few matches behind one player and with many."""
    first, second = (apart("pages", count, 200) for count in (few, many))
    rows = [[name, f"{first[name]:.0f} ms", f"{second[name]:.0f} ms"] for name in first]
    sys.stdout.write(table(["a page of one player", f"{few:,} matches", f"{many:,} matches"], rows) + "\n\n")


def apart(what: str, *numbers: int) -> dict[str, Any]:
    """Measured in a process and with a database of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.rating_database", what, *map(str, numbers)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return dict(json.loads(answer.splitlines()[-1]))
