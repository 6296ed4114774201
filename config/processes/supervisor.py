"""Runs the processes of the Procfile, shows their output, restarts those that end, and stops them all together.

Our own, and small, because it also has to end what a part leaves behind when it is killed.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from config.embedded.processes import end, processes_of_site
from config.processes.console import label, say

STOP_TIMEOUT_SECONDS = 10
POLL_INTERVAL_SECONDS = 0.1
# The wait before each restart of a part that has ended. After the last the site gives up.
RESTART_PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0)
# After running for so long, a part's restarts are counted from the beginning.
STABLE_AFTER_SECONDS = 60.0


class Restarts:
    """Counts how often one part has ended soon after its start, and says how long to wait before the next."""

    def __init__(self) -> None:
        self.count = 0
        self.begun_at = time.monotonic()

    def pause(self, ended_at: float) -> float | None:
        """Return how many seconds to wait now; None once it has been restarted too often."""
        if ended_at - self.begun_at >= STABLE_AFTER_SECONDS:
            self.count = 0
        self.count += 1
        return RESTART_PAUSES_SECONDS[self.count - 1] if self.count <= len(RESTART_PAUSES_SECONDS) else None

    def begun(self) -> None:
        self.begun_at = time.monotonic()


async def start_again(sentence: str, restarts: Restarts) -> str:
    """Say what has ended and wait before its restart; once restarting does not help, return the closing sentence."""
    pause = restarts.pause(time.monotonic())
    if pause is None:
        return f"{sentence} It was started again {len(RESTART_PAUSES_SECONDS)} times, and that did not help."
    say(f"{sentence} It starts again in {pause:.0f} s.")
    await asyncio.sleep(pause)
    return ""


class Supervisor:
    """The processes of one site. A variable in their environment marks the home that they belong to."""

    def __init__(self, home: Path, checkout: Path) -> None:
        self.home = home
        self.checkout = checkout
        self.environment: Mapping[str, str] = {}
        self.commands: dict[str, str] = {}
        self.running: dict[str, asyncio.subprocess.Process] = {}
        self._readers: list[asyncio.Task[None]] = []

    async def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run a Python program to its end; return its exit code, standard output and standard error."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=self.checkout,
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self.running["step"] = process
        output, complaints = await process.communicate()
        del self.running["step"]
        return process.returncode or 0, output.decode(errors="replace"), complaints.decode(errors="replace")

    async def start(self, commands: Mapping[str, str]) -> None:
        """Start the processes, each in a session of its own, so that Ctrl-C in the terminal reaches only us."""
        self.commands = dict(commands)
        for name in commands:
            await self._start_one(name)

    async def _start_one(self, name: str) -> None:
        process = await asyncio.create_subprocess_shell(
            self.commands[name],
            cwd=self.checkout,
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self.running[name] = process
        if process.stdout:
            names = list(self.commands)
            lines = show_lines(process.stdout, label(name.ljust(max(map(len, names))), names.index(name)))
            self._readers.append(asyncio.create_task(lines))

    async def keep_running(self, name: str) -> str:
        """Restart a process whenever it ends; return why not, once that does not help."""
        restarts = Restarts()
        while True:
            process = self.running[name]
            sentence = f"The process {name} {exit_in_words(await ended(process))}."
            with suppress(ProcessLookupError):  # children that it has left behind
                os.killpg(process.pid, signal.SIGKILL)
            if given_up := await start_again(sentence, restarts):
                return given_up
            await self._start_one(name)
            restarts.begun()

    async def first_end(self) -> str:
        """Wait until one of them ends, and return which and how."""
        waits = {asyncio.create_task(process.wait()): name for name, process in self.running.items()}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
        first = done.pop()
        return f"The process {waits[first]} {exit_in_words(first.result())}."

    async def stop(self) -> None:
        """Send SIGTERM to all, wait, then kill whatever is still there, their children too."""
        for process in self.running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        await self._all_ended(STOP_TIMEOUT_SECONDS)
        await asyncio.to_thread(end, processes_of_site(self.home), [(signal.SIGKILL, 5)])
        await self._all_ended(5)
        if self._readers:
            await asyncio.wait(self._readers, timeout=1)

    async def _all_ended(self, seconds: float) -> None:
        if self.running:
            waits = [asyncio.create_task(process.wait()) for process in self.running.values()]
            await asyncio.wait(waits, timeout=seconds)


async def ended(process: asyncio.subprocess.Process) -> int:
    """Return the exit code as soon as there is one: `wait` also waits for children that hold the output open."""
    while process.returncode is None:
        await asyncio.sleep(POLL_INTERVAL_SECONDS)
    return process.returncode


async def show_lines(stream: asyncio.StreamReader, prefix: str) -> None:
    """Show every line with its prefix; a line may be longer than the buffer of the stream."""
    rest = b""
    while part := await stream.read(65536):
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            say(prefix + line.decode(errors="replace"))
    if rest:
        say(prefix + rest.decode(errors="replace"))


def exit_in_words(code: int) -> str:
    """Describe an exit code in words."""
    if code >= 0:
        return f"ended with exit code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"


def read_procfile(path: Path) -> dict[str, str]:
    """Return the commands by name: a line each, `name: command`."""
    lines = (line.partition(":") for line in path.read_text().splitlines() if not line.startswith("#"))
    return {name.strip(): command.strip() for name, colon, command in lines if colon}
