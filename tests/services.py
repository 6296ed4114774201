"""A pytest plugin: starts a PostgreSQL and a Valkey for the tests.

Both are removed at the end; what a killed run has left, the next run removes. DATABASE_URL and REDIS_URL are used
instead where they are set.
"""

import atexit
import os
import re
import shutil
from collections.abc import Generator
from pathlib import Path

import psutil
import pytest

from config.embedded import CHECKOUT, CannotStart, Embedded

HOMES_FOLDER = CHECKOUT / ".guildhall"
HOME_PREFIX = "test-"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Start the servers before pytest-django reads the settings; xdist workers inherit their addresses."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        remove_killed_runs()
        try:
            start()
        except CannotStart as error:
            raise pytest.UsageError(str(error)) from None
    else:
        use_own_valkey_database(int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")))
    return (yield)


def use_own_valkey_database(worker: int) -> None:
    """Give each xdist worker its own numbered database of Valkey, so that emptying it does not disturb others."""
    os.environ["REDIS_URL"] = re.sub(r"/\d+$", f"/{1 + worker}", os.environ["REDIS_URL"])


def start() -> None:
    """Start the servers that are not configured, and register their removal at exit."""
    ours = Embedded(HOMES_FOLDER / f"{HOME_PREFIX}{os.getpid()}")
    if needed := ours.needed():
        atexit.register(remove, ours)
        ours.start(needed, durable=False)
        os.environ.setdefault("DATABASE_URL", ours.database_url)
        os.environ.setdefault("REDIS_URL", ours.redis_url)


def remove(ours: Embedded) -> None:
    """Stop both servers and delete their data."""
    ours.stop()
    ours.valkey.stop()
    ours.postgres.stop()
    shutil.rmtree(ours.home.folder, ignore_errors=True)


def remove_killed_runs() -> None:
    """Stop the servers of test runs that were killed, and delete their folders."""
    for folder in HOMES_FOLDER.glob(f"{HOME_PREFIX}*"):
        if not run_is_alive(folder):
            remove(Embedded(folder))


def run_is_alive(folder: Path) -> bool:
    """Return whether the process that made the folder runs; a younger one has only got its number."""
    try:
        process = psutil.Process(int(folder.name.removeprefix(HOME_PREFIX)))
        return process.create_time() <= folder.stat().st_ctime
    except (psutil.NoSuchProcess, FileNotFoundError):
        return False
