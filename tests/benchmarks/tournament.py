"""A large Swiss through services and database: from the end of a round to all tables of the next open, step by step,
and the pairing alone, without a database, of the same round.

`make bench ARGS=tournament`, or other numbers of entries: `ARGS="tournament 1024"`. Everyone plays for themselves.
Matches are not played: each gets a result drawn by lot, as the game would have written it. Everything else is what
happens on the site: notices for all who are seated, the news for their open pages, the tasks for their mails.
"""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from config.embedded import Embedded
from tests.benchmarks.measure import table

ENTRIES = (1024, 4096)
ROUNDS = 3
REPEATS = 3
# The steps between two rounds, in their order, and what each does.
STEPS = {
    "collect-results": "the last result is read",
    "finish-round": "standings after the round are written",
    "pair-round": "the round is paired and stored",
    "publish-round": "the pairing is published",
    "open-tables": "all tables are opened, everyone is told",
}


def main(*numbers: str) -> None:
    """Start servers for a process of its own: this one may have read settings that name others."""
    with tempfile.TemporaryDirectory() as folder:
        servers = Embedded(Path(folder) / "home")
        servers.start()
        addresses = {"DATABASE_URL": servers.database_url, "REDIS_URL": servers.redis_url}
        try:
            command = [sys.executable, "-m", "tests.benchmarks.tournament", *numbers]
            subprocess.run(command, env=os.environ | addresses, check=True)
        finally:
            servers.stop()
            servers.valkey.stop()
            servers.postgres.stop()


def measure(*numbers: str) -> None:
    prepare()
    for entries in map(int, numbers) if numbers else ENTRIES:
        sys.stdout.write(table([f"{entries:,} entries", "seconds"], list(figures(entries))) + "\n\n")
        sys.stdout.flush()


def prepare() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.INFO)  # a line a step
    call_command("migrate", verbosity=0)


def figures(entries: int) -> Iterator[list[str]]:
    """Seconds on the wall, of the slowest of the rounds that follow another."""
    event = event_started(entries, ROUNDS)
    spent = [round_spent(event, number) for number in range(2, ROUNDS + 1)]
    slowest = max(spent, key=lambda one: sum(one.values()))
    yield ["**from the last result to all tables open**", f"**{sum(slowest.values()):.2f}**"]
    for step, words in STEPS.items():
        yield [f"{step}: {words}", f"{slowest.get(step, 0):.2f}"]
    yield ["pairing alone, of the same round, from plain values", f"{pairing_alone(event):.2f}"]


def event_started(entries: int, rounds: int) -> Any:
    """A Swiss whose first round is open; to the site it is no rehearsal."""
    from tournaments.services.rehearsals import Rehearsal, rehearsal_prepare

    event = rehearsal_prepare(
        Rehearsal(format="swiss", entries=entries, game="pot-de-vin", mode="solo", rounds=rounds, seed="bench")
    )
    event.rehearsal, event.lead_seconds, event.rated = False, 60, False
    event.save()
    advance(event.pk)
    return event


def round_spent(event: Any, number: int) -> dict[str, float]:
    """Everybody plays; what the steps then take until the tables of the next round are open."""
    tables = begun_tables(event)
    finish(tables[1:], number)
    advance(event.pk)
    finish(tables[:1], number)
    return advance(event.pk)


def begun_tables(event: Any) -> list[Any]:
    """The tables that are open, begun with everybody there."""
    from django.utils import timezone

    from games.services.sealed import tables_start
    from tournaments.models import Table

    found = Table.objects.filter(stage__tournament=event, status="ready", match__isnull=False)
    tables = list(found.select_related("match").prefetch_related("match__seats"))
    tables_start({one.match_id: frozenset(seat.number for seat in one.match.seats.all()) for one in tables})
    found.update(starts_at=timezone.now() - timedelta(seconds=1))
    advance(event.pk)
    for one in tables:
        one.match.refresh_from_db()
    return tables


def finish(tables: list[Any], number: int) -> None:
    """Write a result by lot, as the game writes it."""
    from django.utils import timezone

    from games.models import Match

    chance, matches = Random(f"{number} {len(tables)}"), [one.match for one in tables]
    for match in matches:
        seats = len(match.seats.all())
        places = chance.sample(range(1, seats + 1), seats)
        match.result = {
            "sides": [{"seats": [seat], "place": place, "points": 30 - place} for seat, place in enumerate(places)]
        }
        match.status, match.finished_at, match.deadline = Match.Status.FINISHED, timezone.now(), None
    Match.objects.bulk_update(matches, ["result", "status", "finished_at", "deadline"], batch_size=100)


def advance(tournament_id: int) -> dict[str, float]:
    """Take every step that is due, and say how long each took."""
    from django.utils import timezone

    from tournaments.director.due import Step
    from tournaments.services.steps import step_carry_out, step_due

    spent: dict[str, float] = {}
    while True:
        began = time.perf_counter()
        step = step_due(tournament_id, timezone.now())
        if not isinstance(step, Step):
            return spent
        step_carry_out(tournament_id=tournament_id, step=step)
        spent[step.do.value] = spent.get(step.do.value, 0) + time.perf_counter() - began


def pairing_alone(event: Any) -> float:
    """The same contest as before the last round, paired again without reading or writing anything."""
    from dataclasses import replace

    from tournaments.formats.contests.plans import next_round
    from tournaments.selectors.contests import contest_of

    contest = contest_of(event.stages.get())
    before = replace(contest, rounds=contest.rounds[:-1])
    spent = []
    for work in [partial(next_round, "swiss", before)] * REPEATS:
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return median(spent)


if __name__ == "__main__":
    measure(*sys.argv[1:])
