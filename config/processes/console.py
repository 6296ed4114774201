"""What a person sees in the terminal while the site starts and runs."""

import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

COLOURS = (36, 33, 35, 32, 34)  # cyan, yellow, magenta, green, blue


def say(text: str, *, end: str = "\n") -> None:
    """Write to the terminal. That it may have been closed must not keep us from stopping things."""
    with suppress(OSError, ValueError):
        sys.stdout.write(text + end)
        sys.stdout.flush()


def complain(text: str) -> None:
    """Say what is wrong, where errors go."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def label(name: str, number: int) -> str:
    """What stands before each line of a process: its name, in a colour of its own if there are colours."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return f"{name} | "
    return f"\033[{COLOURS[number % len(COLOURS)]}m{name} |\033[0m "


@asynccontextmanager
async def step(title: str) -> AsyncIterator[None]:
    """Show what happens and, at the end, the seconds that it took."""
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
