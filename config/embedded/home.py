"""Manages the folder with everything that the embedded servers keep: data, logs, ports, passwords and locks."""

import fcntl
import json
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from config.embedded.errors import CannotStart

# PostgreSQL cuts paths at 1024 bytes; its own file names need the rest.
PATH_BYTES_LIMIT = 880
LOG_BYTES_LIMIT = 5_000_000


class Home:
    """One folder: `.guildhall/` in the checkout, or GUILDHALL_HOME."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.credentials_file = self.folder / "embedded.json"

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    # --- Ports and passwords ---

    def credentials(self) -> dict[str, Any]:
        """Return ports, passwords and the secret key; made at the first call, the same ever after."""
        with suppress(FileNotFoundError):
            return self._read_credentials()
        if (self / "postgres").exists():
            raise CannotStart(
                f"{self.credentials_file} is missing, and without its password the database next to it "
                f"cannot be opened: put the file back, or delete {self.folder} to begin with an empty site."
            )
        self.make()
        self._write_first_credentials()
        return self._read_credentials()

    def remember(self, **changes: int) -> None:
        """Store a new port for the next start."""
        temporary = self._write_temporary(self.credentials() | changes)
        temporary.replace(self.credentials_file)

    def _read_credentials(self) -> dict[str, Any]:
        try:
            return dict(json.loads(self.credentials_file.read_text()))
        except PermissionError:
            raise CannotStart(self.not_yours()) from None
        except ValueError:
            raise CannotStart(
                f"{self.credentials_file} is damaged: put a good copy back, or delete {self.folder} to begin "
                "with an empty site."
            ) from None

    def _write_first_credentials(self) -> None:
        """Write new credentials unless there are some. A link, unlike a rename, never replaces: of two processes the
        first wins."""
        postgres_port, valkey_port = free_ports(2)
        temporary = self._write_temporary(
            {
                "postgres_port": postgres_port,
                "postgres_password": secrets.token_hex(24),
                "valkey_port": valkey_port,
                "valkey_password": secrets.token_hex(24),
                "secret_key": secrets.token_urlsafe(50),
            }
        )
        with suppress(FileExistsError):
            os.link(temporary, self.credentials_file)
        temporary.unlink()

    def _write_temporary(self, content: dict[str, Any]) -> Path:
        temporary = self / f"embedded.{os.getpid()}.{secrets.token_hex(4)}.json"
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(content, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        self.give_to_owner(temporary)
        return temporary

    # --- The folder ---

    def make(self) -> None:
        """Make the folder; refuse one that belongs to another user."""
        if len(os.fsencode(self.folder)) > PATH_BYTES_LIMIT:
            raise CannotStart(
                f"The path of {self.folder} is too long for PostgreSQL: move the checkout to a folder whose "
                f"path has fewer than {PATH_BYTES_LIMIT} bytes."
            )
        try:
            self._make()
        except OSError as error:
            raise CannotStart(f"{self.folder} cannot be made: {error.strerror}.") from None
        if os.geteuid() not in (0, self.folder.stat().st_uid):
            raise CannotStart(self.not_yours())

    def _make(self) -> None:
        if self.folder.is_dir():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        # Others may pass through, not look around: as root the servers run as another user.
        self.folder.chmod(0o711)
        if os.geteuid() == 0:
            owner = self.folder.parent.stat()
            os.chown(self.folder, owner.st_uid, owner.st_gid)

    def give_to_owner(self, path: Path) -> None:
        """Make a file that root has made belong to the folder's owner, so that they can go on without root."""
        if os.geteuid() == 0:
            owner = self.folder.stat()
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)

    def open_log(self, name: str) -> IO[bytes]:
        """Open a log for appending; one that has grown too long is emptied first."""
        path = self / name
        long = path.exists() and path.stat().st_size > LOG_BYTES_LIMIT
        log = path.open("wb" if long else "ab")
        self.give_to_owner(path)
        return log

    def not_yours(self) -> str:
        return (
            f"{self.folder} belongs to another user, who started Guildhall here before: start it as that "
            f"user, or take the folder over with: sudo chown -R \"$(id -un)\" '{self.folder}'"
        )

    # --- Locks ---

    def open_lock(self, name: str) -> IO[str]:
        """Open a file to lock; the lock is released when the file is closed or the process ends, however it ends."""
        path = self / name
        lock = path.open("a+")
        self.give_to_owner(path)
        return lock

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """Hold the lock under which servers are started and stopped."""
        with self.open_lock("changing.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def free_ports(count: int) -> list[int]:
    """Return ports of the loopback interface on which nobody listens."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def port_is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As the servers do: a port in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
