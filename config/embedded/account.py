"""Chooses the system user that the servers run as: PostgreSQL refuses to run as root."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from config.embedded.errors import CannotStart

# Nothing of the caller's environment (PGPORT, LC_ALL …) may change how a server behaves.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}
# Enough to pass through closed folders such as /root; containers often grant only the second.
CAPABILITIES = ("dac_read_search", "dac_override")


@dataclass(frozen=True)
class Account:
    """A user to run servers as, and how to become that user; by default the current one."""

    user: int | None = None
    group: int | None = None
    name: str = ""
    prefix: tuple[str, ...] = ()

    def launch(self, command: Sequence[str], *, folder: Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start a server in a session of its own, so that Ctrl-C does not reach it."""
        return subprocess.Popen(
            [*self.prefix, *command],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **self._arguments(),
        )

    def run(self, command: Sequence[str], *, folder: Path, log: IO[bytes], text: str = "") -> bool:
        """Run a program to its end and return whether it succeeded."""
        done = subprocess.run(
            [*self.prefix, *command],
            cwd=folder,
            input=text.encode(),
            stdout=log,
            stderr=log,
            check=False,
            start_new_session=True,
            **self._arguments(),
        )
        return done.returncode == 0

    def own(self, path: Path) -> None:
        """Change the owner of a file or folder to this user."""
        if self.user is not None and self.group is not None:
            os.chown(path, self.user, self.group)

    def can_use(self, pg_config: Path, folder: Path) -> bool:
        """Return whether this user can enter the folder and run pg_config, which reads the same files as the server."""
        attempt = ["/bin/sh", "-c", 'cd "$1" && "$2" --bindir', "sh", str(folder), str(pg_config)]
        try:
            with open(os.devnull, "wb") as nowhere:
                return self.run(attempt, folder=Path("/"), log=nowhere)
        except OSError:
            return False

    def _arguments(self) -> dict[str, Any]:
        if self.user is None or self.prefix:
            return {"env": ENVIRONMENT}
        return {"env": ENVIRONMENT, "user": self.user, "group": self.group, "extra_groups": []}


def choose_account(home: Path, data: Path, pg_config: Path) -> Account:
    """Return the current user; as root the owner of the data, else of the checkout, else nobody."""
    if os.geteuid() != 0:
        return Account()
    account = _owner_of(data) or _ordinary_owner_of(home) or _ordinary_owner_of(home.parent) or _nobody()
    candidates = [account, *_with_capability(account)]
    for candidate in candidates:
        if candidate.can_use(pg_config, home):
            return candidate
    raise CannotStart(
        f"PostgreSQL does not run as root, and the user {account.name} cannot enter {home}: move the "
        "checkout out of folders that only root may enter, or start Guildhall as an ordinary user."
    )


def _owner_of(data: Path) -> Account | None:
    if not data.exists() or data.stat().st_uid == 0:
        return None
    status = data.stat()
    return Account(status.st_uid, status.st_gid, _name(status.st_uid))


def _ordinary_owner_of(folder: Path) -> Account | None:
    """Return the folder's owner if the system has a name for it: initdb refuses a user who is only a number."""
    number = folder.stat().st_uid
    try:
        entry = pwd.getpwuid(number)
    except KeyError:
        return None
    return Account(entry.pw_uid, entry.pw_gid, entry.pw_name) if number else None


def _nobody() -> Account:
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise CannotStart(
            "PostgreSQL does not run as root, and this system has no user called nobody: start Guildhall as "
            "an ordinary user."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid, entry.pw_name)


def _with_capability(account: Account) -> list[Account]:
    """Return the same user with each capability that lets it pass through folders closed to others."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return []
    # PostgreSQL asks access(), which ignores capabilities unless no_setuid_fixup is set.
    user = (f"--reuid={account.user}", f"--regid={account.group}", "--clear-groups")
    become = (setpriv, *user, "--securebits=+no_setuid_fixup")
    return [
        replace(account, prefix=(*become, f"--inh-caps=+{name}", f"--ambient-caps=+{name}")) for name in CAPABILITIES
    ]


def _name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
