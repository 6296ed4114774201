"""`make serve` with real processes: started, stopped, and killed in every way."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from config.embedded import CHECKOUT, Embedded
from config.embedded.home import free_ports
from config.embedded.processes import end, processes_in, processes_of_site

pytestmark = pytest.mark.faults

KILL = [(signal.SIGKILL, 10.0)]


class Serve:
    """A `make serve` in a home of its own, and what it says."""

    def __init__(self, home: Path, port: int, **variables: str) -> None:
        self.home = home
        self.said = ""
        inherited = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.processes.serve"],
            cwd=CHECKOUT,
            env=inherited | {"GUILDHALL_HOME": str(home), "PORT": str(port)} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def until(self, words: str) -> str:
        """Read on until these words are said."""
        assert self.process.stdout
        while words not in (line := self.process.stdout.readline()):
            assert line, f"it ended without saying {words!r}:\n{self.said}"
            self.said += line
        self.said += line
        return self.said

    def end(self, number: signal.Signals | None = None) -> int:
        """Send a signal, if one is given, and wait for the end."""
        if number:
            self.process.send_signal(number)
        self.said += self.process.communicate(timeout=60)[0]
        return self.process.returncode


def oldest(words: str, processes: list[psutil.Process]) -> psutil.Process:
    """Find the process whose command line has these words, the first to start if there are several."""
    found = [one for one in processes if words in " ".join(one.cmdline())]
    return min(found, key=lambda one: one.create_time())


def everything(home: Path) -> list[psutil.Process]:
    services = Embedded(home)
    servers = (services.postgres, services.valkey)
    return [
        *processes_of_site(home),
        *(process for server in servers for process in processes_in(server.folder, server.program)),
    ]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home that several tests start from, one after the other, as one checkout does over time."""
    folder = tmp_path_factory.mktemp("serve") / "home of the site"
    yield folder
    end(everything(folder), KILL)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


def answers(port: int) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/health/live", timeout=10) as response:
        return bool(response.status == 200)


def test_up_and_down(tmp_path: Path, port: int) -> None:
    home = tmp_path / "fresh"
    site = Serve(home, port)
    said = site.until("Ctrl-C stops everything")
    assert f"Guildhall is open:  http://127.0.0.1:{port}\n" in said
    assert "shown only this once" in said
    assert answers(port)

    second = Serve(home, port)
    assert second.end() == 1
    assert second.said == f"Guildhall already runs here, at http://127.0.0.1:{port} (process {site.process.pid}).\n"

    site.process.send_signal(signal.SIGINT)
    assert site.end(signal.SIGINT) == 0, "a second Ctrl-C changes nothing"
    assert "Traceback" not in site.said
    assert not everything(home)
    shutil.rmtree(home)


def test_after_kill_9_of_the_supervisor_the_next_start_works(home: Path, port: int) -> None:
    site = Serve(home, port)
    site.until("Ctrl-C stops everything")
    site.process.kill()
    site.process.wait()
    left = everything(home)
    assert {"postgres", "valkey-server"} < {one.name() for one in left}

    again = Serve(home, port)
    assert "shown only this once" not in again.until("Ctrl-C stops everything")
    assert answers(port)
    assert not [one for one in left if one.is_running()]
    assert again.end(signal.SIGTERM) == 0
    assert not everything(home)


@pytest.mark.long
def test_every_part_that_is_killed_is_started_again(home: Path, port: int) -> None:
    site = Serve(home, port)
    site.until("Ctrl-C stops everything")
    for part, sentence in (
        ("config.processes.web", "The process web was killed by SIGKILL."),
        ("celery --app config.celery --quiet worker", "The process worker was killed by SIGKILL."),
        ("postgres", f"PostgreSQL has ended; what it said is in {home / 'postgres.log'}."),
        ("valkey-server", f"Valkey has ended; what it said is in {home / 'valkey.log'}."),
    ):
        killed = oldest(part, everything(home))
        killed.kill()
        site.until(f"{sentence} It starts again in 1 s.")
        await_again(home, part, port)
    assert site.end(signal.SIGTERM) == 0
    assert not everything(home)


def await_again(home: Path, part: str, port: int) -> None:
    """Until a part runs again, and the site says that database and bus answer."""
    give_up_at = time.monotonic() + 60
    while time.monotonic() < give_up_at:
        runs = any(part in " ".join(one.cmdline()) for one in everything(home) if one.is_running())
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=10) as response:
            if runs and response.status == 200:
                return
        time.sleep(0.2)
    raise AssertionError(f"{part} does not run again")


def test_stopped_while_it_starts(tmp_path: Path, port: int) -> None:
    home = tmp_path / "fresh"
    site = Serve(home, port)
    wait_for_file(home / "postgres.log")
    assert site.end(signal.SIGINT) == 0
    assert "Traceback" not in site.said
    assert not everything(home)


def wait_for_file(path: Path) -> None:
    give_up_at = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < give_up_at, f"{path} never came"
        time.sleep(0.02)


def test_servers_of_the_operator(tmp_path: Path, port: int) -> None:
    home = tmp_path / "fresh"
    operator = Embedded(tmp_path / "operator")
    operator.start(durable=False)
    try:
        site = Serve(home, port, DATABASE_URL=operator.database_url, REDIS_URL=operator.redis_url)
        site.until("Ctrl-C stops everything")
        assert answers(port)
        assert not (home / "postgres").exists()
        assert not (home / "valkey").exists()
        assert site.end(signal.SIGTERM) == 0
        assert not operator.ended()
        assert not everything(home)
    finally:
        operator.stop()
        shutil.rmtree(operator.home.folder)


def test_a_port_in_use(home: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        site = Serve(home, port)
        assert site.end() == 1
    assert site.said.startswith(f"Port {port} is in use. Choose another: make serve PORT=")
    assert not everything(home)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "80 80", "٣٣٣٣"])
def test_a_port_that_is_none(home: Path, port: str) -> None:
    site = Serve(home, 0, PORT=port)
    assert site.end() == 1
    assert site.said == f"PORT must be a number from 1 to 65535, not “{port}”.\n"


def test_a_host_that_is_not_here(home: Path, port: int) -> None:
    site = Serve(home, port, HOST="192.0.2.1")
    assert site.end() == 1
    assert site.said == "HOST must be an address of this computer, and “192.0.2.1” is not.\n"


def test_a_step_that_fails(home: Path, port: int) -> None:
    site = Serve(home, port, DATABASE_URL="nonsense")
    assert site.end() == 1
    assert site.said.endswith("failed: see above.\n\nStopping ...\nStopped.\n")
    assert not everything(home)
