"""Writes what a person sees in the terminal while the site starts and runs."""

import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

COLOURS = (36, 33, 35, 32, 34)  # cyan, yellow, magenta, green, blue


def say(text: str, *, end: str = "\n") -> None:
    """Write to standard output. A terminal that was closed is ignored, so that stopping goes on."""
    with suppress(OSError, ValueError):
        sys.stdout.write(text + end)
        sys.stdout.flush()


def complain(text: str) -> None:
    """Write an error to standard error."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def label(name: str, number: int) -> str:
    """Return the prefix of a process's lines: its name, in a colour of its own on a terminal."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return f"{name} | "
    return f"\033[{COLOURS[number % len(COLOURS)]}m{name} |\033[0m "


@asynccontextmanager
async def step(title: str) -> AsyncIterator[None]:
    """Show what is being done and, at the end, how many seconds it took."""
    began = time.monotonic()
    terminal = sys.stdout.isatty()
    if terminal:
        say(f"{title} ...", end="\r")
    try:
        yield
    except BaseException:
        say(f"{title} ... not done")
        raise
    say(f"{title} ... {time.monotonic() - began:.1f} s")
