"""`make backup` and `make restore`: dumps the whole database into one file, and restores it."""

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

# Run first, in the same transaction: tables that are not in the backup must not remain.
EMPTY_SCHEMA_SQL = "SET client_min_messages = warning; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"
USAGE = "Usage: make backup [FILE=name.dump], make restore FILE=name.dump"


def main(arguments: list[str]) -> int:
    """Run the action that the first argument names on the file that the second one names."""
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
    """Write why to standard error, and return the exit code."""
    sys.stderr.write(f"{sentence}\n")
    return 1


def backup(name: str) -> None:
    """Dump the database to a file while the site runs; on failure there is no file."""
    path = Path(name or time.strftime("guildhall-%Y%m%d-%H%M%S.dump"))
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        # It holds personal data: readable by its owner only.
        unfinished.touch(0o600)
        run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={unfinished}")
        unfinished.replace(path)
    except OSError as error:
        raise CannotStart(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    sys.stdout.write(f"The database is in {path}\n")


def restore(name: str) -> None:
    """Replace the whole database by what is in the file, in one transaction."""
    path = Path(name)
    if not name or not path.is_file():
        raise CannotStart(f"There is no file “{name}” to restore. {USAGE}" if name else USAGE)
    refuse_if_in_use()
    # Not through a pipe: a truncated file must be noticed before anything is changed.
    with tempfile.NamedTemporaryFile(suffix=".sql") as script:
        run("pg_restore", "--no-owner", "--no-acl", f"--file={script.name}", str(path), connect=False)
        once = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        run("psql", *once, f"--command={EMPTY_SCHEMA_SQL}", f"--file={script.name}")
    sys.stdout.write(f"The database is as it was in {path}\n")


def refuse_if_in_use() -> None:
    """Refuse while the site runs: it would find its tables gone."""
    if is_served_from_here() or has_other_connections():
        raise CannotStart("The site is running: stop web, worker and beat first (with make serve: Ctrl-C).")


def is_served_from_here() -> bool:
    """Return whether a `make serve` of this checkout holds its lock."""
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
    """Run a program of PostgreSQL's on our database; the password goes through the environment, not the list of
    processes."""
    address, password = without_password(os.environ.get("DATABASE_URL") or embedded.database_url)
    command = [str(embedded.postgres.binary(program)), *([f"--dbname={address}"] if connect else []), *arguments]
    if subprocess.run(command, env=os.environ | {"PGPASSWORD": password}, check=False).returncode:
        raise CannotStart(f"{program} failed, and nothing was changed: see above.")


def without_password(url: str) -> tuple[str, str]:
    """Split a database URL into one without the password, and the password."""
    parts = urlsplit(re.sub(r"^(postgres|psql|pgsql)://", "postgresql://", url))
    user, _, place = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    return urlunsplit(parts._replace(netloc=f"{name}@{place}" if name else place)), unquote(password)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
