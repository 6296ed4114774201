"""`make bench`: every benchmark, or the one that ARGS names, with its arguments."""

import sys

from tests.benchmarks import (
    bots,
    decision,
    duplicate,
    engine,
    live,
    pairing,
    ratings,
    rematches,
    spectators,
    tournament,
)

BENCHMARKS = {
    "engine": engine.main,
    "decision": decision.main,
    "bots": bots.main,
    "live": live.main,
    "ratings": ratings.main,
    "duplicate": duplicate.main,
    "pairing": pairing.main,
    "rematches": rematches.main,
    "tournament": tournament.main,
    "spectators": spectators.main,
}


def main(name: str = "", *arguments: str) -> None:
    if name and name not in BENCHMARKS:
        sys.exit(f"There is no benchmark {name}; there are {', '.join(BENCHMARKS)}.")
    for each in [name] if name else BENCHMARKS:
        sys.stdout.write(f"# {each}\n\n")
        BENCHMARKS[each](*arguments)


main(*sys.argv[1:])
