"""Live tables: moves a second and how long a move takes to reach everyone, with real sockets from another process.

Every move of ours is committed to PostgreSQL before anyone hears of it. Beside us in the same run, and in turns:
boardgame.io with a game much like ours, in memory and with its Postgres storage.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import psutil

from tests.benchmarks import boardgame
from tests.benchmarks.measure import table
from tests.faults.site import ORIGIN, Site

SECONDS = 6.0
HUMAN_PACE = 2.0
ROUNDS = 3


class Figures(NamedTuple):
    moves: float
    median: float
    late: float
    processor: float


class Clients:
    """All players, in another process, which waits for our word."""

    def __init__(self, command: Sequence[str], order: dict[str, Any], folder: Path | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=folder)
        self.tell(json.dumps(order | {"seconds": SECONDS}))
        assert self.hear() == "seated"

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def play(self, servers: Sequence[psutil.Process]) -> Figures:
        before = processor_time(servers)
        self.tell("go")
        assert self.hear() == "played"
        spent = processor_time(servers) - before
        self.tell("leave")
        result = json.loads(self.hear())
        self.process.wait()
        cuts = quantiles(result["latencies"], n=100)
        return Figures(result["moves"] / result["seconds"], cuts[49], cuts[98], spent / result["moves"] * 1000)


def processor_time(servers: Sequence[psutil.Process]) -> float:
    return sum(sum(server.cpu_times()[:2]) for server in servers)


class Guildhall:
    """Our site, the players of each table spread over its web processes."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.name = f"Guildhall, {len(site.ports)} process{'es' if len(site.ports) > 1 else ''}"

    def measure(self, number: int, every: float | None) -> Figures:
        webs = len(self.site.ports)
        tables = [
            {**one, "addresses": [self.site.address(seat % webs, one["key"]) for seat in range(len(one["cookies"]))]}
            for one in self.site.seed(*["solo-4"] * number)
        ]
        command = [sys.executable, "-m", "tests.benchmarks.live_clients"]
        servers = [psutil.Process(part.pid) for name, part in self.site.parts.items() if name.startswith("web")]
        return Clients(command, {"tables": tables, "origin": ORIGIN, "every": every}).play(servers)


class BoardgameIO:
    """The peer."""

    def __init__(self, name: str, peer: boardgame.Peer) -> None:
        self.name, self.peer = name, peer

    def measure(self, number: int, every: float | None) -> Figures:
        order = {"server": f"http://127.0.0.1:{self.peer.port}", "matches": self.peer.matches(number), "every": every}
        clients = Clients(["node", "clients.js"], order, boardgame.HOME)
        return clients.play([psutil.Process(self.peer.process.pid)])


@contextmanager
def contenders() -> Iterator[list[Guildhall | BoardgameIO]]:
    """All of them up at the same time; whoever is not measured waits."""
    with tempfile.TemporaryDirectory() as folder:
        sites = [Site(Path(folder) / str(webs), webs=webs) for webs in (1, 2)]
        peers = []
        try:
            for site in sites:
                site.folder.mkdir()
                site.start()
            found: list[Guildhall | BoardgameIO] = [Guildhall(site) for site in sites]
            if boardgame.install():
                peers = [boardgame.Peer(), boardgame.Peer(sites[0].servers.database_url)]
                names = ("boardgame.io, in memory", "boardgame.io, Postgres")
                found += [BoardgameIO(name, peer) for name, peer in zip(names, peers, strict=True)]
            yield found
        finally:
            for peer in peers:
                peer.stop()
            for site in sites:
                site.stop()


def main(*numbers: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    heads = ["", "moves a second", "median", "99 of 100 within", "server's processor time a move"]
    with contenders() as all_of_them:
        for number in map(int, numbers or ("1", "50", "200")):
            for every in (None, HUMAN_PACE):
                rounds = [[one.measure(number, every) for one in all_of_them] for _ in range(ROUNDS)]
                rows = [
                    row(one.name, figures) for one, figures in zip(all_of_them, zip(*rounds, strict=True), strict=True)
                ]
                heads[0] = f"{number} tables of four, {'a move every 2 s each' if every else 'full speed'}"
                sys.stdout.write(table(heads, rows) + "\n\n")
                sys.stdout.flush()


def row(name: str, figures: Sequence[Figures]) -> list[str]:
    """The middle of the rounds."""
    moves, middle, late, processor = (median(column) for column in zip(*figures, strict=True))
    return [name, f"{moves:,.0f}", f"{middle:.1f} ms", f"{late:.1f} ms", f"{processor:.2f} ms"]
