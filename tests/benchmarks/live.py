"""Live tables: moves a second and how long a move takes to reach everyone, with real sockets from another process.

Every move of ours is committed to PostgreSQL before anyone hears of it. Beside us in the same run, and in turns:
boardgame.io with a game much like ours, in memory and with its Postgres storage. Whoever serves has one core, with one
process or two; players, databases and the bus have the others. So what a move costs is what it costs, and not what
whoever else works on the same core does to it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import psutil

from tests.benchmarks import node
from tests.benchmarks.measure import table
from tests.faults.site import ORIGIN, Site

TABLE_COUNTS = (1, 50, 200, 500)  # tables of four at once
ROUNDS = 3
ROUNDS_WITH_MANY_TABLES = 1  # at full speed, where each round needs new tables
MANY_TABLES = 200
SPLIT_ROUNDS = 7
FULL_SPEED_SECONDS = 6.0
HUMAN_PACE_RUN_SECONDS = 12.0
# Whatever follows when thousands sit down at once has been done by then.
SETTLING_SECONDS = 6.0
HUMAN_PACE_SECONDS = 2.0
IDLE_TABLES = 200
UVICORN = ("-m", "uvicorn", "config.asgi:application", "--port", "{port}", "--log-level", "warning", "--no-access-log")


class Figures(NamedTuple):
    """Of one round: moves a second, how long each took to reach everyone, and the server's milliseconds a move."""

    moves: float
    latencies: list[float]
    processor: float


class Clients:
    """All players, in another process, which waits for our word."""

    def __init__(self, script: str, tables: list[Any], every: float | None, **order: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["node", script], stdin=pipe, stdout=pipe, text=True, cwd=node.HOME)
        seconds = HUMAN_PACE_RUN_SECONDS if every else FULL_SPEED_SECONDS
        self.tell(json.dumps(order | {"tables": tables, "every": every, "seconds": seconds}))
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
        time.sleep(SETTLING_SECONDS)
        before = processor_time(servers)
        self.tell("go")
        assert self.hear() == "played"
        spent = processor_time(servers) - before
        self.tell("leave")
        result = json.loads(self.hear())
        self.process.wait()
        return Figures(result["moves"] / result["seconds"], result["latencies"], spent / result["moves"] * 1000)


def processor_time(servers: Sequence[psutil.Process]) -> float:
    return sum(sum(server.cpu_times()[:2]) for server in servers)


class Guildhall:
    """Our site, the players of each table spread over its web processes; or every table whole at one of them."""

    def __init__(self, name: str, site: Site, *, whole: bool = False) -> None:
        self.name, self.site, self.whole = f"Guildhall, {name}", site, whole

    @property
    def servers(self) -> list[psutil.Process]:
        return [psutil.Process(part.pid) for name, part in self.site.parts.items() if name.startswith("web")]

    def tables(self, number: int, seats: int = 4) -> list[Any]:
        webs = len(self.site.ports)
        return [
            {
                "addresses": [
                    self.site.address((at if self.whole else seat) % webs, one["key"]) for seat in range(seats)
                ],
                "cookies": one["cookies"][:seats],
            }
            for at, one in enumerate(self.site.seed(*["solo-4"] * number))
        ]

    def sit_down(self, tables: list[Any], every: float | None = None) -> Clients:
        return Clients("guildhall.js", tables, every, origin=ORIGIN)

    def memory(self, number: int) -> tuple[float, float]:
        """Kilobytes for an idle table, and for each socket at it. To be asked before anything has been played."""
        (server,) = self.servers
        clients = [self.sit_down(self.tables(1))]  # whatever is made once
        sizes = [server.memory_info().rss]
        for seats in (1, 4):
            clients.append(self.sit_down(self.tables(number, seats)))
            sizes.append(server.memory_info().rss)
        for one in clients:
            one.leave()
        with_one, with_four = (sizes[1] - sizes[0]) / number / 1024, (sizes[2] - sizes[1]) / number / 1024
        socket = (with_four - with_one) / 3
        return with_one - socket, socket


class BoardgameIO:
    """The peer."""

    def __init__(self, name: str, server: node.BoardgameServer) -> None:
        self.name, self.server = name, server

    @property
    def servers(self) -> list[psutil.Process]:
        return [psutil.Process(self.server.process.pid)]

    def tables(self, number: int) -> list[Any]:
        return self.server.matches(number)

    def sit_down(self, tables: list[Any], every: float | None = None) -> Clients:
        return Clients("boardgame.js", tables, every, server=f"http://127.0.0.1:{self.server.port}")


Contender = Guildhall | BoardgameIO


def leave_a_core_to_servers() -> int | None:
    """We and whatever we start from here on have the others; None if there is but one."""
    first, *others = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else [0]
    if not others:
        return None
    os.sched_setaffinity(0, others)
    return first


def bind(servers: Sequence[psutil.Process], core: int | None) -> None:
    for thread in [thread.id for server in servers for thread in server.threads() if core is not None]:
        os.sched_setaffinity(thread, {core})


@contextmanager
def up(sites: Mapping[str, Site]) -> Iterator[None]:
    """Some sites of ours, each in a folder of its own."""
    try:
        for site in sites.values():
            site.folder.mkdir()
            site.start()
        yield
    finally:
        for site in sites.values():
            site.stop()


