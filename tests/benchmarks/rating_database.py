"""`python -m tests.benchmarks.rating_database measure MATCHES PLAYERS`: a full rebuild through the database, in JSON.

Reads every match, works everything out, writes every change, every standing and tally, and makes them live. With
`questions` instead, how long it takes to ask what the pages ask; with `pages`, how long whole pages take.
"""

import contextlib
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import psutil
from django.db.models import F

from config.embedded import Embedded
from ratings.formulas.crowds import Crowd
from ratings.formulas.elo import START
from ratings.formulas.waves import Tables, played
from tests.benchmarks.rating_pages import pages
from tests.benchmarks.rating_peers import Matches, Ours, riix_duels, riix_model

ROUNDS = 5
POOL, NAME = "pot-de-vin-solo", "Bencher"
FIRST_MATCH = 1_000_000
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)


def fill(matches: int, players: int) -> None:
    """Players and finished matches, one a minute."""
    from django.db import connection

    from players.models import Player
    from ratings.models import Pool

    Player.objects.bulk_create(
        Player(name=f"{NAME}{number}", name_key=f"{NAME}{number}".lower()) for number in range(players)
    )
    Pool.objects.get_or_create(key=POOL)
    ids, chance = list(Player.objects.filter(name__startswith=NAME).values_list("pk", flat=True)), Random(1)
    columns = 'match_id, key, pool_id, finished_at, state, players, sides, places, "left", version, recorded_at'
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")  # nothing that the site does takes so long
    with connection.cursor() as cursor, cursor.copy(f"COPY ratings_ratedmatch ({columns}) FROM STDIN") as copy:
        for number in range(FIRST_MATCH, FIRST_MATCH + matches):
            places = ",".join(map(str, chance.sample((1, 2, 3, 4), 4)))
            seated = ",".join(map(str, chance.sample(ids, 4)))
            at = FIRST_DAY + timedelta(minutes=number - FIRST_MATCH)
            copy.write(
                f"{number}\tm{number}\t{POOL}\t{at}\tsettled\t{{{seated}}}\t{{0,1,2,3}}\t{{{places}}}"
                f"\t{{f,f,f,f}}\t1\t{at}\n"
            )


class Stopwatch(NamedTuple):
    """Seconds on the wall, of our processor time, and of the database's."""

    wall: float
    ours: float
    database: float

    @classmethod
    def read(cls) -> "Stopwatch":
        servers = [one for one in psutil.process_iter(["name"]) if one.info["name"] == "postgres"]
        spent = sum(sum(one.cpu_times()[:2]) for one in servers if is_ours(one))
        return cls(time.perf_counter(), time.process_time(), spent)

    def since(self) -> list[float]:
        return [now - then for now, then in zip(Stopwatch.read(), self, strict=True)]


def is_ours(server: psutil.Process) -> bool:
    """Whether this is a process of the database that we have started."""
    with contextlib.suppress(psutil.Error):
        return os.environ["BENCHMARK_HOME"] in server.cwd()
    return False


def one_by_one(matches: Matches) -> list[float]:
    """Ratings and nothing else, one match after another."""
    ours, watch = Ours(people_in(matches)), Stopwatch.read()
    for sides, places in matches:
        ours.rate(sides, places, 0)
    return watch.since()


def riix(matches: Matches) -> list[float]:
    """The fastest of the libraries, used in the way in which it is fastest."""
    duels = riix_duels(matches)
    model, watch = riix_model(people_in(matches)), Stopwatch.read()
    model.update(*duels, time_step=0, use_cache=False)
    return watch.since()


def people_in(matches: Matches) -> int:
    return 1 + max(one for sides, _ in matches for (one,) in sides)


def waves(tables: list[Tables]) -> list[float]:
    """Ratings and nothing else, in waves. Players go by their numbers here, of which the first is nobody's."""
    people = 1 + max(int(one.players.max()) for one in tables)
    ratings, games, watch = np.full(people, START), np.zeros(people, np.int64), Stopwatch.read()
    for one in tables:
        played([one], ratings, games)
    return watch.since()


def crowd(tables: list[Tables]) -> list[float]:
    """Ratings, and everything else that is kept about a career, in waves: what a rebuild works out."""
    crowd, watch = Crowd(), Stopwatch.read()
    for one in tables:
        crowd.play([one])
    crowd.take()
    crowd.standings(crowd.everyone)
    return watch.since()


