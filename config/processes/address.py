"""Reads HOST and PORT, and checks that the site can listen or answers there: `python -m config.processes.address`."""

import errno
import http.client
import os
import socket
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from config.embedded import CannotStart

LOOPBACK_OF_WILDCARD = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (what the operator may say, not what we do)


@dataclass(frozen=True)
class Address:
    """A host and a port of this computer."""

    host: str
    port: int

    @classmethod
    def from_environment(cls) -> Self:
        """Read HOST and PORT; refuse a port that is not one."""
        text = os.environ.get("PORT") or "8000"
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
            raise CannotStart(f"PORT must be a number from 1 to 65535, not “{text}”.")
        return cls(os.environ.get("HOST") or "127.0.0.1", int(text))

    @property
    def url(self) -> str:
        """Return the URL that a browser on this computer opens."""
        host = LOOPBACK_OF_WILDCARD.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def refuse_if_unusable(self) -> None:
        """Try to listen there; refuse with the reason if that fails."""
        problem = self._try_to_listen()
        if problem == errno.EADDRINUSE:
            raise CannotStart(f"Port {self.port} is in use. {self._choose_another()}")
        if problem == errno.EACCES:
            raise CannotStart(f"Port {self.port} is for root only. {self._choose_another()}")
        if problem:
            raise CannotStart(f"HOST must be an address of this computer, and “{self.host}” is not.")

    def answers(self) -> bool:
        """Return whether the site replies that it is alive."""
        connection = http.client.HTTPConnection(LOOPBACK_OF_WILDCARD.get(self.host, self.host), self.port, timeout=3)
        try:
            connection.request("GET", "/health/live", headers={"Host": host_to_ask_for()})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _try_to_listen(self) -> int:
        """Return the number of the error, 0 if there is none."""
        try:
            family, kind, _, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, kind) as probe:
                # As the web server does: a port whose last connection has only just ended is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
        except OSError as error:
            return error.errno or errno.EADDRNOTAVAIL
        return 0

    def _choose_another(self) -> str:
        ports = (*range(max(self.port + 1, 8000), 65536), *range(8000, 65536))
        free = next(port for port in ports if Address(self.host, port)._try_to_listen() == 0)
        return f"Choose another: make serve PORT={free}"


def host_to_ask_for() -> str:
    """Return a host name that the site accepts in a request; it refuses all others."""
    first_origin = os.environ.get("ALLOWED_ORIGINS", "").split(",")[0]
    return urlsplit(first_origin).netloc or "localhost"


if __name__ == "__main__":
    raise SystemExit(0 if Address.from_environment().answers() else 1)
