"""`python -m tests.benchmarks.rating_database measure MATCHES PLAYERS`: replays through the database, in JSON.

A correction works out again what follows it, a rebuild everything. With `questions` instead, how long it takes to ask
what the pages ask; with `pages`, how long whole pages take.
"""

import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psutil
from django.db.models import F

from config.embedded import Embedded
from tests.benchmarks.rating_pages import pages

ROUNDS = 3
# So many matches back somebody corrects a result.
BACK = 20_000
POOL, NAME = "pot-de-vin-solo", "Bencher"
FIRST_MATCH = 1_000_000
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)


def fill(count: int, players: int) -> None:
    """Players and finished matches, one a minute."""
    from players.models import Player
    from ratings.models import Pool

    Player.objects.bulk_create(
        Player(name=f"{NAME}{number}", name_key=f"{NAME}{number}".lower()) for number in range(players)
    )
    Pool.objects.get_or_create(key=POOL)
    ids, chance = list(Player.objects.filter(name__startswith=NAME).values_list("pk", flat=True)), Random(1)

    def matches() -> Iterator[tuple[int, list[int], list[int], datetime]]:
        for number in range(count):
            at = FIRST_DAY + timedelta(minutes=number)
            yield FIRST_MATCH + number, chance.sample(ids, 4), chance.sample((1, 2, 3, 4), 4), at

    books_write(POOL, [0, 1, 2, 3], list(matches()))


def books_write(
    pool: str, sides: Sequence[int], matches: Sequence[tuple[int, Sequence[int], Sequence[int], datetime]]
) -> None:
    """Settled matches: number, players and places by seat, and when it finished."""
    from django.db import connection

    table = "ratings_ratedmatch (match_id, key, pool_id, finished_at, state, version, recorded_at)"
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")  # nothing that the site does takes so long
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for number, _, _, at in matches:
            copy.write_row((number, f"m{number}", pool, at, "settled", 1, at))
    table = 'ratings_ratedseat (match_id, seat, player_id, side, place, "left")'
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for number, players, places, _ in matches:
            for seat, (player, side, place) in enumerate(zip(players, sides, places, strict=True)):
                copy.write_row((number, seat, player, side, place, False))


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
        return os.environ.get("BENCHMARK_HOME", "-") in server.cwd()
    return False


def replay() -> list[float]:
    """What was asked for is carried out."""
    from ratings.services.replay import pool_replay

    watch = Stopwatch.read()
    assert pool_replay(key=POOL)
    return watch.since()


def rebuild() -> list[float]:
    from ratings.services.pools import pool_rebuild

    pool_rebuild(key=POOL)
    return replay()


def correction(back: int) -> list[float]:
    """Annuls a match so many matches back, or lets it count again."""
    from players.models import Player
    from ratings.models import RatedMatch
    from ratings.services.corrections import result_annul, result_restore

    match = RatedMatch.objects.filter(pool=POOL).order_by("-finished_at", "-match_id")[back - 1]
    change = result_annul if match.counts else result_restore
    change(match=match, version=match.version, by=Player.objects.earliest("pk"), reason="A benchmark.")
    return replay()


def prepare(matches: int, players: int) -> None:
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    fill(matches, players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
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
    from ratings.selectors.games import games_numbered
    from ratings.web.histories import numbers_on_line

    Standing.objects.update(last_at=timezone.now(), games=F("games") + 20)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    one, other = Player.objects.filter(name__startswith=NAME)[:2]
    (own,) = standings.standings_with_figures(one)
    own.games -= 20
    last = range(max(1, own.games - 19), own.games + 1)
    middle = FIRST_DAY + timedelta(minutes=matches // 2)
    asked: dict[str, Callable[[], Any]] = {
        "standing, rank, peak, low, best wins, tallies": lambda: standings.standings_with_figures(one),
        "percentile": lambda: standings.percentile_of(own),
        "a line through up to 240 games": lambda: histories.line_points(
            [(own, numbers_on_line(own, 1, histories.LINE_POINTS))]
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


def measure(matches: int, players: int) -> dict[str, list[list[float]]]:
    """A rebuild of all, and corrections: the database tidies up in between, as it does in its own time."""
    from django.db import connection

    prepare(matches, players)
    contenders: dict[str, Callable[[], list[float]]] = {
        f"**rebuild** of {matches:,} matches": rebuild,
        f"**correction** {BACK:,} matches back": lambda: correction(min(BACK, matches)),
        "**correction** 1,000 matches back": lambda: correction(min(1000, matches)),
        "**correction** of the last match": lambda: correction(1),
    }
    found: dict[str, list[list[float]]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, contender in contenders.items():
            found[name].append(contender())
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
                cursor.execute("VACUUM ANALYZE ratings_ratingchange")
                cursor.execute("CHECKPOINT")
                cursor.execute("RESET statement_timeout")
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
