"""Live tables: moves a second and how long a move takes to reach everyone, with real sockets from another process.

Every move of ours is committed to PostgreSQL before anyone hears of it. Beside us in the same run, and in turns:
boardgame.io with a game much like ours, in memory and with its Postgres storage.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import psutil

from tests.benchmarks import boardgame
from tests.benchmarks.measure import table
from tests.faults.site import ORIGIN, Site

SECONDS = 6.0
# Whatever follows when thousands sit down at once has been done by then.
SETTLED_AFTER = 6.0
HUMAN_PACE = 2.0
IDLE_TABLES = 200
# Tables of four: how many at once, and how often that is measured.
ROUNDS = {1: 3, 50: 3, 200: 1, 500: 1}
UVICORN = ("-m", "uvicorn", "config.asgi:application", "--port", "{port}", "--log-level", "warning", "--no-access-log")


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

    def leave(self) -> None:
        """Gets up without having played."""
        self.process.kill()
        self.process.wait()

    def play(self, servers: Sequence[psutil.Process]) -> Figures:
        time.sleep(SETTLED_AFTER)
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

    def __init__(self, name: str, site: Site) -> None:
        self.name, self.site = f"Guildhall, {name}", site

    @property
    def servers(self) -> list[psutil.Process]:
        return [psutil.Process(part.pid) for name, part in self.site.parts.items() if name.startswith("web")]

    def sit_down(self, number: int, every: float | None = None, seats: int = 4) -> Clients:
        webs = len(self.site.ports)
        tables = [
            {
                "addresses": [self.site.address(seat % webs, one["key"]) for seat in range(seats)],
                "cookies": one["cookies"][:seats],
            }
            for one in self.site.seed(*["solo-4"] * number)
        ]
        command = [sys.executable, "-m", "tests.benchmarks.live_clients"]
        return Clients(command, {"tables": tables, "origin": ORIGIN, "every": every})

    def measure(self, number: int, every: float | None) -> Figures:
        return self.sit_down(number, every).play(self.servers)

    def memory(self, number: int) -> tuple[float, float]:
        """Kilobytes for an idle table, and for each socket at it. To be asked before anything has been played."""
        (server,) = self.servers
        clients = [self.sit_down(1)]  # whatever is made once
        sizes = [server.memory_info().rss]
        for seats in (1, 4):
            clients.append(self.sit_down(number, seats=seats))
            sizes.append(server.memory_info().rss)
        for one in clients:
            one.leave()
        with_one, with_four = (sizes[1] - sizes[0]) / number / 1024, (sizes[2] - sizes[1]) / number / 1024
        socket = (with_four - with_one) / 3
        return with_one - socket, socket


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
        sites = {
            "1 process": Site(Path(folder) / "one", webs=1),
            "2 processes": Site(Path(folder) / "two", webs=2),
            "1 process, uvicorn instead of Daphne": Site(Path(folder) / "uvicorn", webs=1, web=UVICORN),
        }
        if find_spec("uvicorn") is None:
            del sites["1 process, uvicorn instead of Daphne"]
        peers = []
        try:
            for site in sites.values():
                site.folder.mkdir()
                site.start()
            found: list[Guildhall | BoardgameIO] = [Guildhall(name, site) for name, site in sites.items()]
            if boardgame.install():
                peers = [boardgame.Peer(), boardgame.Peer(sites["1 process"].servers.database_url)]
                names = ("boardgame.io, in memory", "boardgame.io, Postgres")
                found += [BoardgameIO(name, peer) for name, peer in zip(names, peers, strict=True)]
            yield found
        finally:
            for peer in peers:
                peer.stop()
            for site in sites.values():
                site.stop()


def main(*numbers: str) -> None:
    heads = ["", "moves a second", "median", "99 of 100 within", "server's processor time a move"]
    with contenders() as all_of_them:
        for one in all_of_them:
            if isinstance(one, Guildhall) and len(one.servers) == 1:
                idle_table, socket = one.memory(IDLE_TABLES)
                sys.stdout.write(f"{one.name}: {idle_table:.0f} kB an idle table, {socket:.0f} kB a socket\n\n")
        for number in map(int, numbers or map(str, ROUNDS)):
            for every in (None, HUMAN_PACE):
                rounds = [[one.measure(number, every) for one in all_of_them] for _ in range(ROUNDS.get(number, 1))]
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
