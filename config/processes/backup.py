"""`make backup` and `make restore`: the whole database in one file, and back."""

import fcntl
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

import psycopg

from config.embedded import CannotStart, embedded, embedded_if_needed

# An empty schema first, in the same transaction: what the backup does not know must not stay.
EMPTY = "SET client_min_messages = warning; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"
USAGE = "Usage: make backup [FILE=name.dump], make restore FILE=name.dump"


def main(arguments: list[str]) -> int:
    """Do what the first argument says with the file that the second one names."""
    action = {"backup": backup, "restore": restore}.get(arguments[0] if arguments else "")
    if action is None:
        return fail(USAGE)
    try:
        with embedded_if_needed():
            action(arguments[1] if len(arguments) > 1 else "")
    except CannotStart as error:
        return fail(str(error))
    return 0


def fail(sentence: str) -> int:
    """Say what is wrong, and fail."""
    sys.stderr.write(f"{sentence}\n")
    return 1


def backup(name: str) -> None:
    """Write the database to a file, as it is at this moment, while the site runs; all of it or no file."""
    path = Path(name or time.strftime("guildhall-%Y%m%d-%H%M%S.dump"))
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        # Nobody else may read what the players have told us.
        unfinished.touch(0o600)
        run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={unfinished}")
        unfinished.replace(path)
    except OSError as error:
        raise CannotStart(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    sys.stdout.write(f"The database is in {path}\n")


def restore(name: str) -> None:
    """Replace everything in the database by what is in the file; all of it or nothing."""
    path = Path(name)
    if not name or not path.is_file():
        raise CannotStart(f"There is no file “{name}” to restore. {USAGE}" if name else USAGE)
    refuse_if_in_use()
    # Not through a pipe: half a file must be noticed before anything is changed.
    with tempfile.NamedTemporaryFile(suffix=".sql") as script:
        run("pg_restore", "--no-owner", "--no-acl", f"--file={script.name}", str(path), connect=False)
        once = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        run("psql", *once, f"--command={EMPTY}", f"--file={script.name}")
    sys.stdout.write(f"The database is as it was in {path}\n")


def refuse_if_in_use() -> None:
    """A site that goes on working would find its tables gone from under it."""
    if is_served_from_here() or has_other_connections():
        raise CannotStart("The site is running: stop web, worker and beat first (with make serve: Ctrl-C).")


def is_served_from_here() -> bool:
    """Whether a `make serve` of this checkout holds its lock."""
    with embedded.home.open_lock("lock") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def has_other_connections() -> bool:
    with psycopg.connect(os.environ.get("DATABASE_URL") or embedded.database_url) as connection:
        others = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    return bool(others and others[0])


def run(program: str, *arguments: str, connect: bool = True) -> None:
    """Run a program of PostgreSQL's on our database; the password does not show in the list of processes."""
    address, password = without_password(os.environ.get("DATABASE_URL") or embedded.database_url)
    command = [str(embedded.postgres.binary(program)), *([f"--dbname={address}"] if connect else []), *arguments]
    if subprocess.run(command, env=os.environ | {"PGPASSWORD": password}, check=False).returncode:
        raise CannotStart(f"{program} failed, and nothing was changed: see above.")


def without_password(url: str) -> tuple[str, str]:
    """Take the password out of a database's address."""
    parts = urlsplit(re.sub(r"^(postgres|psql|pgsql)://", "postgresql://", url))
    user, _, place = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    return urlunsplit(parts._replace(netloc=f"{name}@{place}" if name else place)), unquote(password)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