@contextmanager
def contenders() -> Iterator[list[Contender]]:
    """All of them up at the same time; whoever is not measured waits."""
    core = leave_a_core_to_servers()
    with tempfile.TemporaryDirectory() as folder:
        sites = {
            "1 process": Site(Path(folder) / "one", webs=1),
            "2 processes": Site(Path(folder) / "two", webs=2),
            "1 process, uvicorn instead of Daphne": Site(Path(folder) / "uvicorn", webs=1, web=UVICORN),
        }
        if find_spec("uvicorn") is None:
            del sites["1 process, uvicorn instead of Daphne"]
        peers = []
        with up(sites):
            try:
                found: list[Contender] = [Guildhall(name, site) for name, site in sites.items()]
                found.insert(2, Guildhall("2 processes, whole tables", sites["2 processes"], whole=True))
                peers = [node.BoardgameServer(), node.BoardgameServer(sites["1 process"].servers.database_url)]
                names = ("boardgame.io, in memory", "boardgame.io, Postgres")
                found += [BoardgameIO(name, peer) for name, peer in zip(names, peers, strict=True)]
                for one in found:
                    bind(one.servers, core)
                yield found
            finally:
                for peer in peers:
                    peer.stop()


def main(*numbers: str) -> None:
    if not node.install():
        sys.stdout.write("The players are written for Node.js, which is not to be had here.\n")
        return
    if numbers[:1] == ("split",):
        split(*map(int, numbers[1:]))
        return
    with contenders() as all_of_them:
        for one in all_of_them:
            if isinstance(one, Guildhall) and len(one.servers) == 1:
                idle_table, socket = one.memory(IDLE_TABLES)
                sys.stdout.write(f"{one.name}: {idle_table:.0f} kB an idle table, {socket:.0f} kB a socket\n\n")
        for number in map(int, numbers or map(str, TABLE_COUNTS)):
            for every in (None, HUMAN_PACE_SECONDS):
                measure(all_of_them, number, every)


def measure(contenders: Sequence[Contender], number: int, every: float | None) -> None:
    """In turns, and the middle of the rounds. At full speed games come to their end, so each round has new ones."""
    tables = [one.tables(number) for one in contenders]
    figures: list[list[Figures]] = [[] for _ in contenders]
    for turn in range(ROUNDS if every or number < MANY_TABLES else ROUNDS_WITH_MANY_TABLES):
        for at, one in enumerate(contenders):
            if turn and not every:
                tables[at] = one.tables(number)
            figures[at].append(one.sit_down(tables[at], every).play(one.servers))
    pace = "a move every 2 s each" if every else "full speed"
    heads = [
        f"{number} tables of four, {pace}",
        "moves a second",
        "median",
        "99 of 100 within",
        "server's processor time a move",
    ]
    rows = [row(one.name, found) for one, found in zip(contenders, figures, strict=True)]
    sys.stdout.write(table(heads, rows) + "\n\n")
    sys.stdout.flush()


def split(number: int = MANY_TABLES, rounds: int = SPLIT_ROUNDS) -> None:
    """How many times as much two processes carry that share every table's players: with a core each, as many times as
    twice what a move costs one goes into what it costs both. Here they have a core together, and take each other's
    cache, as two processes do that have nothing else in common; so these are measured too. Neighbours in time are
    compared, whatever else the machine does by then; the first round is for everyone to get warm."""
    core, rows = leave_a_core_to_servers(), []
    with tempfile.TemporaryDirectory() as folder:
        sites = {name: Site(Path(folder) / name, webs=webs) for name, webs in (("one", 1), ("other", 1), ("two", 2))}
        one, other, two = (Guildhall(name, site) for name, site in sites.items())
        with up(sites):
            bind([*one.servers, *other.servers, *two.servers], core)
            for turn in range(rounds + 1):
                ways = ((one,), (one, other), (two,))
                spent = {way: cost(way, number) for way in (ways if turn % 2 else ways[::-1])}
                if turn:
                    alone, beside, both = (spent[way] for way in ways)
                    rows.append((alone, beside, both, 2 * alone / both, 2 * beside / both))
    rows.append(tuple(median(column) for column in zip(*rows, strict=True)))
    heads = [
        f"{number} tables of four, full speed",
        "one process",
        "two with nothing in common",
        "two, tables split",
        "carry, times one",
        "times one beside another",
    ]
    names = [*(f"round {turn}" for turn in range(1, rounds + 1)), "the middle of each"]
    lines = [
        [name, *(f"{spent:.3f} ms" for spent in found[:3]), *(f"{times:.2f}" for times in found[3:])]
        for name, found in zip(names, rows, strict=True)
    ]
    sys.stdout.write(table(heads, lines) + "\n\n")


def cost(sites: Sequence[Guildhall], number: int) -> float:
    """Milliseconds of processor time a move, with so many tables spread over these sites."""
    tables = [one for site in sites for one in site.tables(number // len(sites))]
    return sites[0].sit_down(tables).play([server for site in sites for server in site.servers]).processor


def row(name: str, figures: Sequence[Figures]) -> list[str]:
    """The middle of the rounds; of latencies all together, because thirty moves of a round are its last hundredth."""
    moves, processor = median([one.moves for one in figures]), median([one.processor for one in figures])
    cuts = quantiles([latency for one in figures for latency in one.latencies], n=100)
    return [name, f"{moves:,.0f}", f"{cuts[49]:.1f} ms", f"{cuts[98]:.1f} ms", f"{processor:.2f} ms"]
