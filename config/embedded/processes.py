"""Finds and ends processes of ours, without taking another program's for one."""

import os
import signal
from collections.abc import Iterable, Sequence
from pathlib import Path

import psutil

# Set in the environment of every process of a running site: the home that its data is in.
HOME_VARIABLE = "GUILDHALL_SERVED_FROM"


def processes_in(folder: Path, program: str) -> list[psutil.Process]:
    """Return the processes of a server that works in this folder.

    Each server of ours has a folder of its own as its working directory, so a process number that was
    given to somebody else meanwhile is never taken for it.
    """
    resolved = str(folder.resolve())
    return [
        process for process in psutil.process_iter(["name"]) if _name(process) == program and _cwd(process) == resolved
    ]


def processes_below(folder: Path) -> list[psutil.Process]:
    """Return the processes that work in this folder or in one inside it."""
    resolved = folder.resolve()
    return [process for process in psutil.process_iter() if Path(_cwd(process)).is_relative_to(resolved)]


def processes_of_site(home: Path) -> list[psutil.Process]:
    """Return the web, worker and other processes that a site with this home has started."""
    not_ours_to_end = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    return [
        process
        for process in psutil.process_iter()
        if process.pid not in not_ours_to_end and _environment(process).get(HOME_VARIABLE) == str(home)
    ]


def end(processes: Iterable[psutil.Process], steps: Sequence[tuple[signal.Signals, float]]) -> None:
    """Send one signal after the other, each with its time to take effect, until all have ended."""
    alive = list(processes)
    for number, seconds in steps:
        for process in alive:
            _send(process, number)
        _, alive = psutil.wait_procs(alive, timeout=seconds)
        if not alive:
            return


def is_alive(process: psutil.Process) -> bool:
    """Return whether it still runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def without_children(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Leave out those whose parent is among them."""
    numbers = {process.pid for process in processes}
    return [process for process in processes if _parent(process) not in numbers]


def _send(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return


def _name(process: psutil.Process) -> str:
    return str(process.info["name"] or "")


def _cwd(process: psutil.Process) -> str:
    try:
        return process.cwd()
    except (psutil.Error, OSError):
        return ""


def _parent(process: psutil.Process) -> int:
    try:
        return process.ppid()
    except psutil.Error:
        return 0


def _environment(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except (psutil.Error, OSError):
        return {}
