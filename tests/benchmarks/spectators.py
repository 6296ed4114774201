"""A thousand spectators of a page of standings, in the same web process as live tables.

`make bench ARGS=spectators`, or other numbers: `ARGS="spectators 1000 100"` for so many spectators and tables. A
tournament's standings change every two seconds; every spectator hears of it and fetches them, as a browser does. It
shows how long a move takes to reach its table with and without them, how long a fetch takes, and how often the
standings were rendered.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Any

from redis import Redis

from tests.benchmarks import node
from tests.benchmarks.live import HUMAN_PACE_SECONDS, Guildhall, bind, leave_a_core_to_servers, row, up
from tests.benchmarks.measure import table
from tests.faults.site import ORIGIN, Site

SPECTATORS = 1000
TABLES = 100
# As long as the players of tests/benchmarks/live.py need to sit down, settle and play.
WATCH_SECONDS = 24.0


class Helper:
    """A process that reads an order, says a line when it is ready, begins after "go", and says a line at the end."""

    def __init__(self, module: str, order: dict[str, Any], environment: dict[str, str]) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", f"tests.benchmarks.{module}"]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        self.tell(json.dumps(order))
        self.ready = self.hear()

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def go(self) -> None:
        self.tell("go")

    def ended(self) -> Any:
        found = self.hear()
        self.process.wait()
        return found


def main(spectators: str = str(SPECTATORS), tables: str = str(TABLES)) -> None:
    if not node.install():
        sys.stdout.write("The players are written for Node.js, which is not to be had here.\n")
        return
    os.environ["SOCKETS_PER_ADDRESS"] = str(2 * int(spectators))  # they all come from here
    core = leave_a_core_to_servers()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "site", webs=1)
        with up({"site": site}):
            guildhall = Guildhall("", site)
            bind(guildhall.servers, core)
            measure(guildhall, int(spectators), int(tables))


def measure(guildhall: Guildhall, spectators: int, tables: int) -> None:
    """The same tables three times: nobody looks on; everybody does and nothing changes; the standings change."""
    site, seats = guildhall.site, guildhall.tables(tables)

    def move_row(name: str) -> list[str]:
        return row(name, [guildhall.sit_down(seats, HUMAN_PACE_SECONDS).play(guildhall.servers)])

    rows = [move_row("nobody looks on")]
    standings = Helper("moving_standings", {"seconds": WATCH_SECONDS}, site.environment)
    crowd = Helper("onlookers", crowd_order(site, standings.ready, spectators), dict(os.environ))
    rows.append(move_row(f"{spectators:,} look on, nothing changes"))
    crowd.go()
    standings.go()
    rows.append(move_row(f"{spectators:,} look on, standings change"))
    changes, found = standings.ended(), crowd.ended()
    heads = [f"{tables} tables of four", "moves a second", "median", "99 of 100 within", "processor time a move"]
    sys.stdout.write(table(heads, rows) + "\n\n")
    cuts = [f"{cut * 1000:.0f} ms" for cut in quantiles(found["fetches"], n=100)]
    fetches = f"{len(found['fetches']):,} fetches ({found['failed']} failed)"
    sys.stdout.write(f"{changes} changes, {rendered(site)} renderings; {fetches}: half within {cuts[49]}, ")
    sys.stdout.write(f"99 of 100 within {cuts[98]}\n")


def crowd_order(site: Site, slug: str, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "port": site.ports[0],
        "socket": f"ws://127.0.0.1:{site.ports[0]}/ws/tournaments/{slug}/",
        "part": f"/tournaments/{slug}/parts/standings/",
        "origin": ORIGIN,
        "seconds": WATCH_SECONDS,
    }


def rendered(site: Site) -> int:
    """How many standings stand in the cache: each version is a key of its own."""
    with Redis.from_url(site.servers.redis_url) as bus:
        return sum(1 for _ in bus.scan_iter("*tournament-part:standings:*"))
