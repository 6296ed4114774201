"""A whole site for a test: database, bus, web processes, worker. Every part can be killed and started again."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import psutil
import psycopg
from redis import Redis

from config.embedded import CHECKOUT, Embedded
from config.embedded.home import free_ports
from config.embedded.processes import HOME_VARIABLE, end, processes_in, processes_of_site
from config.embedded.server import Server
from games.services.announcements import MATCHES_GROUP, MATCHES_LAYER

ORIGIN = "http://127.0.0.1"
DAPHNE = ("-m", "config.processes.run", "web")
START_TIMEOUT_SECONDS = 60
KILL_SIGNALS = [(signal.SIGKILL, 10.0)]
LEAVE_SIGNALS = [(signal.SIGTERM, 10.0), *KILL_SIGNALS]


class Site:
    """Lives in one folder; nothing of the test run's own servers is touched."""

    def __init__(self, folder: Path, webs: int = 2, web: Sequence[str] = DAPHNE) -> None:
        """`web` is how a web process is started; a benchmark tries another server."""
        self.folder, self.web = folder, web
        self.servers = Embedded(folder / "home")
        self.ports = free_ports(webs)
        self.parts: dict[str, subprocess.Popen[str]] = {}
        self.environment: dict[str, str] = {}

    # --- Everything ---

    def start(self) -> None:
        self.servers.start()  # durable: what was confirmed must outlive a crash
        self.environment = os.environ | {
            HOME_VARIABLE: str(self.servers.home.folder),
            "GUILDHALL_HOME": str(self.servers.home.folder),
            "DATABASE_URL": self.servers.database_url,
            "REDIS_URL": self.servers.redis_url,
            "SECRET_KEY": self.servers.secret_key,
            "ALLOWED_ORIGINS": ORIGIN,
            "WORKER_CONCURRENCY": "1",
        }
        self.launch("prepare", "manage.py", "prepare").wait(START_TIMEOUT_SECONDS)
        assert self.parts.pop("prepare").returncode == 0, self.said("prepare")
        self.launch("seed", "-m", "tests.faults.seed", talks=True)
        self.start_webs(range(len(self.ports)))

    def stop(self) -> None:
        """Ends everything that was started, whatever state it is in."""
        home = self.servers.home.folder
        end([psutil.Process(one.pid) for one in self.parts.values() if one.poll() is None], LEAVE_SIGNALS)
        end(processes_of_site(home), KILL_SIGNALS)
        self.servers.stop()
        for server in (self.servers.valkey, self.servers.postgres):
            server.stop()

    def launch(self, name: str, *arguments: str, talks: bool = False, port: int = 0) -> subprocess.Popen[str]:
        """Starts a part of the site. What it says goes to a file, or to us if we talk to it."""
        with (self.folder / f"{name}.log").open("a") as log:
            self.parts[name] = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=CHECKOUT,
                env=self.environment | {"PORT": str(port)},
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE if talks else log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        return self.parts[name]

    def said(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def end_part(self, name: str, steps: Sequence[tuple[signal.Signals, float]]) -> None:
        """Ends a process that we started, and its children."""
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.parts[name].pid)
            end([process, *process.children(recursive=True)], steps)
        self.parts.pop(name).wait()

    # --- Web processes ---

    def address(self, web: int, key: str) -> str:
        return f"ws://127.0.0.1:{self.ports[web]}/ws/tables/{key}/"

    def start_webs(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            port = self.ports[number]
            self.launch(f"web{number}", *[word.format(port=port) for word in self.web], port=port)
        for number in numbers:
            self.await_web(number)

    def await_web(self, number: int) -> None:
        give_up_at = time.monotonic() + START_TIMEOUT_SECONDS
        while time.monotonic() < give_up_at:
            assert self.parts[f"web{number}"].poll() is None, self.said(f"web{number}")
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.ports[number]}/health/live", timeout=5):
                return
            time.sleep(0.1)
        raise AssertionError(self.said(f"web{number}"))

    def kill_web(self, number: int) -> None:
        self.end_part(f"web{number}", KILL_SIGNALS)

    def leave_web(self, number: int) -> None:
        """As a deployment does: asked to leave, then waited for."""
        self.end_part(f"web{number}", LEAVE_SIGNALS)

    # --- The worker ---

    def start_worker(self) -> None:
        self.launch("worker", "-m", "config.processes.run", "worker")
        self.launch("beat", "-m", "config.processes.run", "beat")

    def kill_worker(self) -> None:
        self.end_part("worker", KILL_SIGNALS)
        self.end_part("beat", KILL_SIGNALS)

    # --- The servers ---

    def kill_bus(self) -> None:
        kill_server(self.servers.valkey)

    def start_bus(self) -> None:
        self.servers.start([self.servers.valkey])

    def suspend_bus(self) -> None:
        """It keeps its connections and answers nobody."""
        for process in processes_in(self.servers.valkey.folder, self.servers.valkey.program):
            process.suspend()

    def resume_bus(self) -> None:
        for process in processes_in(self.servers.valkey.folder, self.servers.valkey.program):
            process.resume()

    def kill_database(self) -> None:
        kill_server(self.servers.postgres)

    def start_database(self) -> None:
        self.servers.start([self.servers.postgres])

    def listeners(self) -> int:
        """How many web processes listen to the bus."""
        with Redis.from_url(self.servers.redis_url) as bus:
            return int(bus.pubsub_numsub(self.matches_channel)[0][1])

    @property
    def matches_channel(self) -> str:
        """The name under which Valkey knows the group of all web processes (CHANNEL_LAYERS in config/settings.py)."""
        database = urlsplit(self.servers.redis_url).path.strip("/") or "0"
        return f"guildhall:{database}:{MATCHES_LAYER}:__group__{MATCHES_GROUP}"

    # --- What is in the database ---

    def connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        """A connection beside those of the site."""
        return psycopg.connect(self.servers.database_url, connect_timeout=10)

    def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.connection() as connection:
            return connection.execute(statement, values).fetchall()

    def seed(self, *modes: str, **settings: Any) -> list[dict[str, Any]]:
        """Tables in play, and the session cookies of those who sit there; seed.py makes them."""
        process = self.parts["seed"]
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({"modes": modes, **settings}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, self.said("seed")
        return list(json.loads(line))


def kill_server(server: Server) -> None:
    """All its processes at once, as when the machine goes down."""
    end(processes_in(server.folder, server.program), KILL_SIGNALS)
