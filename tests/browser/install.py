"""Find a Chromium for the tests, or install one: `python tests/browser/install.py`.

One that is there is used; else the system's package manager brings it, else Playwright does. If nothing works the tests
must not be skipped: this fails and says what to do.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# By package manager, what to run; each line as root, except where the manager wants an ordinary user.
INSTALLERS = {
    "apt-get": [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]],
    "dnf": [["dnf", "install", "--assumeyes", "chromium"]],
    "pacman": [["pacman", "--sync", "--noconfirm", "--needed", "chromium"]],
    "apk": [["apk", "add", "chromium"]],
    "zypper": [["zypper", "--non-interactive", "install", "chromium"]],
    "brew": [["brew", "install", "--cask", "chromium"]],
}
WHAT_TO_DO = (
    "The browser tests need Chromium or Chrome, and none could be installed: install one by hand, or set CHROMIUM to "
    "the path of one, and run make test again."
)
INSTALL_TIMEOUT_SECONDS = 900
# In the checkout, like everything else that we bring.
DOWNLOADS = Path(__file__).resolve().parents[2] / ".guildhall" / "browsers"


def chromium_path() -> str | None:
    """Return the browser that the tests drive, if there is one."""
    return next((path for path in candidates() if starts(path)), None)


def candidates() -> Iterator[str]:
    """Name the places where a browser may be; the one that was chosen by hand is the only one then."""
    if chosen := os.environ.get("CHROMIUM"):
        yield chosen
        return
    yield from filter(None, map(shutil.which, PROGRAMS))
    yield from filter(os.path.exists, APPLICATIONS)
    yield from playwright_browsers()


def playwright_browsers() -> Iterator[str]:
    """Look where Playwright puts what it downloads, the newest first."""
    for place in (DOWNLOADS, Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright"):
        for pattern in ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*"):
            yield from map(str, sorted(place.glob(pattern), reverse=True))


def starts(path: str) -> bool:
    """Try it: Ubuntu's chromium may be a mere hint to install something else."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and b"Chrom" in answer.stdout


def install() -> str | None:
    """Try one way after the other until a browser is there."""
    for commands in ways_to_install():
        sys.stdout.write(f"Installing Chromium: {' '.join(commands[-1])}\n")
        sys.stdout.flush()
        if all(map(succeeds, commands)) and (path := chromium_path()):
            return path
    return None


def ways_to_install() -> Iterator[list[list[str]]]:
    """The package managers of this system, then Playwright's own download."""
    for manager, commands in INSTALLERS.items():
        if shutil.which(manager):
            yield [[*become_root(manager), *command] for command in commands]
    playwright = [sys.executable, "-m", "playwright", "install"]
    yield [[*playwright, "--with-deps", "chromium"]]
    yield [[*playwright, "chromium"]]


def become_root(manager: str) -> list[str]:
    """An ordinary user tries sudo, which must not stop to ask for a password."""
    if os.geteuid() == 0 or manager == "brew" or not shutil.which("sudo"):
        return []
    return ["sudo", "--non-interactive"]


def succeeds(command: list[str]) -> bool:
    """Run it, in silence unless it fails."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_BROWSERS_PATH": str(DOWNLOADS)},
            timeout=INSTALL_TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        sys.stderr.write(f"  {error}\n")
        return False
    if done.returncode:
        sys.stderr.write("".join(f"  {line}\n" for line in done.stdout.decode(errors="replace").splitlines()[-5:]))
    return done.returncode == 0


def main() -> int:
    """Say which browser the tests use, or that there is none."""
    path = chromium_path()
    if path is None and not os.environ.get("CHROMIUM"):
        path = install()
    if path is None:
        sys.stderr.write(f"{WHAT_TO_DO}\n")
        return 1
    sys.stdout.write(f"Browser: {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
