"""`make serve`: starts the embedded servers, prepares the database, runs the Procfile, and shows the address to
open."""

import asyncio
import fcntl
import json
import os
import signal
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from config.embedded import CHECKOUT, CannotStart, Embedded, embedded
from config.embedded.processes import HOME_VARIABLE, end, processes_of_site
from config.embedded.server import Server
from config.processes.address import Address
from config.processes.console import complain, say, step
from config.processes.supervisor import Restarts, Supervisor, read_procfile, start_again

ANSWER_TIMEOUT_SECONDS = 120
END_SIGNALS = [(signal.SIGTERM, 3.0), (signal.SIGKILL, 5.0)]


def main() -> int:
    """Serve until told to stop; where that is impossible, say why in one sentence."""
    try:
        address = Address.from_environment()
        embedded.home.make()
        with serve_lock(embedded, address):
            end_leftovers(embedded)
            address.refuse_if_unusable()
            return asyncio.run(Site(embedded, address).serve())
    except CannotStart as error:
        complain(str(error))
        return 1


@contextmanager
def serve_lock(services: Embedded, address: Address) -> Iterator[None]:
    """Hold the lock that says that the site is served from here; the system releases it however we end."""
    with services.home.open_lock("lock") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotStart(f"Guildhall already runs here, {lock.read().strip()}.") from None
        lock.truncate(0)
        lock.write(f"at {address.url} (process {os.getpid()})")
        lock.flush()
        yield


def end_leftovers(services: Embedded) -> None:
    """End the processes of a run that was killed: they hold the port, and would work beside ours."""
    if left := processes_of_site(services.home.folder):
        say(f"Ending {len(left)} processes that an earlier run has left ...")
        end(left, END_SIGNALS)


