"""A running site and a real browser. The tests talk HTTP only: the site is another process."""

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from config.embedded import CHECKOUT
from tests.browser.install import chromium_path

PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}
# Long, because shared machines are slow at times; only a failing test waits so long.
WAIT_LIMIT_MILLISECONDS = 15_000
expect.set_options(timeout=WAIT_LIMIT_MILLISECONDS)


# The number of the xdist worker: each has a site of its own.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


def own_database() -> str:
    """Create an empty database on the tests' server, and return its URL."""
    server, name = os.environ["DATABASE_URL"], f"browser_{WORKER}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(server)._replace(path=f"/{name}").geturl()


class Site:
    """`make serve` on a free port, with mail written to files."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.mails = folder / "mails"
        self.variables = os.environ | {
            "PORT": str(self.port),
            "GUILDHALL_HOME": str(folder),
            "EMAIL_URL": f"filemail:///{self.mails}",
            "TRUSTED_PROXIES": "1",
            # A database of its own on both servers.
            "DATABASE_URL": own_database(),
            "REDIS_URL": re.sub(r"/\d+$", f"/{8 + WORKER}", os.environ["REDIS_URL"]),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.processes.serve"],
            cwd=CHECKOUT,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.password = ""
        self.log = self.read_until("Ctrl-C stops everything")

    def read_until(self, text: str) -> str:
        output = ""
        assert self.process.stdout
        for line in self.process.stdout:
            output += line
            if text in line:
                if password := re.search(r"password\s+(\S+)", output):
                    self.password = password.group(1)
                # Keep reading the output, or the site blocks on a full pipe.
                subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)
                return output
        raise AssertionError(f"the site did not start:\n{output}")

    def run(self, module: str, *arguments: str) -> str:
        """Run a module of the tests with the environment of this site, and return its output."""
        command = [sys.executable, "-m", module, *arguments]
        ended = subprocess.run(command, cwd=CHECKOUT, env=self.variables, check=False, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def mail_to(self, address: str) -> list[str]:
        """Return the mails to an address, oldest first."""
        paths = sorted(self.mails.glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        return [text for path in paths if f"To: {address}" in (text := path.read_text())]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser for each module: while it is open, no other event loop can run in this process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


# Each visitor has an IP address of their own, as a proxy would say: rate limits count by address.
VISITOR_ADDRESSES = (f"10.0.{number // 256}.{number % 256}" for number in itertools.count())


class Visitors:
    """Opens browser windows, each with its own cookies, and collects errors of their consoles."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def come(self, *, viewport: dict[str, int] = WIDE, **options: object) -> Page:
        headers = {"X-Forwarded-For": next(VISITOR_ADDRESSES)}
        context = self.browser.new_context(
            base_url=self.site.address, viewport=viewport, extra_http_headers=headers, **options
        )
        context.set_default_timeout(WAIT_LIMIT_MILLISECONDS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.add_error(message.type, message.text))
        page.on("pageerror", lambda error: self.add_error("error", str(error)))
        return page

    def add_error(self, kind: str, text: str) -> None:
        """Collect an error of the console, such as a blocked or failed script; not the status of an error page."""
        if kind in ("error", "warning") and not re.search(r"status of 4\d\d", text):
            self.errors.append(text)


@pytest.fixture
def visitors(site: Site, browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(site, browser)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert not visitors.errors
