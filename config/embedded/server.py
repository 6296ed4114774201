"""Starts and stops one embedded server; PostgreSQL and Valkey say what differs."""

import signal
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path

import psutil

from config.embedded.account import Account
from config.embedded.errors import CannotStart
from config.embedded.home import Home, free_ports, port_is_free
from config.embedded.processes import end, is_alive, processes_in, without_children

# Long enough for PostgreSQL to recover after a crash on a slow disk.
START_TIMEOUT_SECONDS = 120
START_ATTEMPTS_LIMIT = 3


class Server(ABC):
    """A program that listens on one port of the loopback interface and works in a folder of its own."""

    name: str
    program: str
    port_key: str
    how_to_end: list[tuple[signal.Signals, float]]

    def __init__(self, home: Home) -> None:
        self.home = home
        self.folder: Path = home / self.folder_name()
        self.log: Path = home / f"{self.folder_name()}.log"
        self._process: psutil.Process | None = None

    @classmethod
    @abstractmethod
    def folder_name(cls) -> str:
        """Return the name of its folder, and of its log."""

    @abstractmethod
    def binary(self) -> Path:
        """Return the path of the program that came with the installation."""

    @abstractmethod
    def prepare(self, account: Account, *, durable: bool) -> None:
        """Make the folder as the program needs it."""

    @abstractmethod
    def command(self, *, durable: bool) -> list[str]:
        """Return the program and its arguments."""

    @abstractmethod
    def answers(self, pid: int) -> bool:
        """Return whether this very process accepts connections."""

    def configuration(self) -> str:
        """Return what the program reads from its standard input."""
        return ""

    @property
    def port(self) -> int:
        return int(self.home.credentials()[self.port_key])

    def runs(self) -> bool:
        """Return whether our server runs and accepts connections."""
        for process in without_children(processes_in(self.folder, self.program)):
            if self.answers(process.pid):
                self._process = process
                return True
        return False

    def is_alive(self) -> bool:
        """Return whether the process that we started or found still runs."""
        return self._process is not None and is_alive(self._process)

    def start(self, account: Account, *, durable: bool) -> None:
        """Start and wait until it accepts connections; move to another port if somebody has taken ours."""
        self.prepare(account, durable=durable)
        for _ in range(START_ATTEMPTS_LIMIT):
            self._move_if_port_is_taken()
            process = self._launch(account, durable=durable)
            if self._await(process):
                self._process = psutil.Process(process.pid)
                return
            if port_is_free(self.port):
                break
        raise CannotStart(f"{self.name} did not start; what it said is in {self.log}")

    def stop(self) -> None:
        """End every process of this server: with its own signals first, then SIGKILL."""
        processes = processes_in(self.folder, self.program)
        end(without_children(processes), self.how_to_end)
        end(processes_in(self.folder, self.program), [(signal.SIGKILL, 10)])

    def _move_if_port_is_taken(self) -> None:
        if not port_is_free(self.port):
            self.home.remember(**{self.port_key: free_ports(1)[0]})

    def _launch(self, account: Account, *, durable: bool) -> subprocess.Popen[bytes]:
        with self.home.open_log(self.log.name) as log:
            process = account.launch(self.command(durable=durable), folder=self.folder, log=log)
        if process.stdin:
            process.stdin.write(self.configuration().encode())
            process.stdin.close()
        return process

    def _await(self, process: subprocess.Popen[bytes]) -> bool:
        give_up_at = time.monotonic() + START_TIMEOUT_SECONDS
        while process.poll() is None and time.monotonic() < give_up_at:
            if self.answers(process.pid):
                return True
            time.sleep(0.03)
        return False