def rebuild() -> list[float]:
    from ratings.services.pools import pool_rebuild
    from ratings.services.rebuilding import revision_build

    watch = Stopwatch.read()
    assert revision_build(revision_id=pool_rebuild(key=POOL).pk)
    return watch.since()


def prepare(matches: int, players: int) -> None:
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    fill(matches, players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratedmatch")
        cursor.execute("RESET statement_timeout")


def questions(matches: int, players: int) -> dict[str, float]:
    """Milliseconds that the pages' questions take, with so many matches behind them."""
    prepare(matches, players)
    rebuild()
    from django.db import connection
    from django.utils import timezone

    from players.models import Player
    from ratings.models import Standing
    from ratings.selectors import histories, leaderboards, standings
    from ratings.selectors.tables import games_numbered
    from ratings.web.histories import numbers_on_line

    Standing.objects.update(last_at=timezone.now(), games=F("games") + 20)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    one, other = Player.objects.filter(name__startswith=NAME)[:2]
    own = standings.standing_of(POOL, one)
    assert own
    own.games -= 20
    last = range(max(1, own.games - 19), own.games + 1)
    middle = FIRST_DAY + timedelta(minutes=matches // 2)
    asked: dict[str, Callable[[], Any]] = {
        "standing, rank, peak, low, wins": lambda: standings.standings_of(one),
        "percentile": lambda: standings.percentile_of(own),
        "a line through up to 240 games": lambda: histories.line_points(
            [(own, numbers_on_line(own, 1, histories.POINTS))]
        ),
        "the first game after a day": lambda: histories.number_at(own, middle),
        "up to 20 games, and who sat at their tables": lambda: games_numbered(own, last),
        "head-to-head": lambda: histories.head_to_head(POOL, one, other),
        "a page of the leaderboard": lambda: leaderboards.page_after(POOL),
        "ratings at a table": lambda: standings.ratings_of(POOL, [one.pk, other.pk]),
    }
    return {name: usual(question) for name, question in asked.items()}


def usual(question: Callable[[], Any], times: int = 61) -> float:
    """What a quarter of many tries stays below: others use the machine too."""
    return sorted(milliseconds(question) for _ in range(times))[times // 4]


def milliseconds(question: Callable[[], Any]) -> float:
    began = time.perf_counter()
    question()
    return (time.perf_counter() - began) * 1000


def tidy_up() -> None:
    """What a sweep and the database do in their own time after a rebuild."""
    from django.db import connection

    from ratings.services.rebuilding import revisions_clear

    revisions_clear()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ratings_standing")
        cursor.execute("CHECKPOINT")


def measure(matches: int, players: int) -> dict[str, list[list[float]]]:
    """All in turns, round after round."""
    prepare(matches, players)
    from ratings.services.rebuilding import CHUNK
    from ratings.services.replay import tables_in_order

    tables = [one for chunk in tables_in_order(POOL, CHUNK) for one in chunk]
    listed: Matches = [
        ([[player] for player in players], places)
        for one in tables
        for players, places in zip(one.players.T.tolist(), one.places.T.tolist(), strict=True)
    ]
    gc.freeze()
    contenders: dict[str, Callable[[], list[float]]] = {
        "one by one": lambda: one_by_one(listed),
        "riix": lambda: riix(listed),
        "waves": lambda: waves(tables),
        "crowd": lambda: crowd(tables),
        "rebuild": rebuild,
    }
    found: dict[str, list[list[float]]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        tidy_up()
        for name, contender in contenders.items():
            with contextlib.suppress(ImportError):
                found[name].append(contender())
    return found


def main(what: str, *numbers: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        servers = Embedded(Path(folder) / "home")
        servers.start()
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": servers.database_url,
                "REDIS_URL": servers.redis_url,
                "BENCHMARK_HOME": folder,
            }
            parts: dict[str, Callable[..., Any]] = {"measure": measure, "questions": questions, "pages": pages}
            figures = parts[what](*map(int, numbers))
        finally:
            servers.stop()
            servers.valkey.stop()
            servers.postgres.stop()
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