class Site:
    """One run of the site: start, supervise, stop."""

    def __init__(self, services: Embedded, address: Address) -> None:
        self.services = services
        self.address = address
        self.supervisor = Supervisor(services.home.folder, CHECKOUT)
        self.administrator: dict[str, str] = {}
        self._starting: asyncio.Task[None] | None = None

    async def serve(self) -> int:
        """Start and supervise until a signal comes (return 0) or a part ends for good (return 1)."""
        asked_to_stop = asyncio.Event()
        for number in stop_signals():
            asyncio.get_running_loop().add_signal_handler(number, asked_to_stop.set)
        work = asyncio.create_task(self._start_and_watch())
        asked = asyncio.create_task(asked_to_stop.wait())
        try:
            await asyncio.wait({work, asked}, return_when=asyncio.FIRST_COMPLETED)
            return 0 if asked.done() else self._report(work)
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            await self._stop()

    def _report(self, work: asyncio.Task[str]) -> int:
        """Show why the site ended. An unexpected exception is raised again as it is."""
        try:
            sentence = work.result()
        except CannotStart as error:
            sentence = str(error)
        self._show_administrator()
        complain(sentence)
        return 1

    async def _start_and_watch(self) -> str:
        """Start everything, then start again whatever ends; return the sentence that says why that did not help."""
        await self._start_servers()
        self.supervisor.environment = self._environment()
        told = await self._manage("Preparing the database and the translations", "prepare")
        self.administrator = json.loads(told or "{}")
        commands = read_procfile(CHECKOUT / "Procfile")
        async with step(f"Starting {', '.join(commands)}"):
            await self.supervisor.start(commands)
            if sentence := await first_result(self._answers(), self.supervisor.first_end(), self._server_end()):
                return sentence
        self._welcome()
        parts = [self.supervisor.keep_running(name) for name in commands]
        return await first_result(*parts, *(self._keep_server(server) for server in self.services.in_use))

    # --- The steps ---

    async def _start_servers(self) -> None:
        """Start the embedded servers for which the operator has given no address."""
        notes: list[str] = []
        if not (needed := self.services.needed()):
            return
        async with step(f"Starting {' and '.join(server.name for server in needed)}"):
            start = asyncio.to_thread(self.services.start, needed, progress=notes.append)
            self._starting = asyncio.create_task(start)
            # A thread cannot be cancelled: whoever stops us meanwhile waits for it.
            await asyncio.shield(self._starting)
        for note in notes:
            say(note)

    def _environment(self) -> dict[str, str]:
        """Return the environment of every process of the site."""
        path = f"{CHECKOUT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH') or os.defpath}"
        return os.environ | {
            "DATABASE_URL": os.environ.get("DATABASE_URL") or self.services.database_url,
            "REDIS_URL": os.environ.get("REDIS_URL") or self.services.redis_url,
            "HOST": self.address.host,
            "PORT": str(self.address.port),
            "PATH": path,
            "PYTHONUNBUFFERED": "1",
            HOME_VARIABLE: str(self.services.home.folder),
        }

    async def _manage(self, title: str, *arguments: str) -> str:
        """Run a command of manage.py and return what it printed."""
        async with step(title):
            code, output, complaints = await self.supervisor.run("manage.py", *arguments)
            if code:
                raise CannotStart(f"{output}{complaints}\n{title} failed: see above.")
        return output

    async def _answers(self) -> str:
        """Wait until the site answers, and return nothing; or return the sentence that it does not."""
        give_up_at = time.monotonic() + ANSWER_TIMEOUT_SECONDS
        while time.monotonic() < give_up_at:
            if await asyncio.to_thread(self.address.answers):
                return ""
            await asyncio.sleep(0.1)
        return f"The site has not answered at {self.address.url} for {ANSWER_TIMEOUT_SECONDS} seconds."

    async def _server_end(self) -> str:
        """Wait until an embedded server ends, and return which."""
        while not (ended := self.services.ended()):
            await asyncio.sleep(0.5)
        return f"{ended[0].name} has ended; what it said is in {ended[0].log}"

    async def _keep_server(self, server: Server) -> str:
        """Restart an embedded server whenever it ends; return why not, once that does not help."""
        restarts = Restarts()
        while True:
            while server.is_alive():
                await asyncio.sleep(0.5)
            sentence = f"{server.name} has ended; what it said is in {server.log}."
            if given_up := await start_again(sentence, restarts):
                return given_up
            self._starting = asyncio.create_task(asyncio.to_thread(self.services.restart, server))
            try:
                await asyncio.shield(self._starting)
            except CannotStart as error:
                say(str(error))
            restarts.begun()

    # --- Words ---

    def _welcome(self) -> None:
        say(f"\n  Guildhall is open:  {self.address.url}\n")
        self._show_administrator()
        say("  Ctrl-C stops everything.\n")

    def _show_administrator(self) -> None:
        """Show the first administrator's password once, even if the start fails later: nobody can look it up."""
        if self.administrator:
            say("  The administrator's account, shown only this once:")
            say(f"    name      {self.administrator['name']}")
            say(f"    password  {self.administrator['password']}\n")
        self.administrator = {}

    # --- Down ---

    async def _stop(self) -> None:
        say("\nStopping ...")
        if self._starting:
            await asyncio.gather(self._starting, return_exceptions=True)
        await self.supervisor.stop()
        await asyncio.to_thread(self.services.stop)
        say("Stopped.")
        # Everything has stopped: a further signal must not interrupt the way out.
        for number in stop_signals():
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)


def stop_signals() -> list[signal.Signals]:
    """Return the signals that stop the site: Ctrl-C, SIGTERM, and a closed terminal unless nohup ignores it."""
    outlive = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if outlive else [signal.SIGHUP])]


async def first_result(*candidates: Coroutine[Any, Any, str]) -> str:
    """Return what the first of them to end returns, and cancel the others."""
    tasks = [asyncio.create_task(candidate) for candidate in candidates]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()


if __name__ == "__main__":
    raise SystemExit(main())
