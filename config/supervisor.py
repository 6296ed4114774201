"""Runs the processes of the Procfile, shows what they say, and ends them all together.

Our own, and small, because it also has to end what a part leaves behind when it is killed.
"""

import asyncio
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from config.console import label, say
from config.embedded.processes import end, processes_of_site

SECONDS_TO_LEAVE = 10


class Supervisor:
    """The processes of one site. Their environment marks them with the home that they belong to."""

    def __init__(self, home: Path, checkout: Path) -> None:
        self.home = home
        self.checkout = checkout
        self.environment: Mapping[str, str] = {}
        self.running: dict[str, asyncio.subprocess.Process] = {}
        self._readers: list[asyncio.Task[None]] = []

    async def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run a program of Python's to its end; return the exit code and what it wrote and complained."""
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
        """Start them all, each in a session of its own, so that Ctrl-C in the terminal reaches only us."""
        width = max(map(len, commands))
        for number, (name, command) in enumerate(commands.items()):
            process = await asyncio.create_subprocess_shell(
                command,
                cwd=self.checkout,
                env=self.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
            )
            self.running[name] = process
            if process.stdout:
                lines = show_lines(process.stdout, label(name.ljust(width), number))
                self._readers.append(asyncio.create_task(lines))

    async def first_end(self) -> str:
        """Wait until one of them ends, and say which and how."""
        waits = {asyncio.create_task(process.wait()): name for name, process in self.running.items()}
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
        ended = done.pop()
        return f"The process {waits[ended]} {how_it_ended(ended.result())}."

    async def stop(self) -> None:
        """Ask them to leave, wait, then end whatever is still there, their children too."""
        for process in self.running.values():
            with suppress(ProcessLookupError):
                process.terminate()
        await self._all_ended(SECONDS_TO_LEAVE)
        await asyncio.to_thread(end, processes_of_site(self.home), [(signal.SIGKILL, 5)])
        await self._all_ended(5)
        if self._readers:
            await asyncio.wait(self._readers, timeout=1)

    async def _all_ended(self, seconds: float) -> None:
        if self.running:
            waits = [asyncio.create_task(process.wait()) for process in self.running.values()]
            await asyncio.wait(waits, timeout=seconds)


async def show_lines(stream: asyncio.StreamReader, prefix: str) -> None:
    """Show every line with its prefix; a line may be longer than the buffer of the stream."""
    rest = b""
    while part := await stream.read(65536):
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            say(prefix + line.decode(errors="replace"))
    if rest:
        say(prefix + rest.decode(errors="replace"))


def how_it_ended(code: int) -> str:
    """Put a return code into words."""
    if code >= 0:
        return f"ended with exit code {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"


def read_procfile(path: Path) -> dict[str, str]:
    """Return the commands by name: a line each, `name: command`."""
    lines = (line.partition(":") for line in path.read_text().splitlines() if not line.startswith("#"))
    return {name.strip(): command.strip() for name, colon, command in lines if colon}
