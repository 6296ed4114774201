"""Starts and stops the embedded servers, shared by all processes that need them."""

import fcntl
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from config.embedded.account import choose_account
from config.embedded.errors import CannotStart
from config.embedded.home import Home
from config.embedded.postgres import PostgreSQL
from config.embedded.server import Server
from config.embedded.valkey import Valkey

CHECKOUT = Path(__file__).resolve().parent.parent.parent
COMMANDS_WITHOUT_SERVERS = {"check", "collectstatic", "diffsettings", "findstatic", "help", "messages", "version"}

Progress = Callable[[str], None]


def ignore_progress(_: str) -> None:
    """Report nothing."""


class Embedded:
    """PostgreSQL and Valkey under one folder. Each process that uses them holds a lease; the last one stops them."""

    def __init__(self, home: Path) -> None:
        self.home = Home(home)
        self.postgres = PostgreSQL(self.home)
        self.valkey = Valkey(self.home)
        self._lease: IO[str] | None = None
        self._in_use: list[Server] = []

    @property
    def database_url(self) -> str:
        """Return the address of the database, whether it runs or not."""
        return self.postgres.url

    @property
    def redis_url(self) -> str:
        """Return the address of the bus, whether it runs or not."""
        return self.valkey.url

    @property
    def secret_key(self) -> str:
        """Return the signing key, random and the same at each start."""
        return str(self.home.credentials()["secret_key"])

    def start(
        self, servers: Sequence[Server] | None = None, *, durable: bool = True, progress: Progress = ignore_progress
    ) -> None:
        """Start what does not run yet, and end what a killed process has left running."""
        self.home.make()
        self.home.credentials()
        self._in_use = [self.postgres, self.valkey] if servers is None else list(servers)
        try:
            with self.home.one_at_a_time():
                self._take_lease()
                for server in self._in_use:
                    self._start_one(server, durable=durable, progress=progress)
        except BaseException as error:
            self.stop()
            if isinstance(error, OSError):
                raise CannotStart(f"The servers in {self.home.folder} cannot start: {error}.") from error
            raise

    def stop(self) -> None:
        """Release the lease, and stop the servers unless another process uses them."""
        if self._lease is None:
            return
        with self.home.one_at_a_time():
            if self._is_alone(self._lease):
                self.valkey.stop()
                self.postgres.stop()
            self._lease.close()
        self._lease, self._in_use = None, []

    @property
    def in_use(self) -> list[Server]:
        return list(self._in_use)

    def restart(self, server: Server) -> None:
        """Start one of the servers in use again, at the same address."""
        with self.home.one_at_a_time():
            self._start_one(server, durable=True, progress=ignore_progress)

    def ended(self) -> list[Server]:
        """Return those servers in use that no longer run."""
        return [server for server in self._in_use if not server.is_alive()]

    def needed(self) -> list[Server]:
        """Return the servers that the operator has not given an address for."""
        by_variable: dict[str, Server] = {"DATABASE_URL": self.postgres, "REDIS_URL": self.valkey}
        return [server for variable, server in by_variable.items() if not os.environ.get(variable)]

    def _take_lease(self) -> None:
        """Take the lease. If nobody else holds one, servers that run were left by a killed process: stop them."""
        lease = self.home.open_lock("users.lock")
        if self._is_alone(lease):
            self.valkey.stop()
            self.postgres.stop()
        fcntl.flock(lease, fcntl.LOCK_SH)
        self._lease = lease

    @staticmethod
    def _is_alone(lease: IO[str]) -> bool:
        try:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _start_one(self, server: Server, *, durable: bool, progress: Progress) -> None:
        if server.runs():
            return
        server.stop()
        account = choose_account(self.home.folder, self.postgres.folder, self.postgres.binary("pg_config"))
        if account.name and server is self.postgres:
            progress(f"PostgreSQL does not run as root: it and Valkey run as the user {account.name}.")
        server.start(account, durable=durable)


embedded = Embedded(Path(os.environ.get("GUILDHALL_HOME") or CHECKOUT / ".guildhall"))


@contextmanager
def embedded_if_needed() -> Iterator[None]:
    """Run the servers while a command of manage.py does, unless the operator has given others."""
    needed = embedded.needed() if _command_needs_servers(sys.argv) else []
    if not needed:
        yield
        return
    signal.signal(signal.SIGTERM, _leave)
    try:
        embedded.start(needed)
    except CannotStart as error:
        raise SystemExit(str(error)) from None
    try:
        yield
    finally:
        embedded.stop()


def _command_needs_servers(arguments: list[str]) -> bool:
    if len(arguments) < 2 or {"-h", "--help", "--version"} & set(arguments):
        return False
    return arguments[1] not in COMMANDS_WITHOUT_SERVERS


def _leave(number: int, _: object) -> None:
    """Exit as after Ctrl-C, so that everything is stopped on the way out."""
    raise SystemExit(128 + number)
