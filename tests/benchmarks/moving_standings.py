"""A tournament whose standings change every two seconds, for tests/benchmarks/spectators.py, whose helper it is."""

import json
import sys
import time

from tests.benchmarks import tournament

ENTRIES = 256
CHANGE_INTERVAL_SECONDS = 2.0


def main() -> None:
    order = json.loads(sys.stdin.readline())
    tournament.prepare()
    from tournaments.services.locks import STANDINGS, tournament_announce

    event = tournament.event_started(ENTRIES, 2)
    tournament.finish(tournament.begun_tables(event), 1)
    tournament.advance(event.pk)
    say(event.slug)
    sys.stdin.readline()
    changes, ends_at = 0, time.monotonic() + order["seconds"] - 2 * CHANGE_INTERVAL_SECONDS
    while time.monotonic() < ends_at:
        tournament_announce(event.pk, [STANDINGS])
        changes += 1
        time.sleep(CHANGE_INTERVAL_SECONDS)
    say(changes)


def say(value: object) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
