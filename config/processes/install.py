"""Makes `.venv` and installs the pinned packages in it. Standard library only: nothing else is there yet.

A stamp inside `.venv`, written last, says what was installed. An interrupted installation has none, and is
made anew.
"""

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
VENV = CHECKOUT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP_FILE = VENV / "installed.json"
HOME = CHECKOUT / ".guildhall"
LOG_FILE = HOME / "install.log"
REQUIREMENTS = {"run": CHECKOUT / "requirements.txt", "dev": CHECKOUT / "requirements-dev.txt"}
VERSION = "{}.{}".format(*sys.version_info)
# These would make pip install somewhere else.
UNWANTED_VARIABLES = {"PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONHOME", "PYTHONPATH"}
UNREACHABLE_PATTERN = re.compile("connection|timed out|temporary failure|no matching distribution|proxy", re.IGNORECASE)


class CannotInstall(Exception):  # noqa: N818 (it reads as what it says)
    """Something a person has to put right; the message is the one sentence that they read."""


def main(arguments: list[str]) -> int:
    """Install what is missing for "run" or "dev"; instant when nothing is."""
    kind = arguments[0] if arguments else ""
    if kind not in REQUIREMENTS:
        return fail("Usage: python3 config/bootstrap.py run|dev")
    try:
        if not is_installed(kind):
            install(kind)
    except CannotInstall as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"The packages could not be installed: {error}.")
    except KeyboardInterrupt:
        return fail("\nStopped. The next start installs from the beginning.")
    return 0


def fail(sentence: str) -> int:
    """Say what is wrong, and fail."""
    sys.stderr.write(f"{sentence}\n")
    return 1


# --- What is there ---


def is_installed(kind: str) -> bool:
    """Return whether the stamp names these very requirements and the Python behind it still works."""
    stamp = read_stamp()
    return stamp.get("python") == VERSION and stamp.get(kind) == fingerprint(kind) and python_works()


def read_stamp() -> dict[str, str]:
    """Return what was installed; empty if nothing was."""
    try:
        return dict(json.loads(STAMP_FILE.read_text()))
    except (OSError, ValueError):
        return {}


def fingerprint(kind: str) -> str:
    """Return the hash of a list of requirements."""
    return hashlib.sha256(REQUIREMENTS[kind].read_bytes()).hexdigest()


def python_works() -> bool:
    """Return whether the environment's Python still runs: the one it was made from may have gone or changed."""
    question = 'import sys; print("{}.{}".format(*sys.version_info))'
    try:
        answer = subprocess.run([PYTHON, "-I", "-c", question], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.strip() == VERSION


# --- Making it ---


def install(kind: str) -> None:
    """Make the environment if need be, install the packages, and write the stamp."""
    refuse_what_cannot_work()
    # Whatever the caller's umask: the database server may run as another user and must read its programs.
    os.umask(0o022)
    make_home()
    with one_at_a_time():
        if is_installed(kind):
            return
        usable = read_stamp().get("python") == VERSION and python_works()
        STAMP_FILE.unlink(missing_ok=True)
        if not usable:
            make_environment()
        fill_environment(kind)
        write_stamp(kind)


def refuse_what_cannot_work() -> None:
    """Refuse a Python or a path with which installing would fail half-way."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise CannotInstall(
            f"{sys.executable} cannot make virtual environments: install what is missing (on Debian and "
            f"Ubuntu: apt install python{VERSION}-venv), or name another Python, as in "
            "make PYTHON=python3.13 serve"
        )
    if os.pathsep in str(CHECKOUT):
        raise CannotInstall(f"Move the checkout: Python cannot work in a path with a colon, and {CHECKOUT} has one.")


def make_home() -> None:
    """Make the folder for the log, owned like the checkout even when made by root."""
    if not HOME.exists():
        HOME.mkdir(exist_ok=True)
        owner = CHECKOUT.stat()
        os.chown(HOME, owner.st_uid if os.geteuid() == 0 else -1, -1)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the installation lock of this checkout; wait while another process does."""
    with (HOME / "install.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.stderr.write("Waiting for another installation in this checkout to end ...\n")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_environment() -> None:
    """Make an empty virtual environment, replacing whatever is there."""
    LOG_FILE.unlink(missing_ok=True)
    command = [sys.executable, "-I", "-m", "venv", "--clear", str(VENV)]
    if not run(f"Making a virtual environment with Python {VERSION}", command):
        raise CannotInstall(f"The virtual environment could not be made; the reason is in {LOG_FILE}")


def fill_environment(kind: str) -> None:
    """Install exactly the pinned packages, each checked against its hash."""
    path = REQUIREMENTS[kind]
    count = len(re.findall(r"^\w\S*==", path.read_text(), re.MULTILINE))
    # The cache is in the checkout too: nothing of ours is kept anywhere else.
    options = ["--require-hashes", "--no-input", "--disable-pip-version-check", "--retries", "2"]
    cache = ["--cache-dir", str(HOME / "pip-cache")]
    command = [str(PYTHON), "-I", "-m", "pip", "install", *options, *cache, "-r", str(path)]
    if not run(f"Installing {count} packages", command):
        raise CannotInstall(why_pip_failed())


def why_pip_failed() -> str:
    """Return a sentence that tells a missing connection from other failures."""
    last_words = LOG_FILE.read_text(errors="replace")[-4000:]
    if UNREACHABLE_PATTERN.search(last_words):
        return f"The packages could not be downloaded: is there a connection to the internet? The log is {LOG_FILE}"
    return f"The packages could not be installed; what pip said is in {LOG_FILE}"


def write_stamp(kind: str) -> None:
    """Record what is installed now; the packages for development contain those for running."""
    kinds = ("run", "dev") if kind == "dev" else ("run",)
    temporary = STAMP_FILE.with_suffix(".new")
    temporary.write_text(json.dumps({"python": VERSION, **{each: fingerprint(each) for each in kinds}}))
    temporary.replace(STAMP_FILE)


# --- Showing it ---


def run(title: str, command: list[str]) -> bool:
    """Run a program with its output in the log, showing how long it has taken."""
    environment = {key: value for key, value in os.environ.items() if key not in UNWANTED_VARIABLES}
    began = time.monotonic()
    with LOG_FILE.open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=CHECKOUT)
    try:
        while process.poll() is None:
            show(title, began, end="")
            time.sleep(0.2)
    finally:
        process.wait()
    show(title, began, end="\n")
    return process.returncode == 0


def show(title: str, began: float, end: str) -> None:
    """Rewrite one line on a terminal; elsewhere write it once, at the end."""
    line = f"{title} ... {time.monotonic() - began:.0f} s"
    if sys.stdout.isatty():
        sys.stdout.write(f"\r{line}{end}")
    elif end:
        sys.stdout.write(f"{line}{end}")
    sys.stdout.flush()
