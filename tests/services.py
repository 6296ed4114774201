"""A pytest plugin: the tests get a real PostgreSQL and a real Valkey of their own.

Both servers are thrown away at the end; what a killed run has left is cleared away by the next. An operator's
DATABASE_URL and REDIS_URL are used where they are set.
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

HOMES = CHECKOUT / ".guildhall"
PREFIX = "test-"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Start before pytest-django reads the settings, which a wrapper does; the workers of xdist inherit."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        clear_away_killed_runs()
        try:
            start()
        except CannotStart as error:
            raise pytest.UsageError(str(error)) from None
    else:
        take_own_part_of_the_bus(int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")))
    return (yield)


def take_own_part_of_the_bus(worker: int) -> None:
    """Give each worker of xdist a numbered database of Valkey: emptying it must not disturb the others."""
    os.environ["REDIS_URL"] = re.sub(r"/\d+$", f"/{1 + worker}", os.environ["REDIS_URL"])


def start() -> None:
    """Start what the operator has not given, and have it removed however this run ends."""
    ours = Embedded(HOMES / f"{PREFIX}{os.getpid()}")
    if needed := ours.needed():
        atexit.register(remove, ours)
        ours.start(needed, durable=False)
        os.environ.setdefault("DATABASE_URL", ours.database_url)
        os.environ.setdefault("REDIS_URL", ours.redis_url)


def remove(ours: Embedded) -> None:
    """End both servers and throw their data away."""
    ours.stop()
    ours.valkey.stop()
    ours.postgres.stop()
    shutil.rmtree(ours.home.folder, ignore_errors=True)


def clear_away_killed_runs() -> None:
    """End the servers of test runs that are no more, and remove their folders."""
    for folder in HOMES.glob(f"{PREFIX}*"):
        if not run_is_alive(folder):
            remove(Embedded(folder))


def run_is_alive(folder: Path) -> bool:
    """Say whether the process that made the folder lives; one born later only got its number."""
    try:
        process = psutil.Process(int(folder.name.removeprefix(PREFIX)))
        return process.create_time() <= folder.stat().st_ctime
    except (psutil.NoSuchProcess, FileNotFoundError):
        return False
