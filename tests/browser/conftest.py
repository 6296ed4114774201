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
# A machine that others use too is slow at times; only a test that fails takes so long.
PATIENCE = 15_000
expect.set_options(timeout=PATIENCE)


# The worker of xdist that this is: each has a site of its own.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


def own_database() -> str:
    """An empty database on the tests' server."""
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
            # Away from what the other tests write.
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

    def read_until(self, words: str) -> str:
        said = ""
        assert self.process.stdout
        for line in self.process.stdout:
            said += line
            if words in line:
                if password := re.search(r"password\s+(\S+)", said):
                    self.password = password.group(1)
                # Somebody must go on reading, or the site stops at a full pipe.
                subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)
                return said
        raise AssertionError(f"the site did not start:\n{said}")

    def run(self, module: str, *arguments: str) -> str:
        """A program of the tests' that works on this site's database; what it says."""
        command = [sys.executable, "-m", module, *arguments]
        ended = subprocess.run(command, cwd=CHECKOUT, env=self.variables, check=False, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def mail_to(self, address: str) -> list[str]:
        """The mails to an address, oldest first."""
        paths = sorted(self.mails.glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        return [text for path in paths if f"To: {address}" in (text := path.read_text())]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each module: while it is open, no other event loop can run in this process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


# Everyone comes from an address of their own, as a proxy would tell: limits count by address.
ADDRESSES = (f"10.0.{number // 256}.{number % 256}" for number in itertools.count())


class Visitors:
    """Opens browser windows, each with cookies of its own, and notes everything that went wrong in them."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def come(self, *, viewport: dict[str, int] = WIDE, **options: object) -> Page:
        headers = {"X-Forwarded-For": next(ADDRESSES)}
        context = self.browser.new_context(
            base_url=self.site.address, viewport=viewport, extra_http_headers=headers, **options
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.note(message.type, message.text))
        page.on("pageerror", lambda error: self.note("error", str(error)))
        return page

    def note(self, kind: str, text: str) -> None:
        """Blocked by the policy, a script that failed, a file that is missing; an error page itself is no fault."""
        if kind in ("error", "warning") and not re.search(r"status of 4\d\d", text):
            self.complaints.append(text)


@pytest.fixture
def visitors(site: Site, browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(site, browser)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert not visitors.complaints
