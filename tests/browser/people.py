"""Actions of visitors in browser tests: sign up, sign in, found a team, follow a link in a mail."""

import itertools
import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

PASSWORD = "seven gems and a mask"
counter = itertools.count(int(time.time()) % 100_000)


def fresh_name() -> str:
    """Return a name that nobody has yet."""
    return "Nina" + "".join("bcdfghjkpq"[int(digit)] for digit in str(next(counter)))


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=email]").fill(f"{name.lower()}@example.org")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    expect(page.locator("header")).to_contain_text(name)


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/account/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("main form button[type=submit]").click()


def found_team(page: Page, name: str) -> None:
    page.goto("/teams/new/")
    page.locator("[name=name]").fill(name)
    page.locator("main form button[type=submit]").click()
    expect(page.locator("h1")).to_have_text(name)


def link_from_mail(site: Site, address: str, pattern: str) -> str:
    """Wait until the worker has sent a mail with a link that matches the pattern, and return the link."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for mail in reversed(site.mail_to(address)):
            if found := re.search(rf"http://\S+{pattern}\S+", mail.replace("=\n", "")):
                return found.group(0)
        time.sleep(0.1)
    raise AssertionError(f"no mail to {address} with {pattern}")
