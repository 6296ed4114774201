"""`python -m tests.benchmarks.rating_database MATCHES PLAYERS`: a full rebuild through the database, in JSON.

Reads every match, works everything out, writes every change, every standing and tally, and makes them live.
"""

import json
import os
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from config.embedded import Embedded

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
    with connection.cursor() as cursor, cursor.copy(f"COPY ratings_ratedmatch ({columns}) FROM STDIN") as copy:
        for number in range(FIRST_MATCH, FIRST_MATCH + matches):
            places = ",".join(map(str, chance.sample((1, 2, 3, 4), 4)))
            seated = ",".join(map(str, chance.sample(ids, 4)))
            at = FIRST_DAY + timedelta(minutes=number - FIRST_MATCH)
            copy.write(
                f"{number}\tm{number}\t{POOL}\t{at}\tsettled\t{{{seated}}}\t{{0,1,2,3}}\t{{{places}}}"
                f"\t{{f,f,f,f}}\t1\t{at}\n"
            )


def formulas_alone() -> float:
    """The same matches, read beforehand; nothing but the formulas."""
    from ratings.services.replay import Replay
    from tests.benchmarks.rating_peers import Ours

    results = Replay(POOL).read(10**9)
    numbers = {player: number for number, player in enumerate({one for result in results for one in result.players})}
    matches = [([[numbers[one]] for one in result.players], result.places) for result in results]
    ours, began = Ours(len(numbers)), time.perf_counter()
    for sides, places in matches:
        ours.rate(sides, places, 0)
    return time.perf_counter() - began


def careers_alone() -> float:
    from ratings.services.replay import Replay

    replay = Replay(POOL)
    results = replay.read(10**9)
    began = time.perf_counter()
    replay.repeat(results)
    return time.perf_counter() - began


def rebuild() -> float:
    from ratings.services.pools import pool_rebuild
    from ratings.services.rebuilding import revision_build

    began = time.perf_counter()
    assert revision_build(revision_id=pool_rebuild(key=POOL).pk)
    return time.perf_counter() - began


def measure(matches: int, players: int) -> dict[str, float]:
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    fill(matches, players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {
        "formulas alone": formulas_alone(),
        "with everything that the pages show": careers_alone(),
        "through the database, the first time": rebuild(),
        "through the database, again": rebuild(),
    }


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        servers = Embedded(Path(folder) / "home")
        servers.start()
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "DATABASE_URL": servers.database_url,
                "REDIS_URL": servers.redis_url,
            }
            figures: dict[str, Any] = measure(*map(int, arguments))
        finally:
            servers.stop()
            servers.valkey.stop()
            servers.postgres.stop()
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
