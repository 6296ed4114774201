"""Pages that are told to refresh: the site's own sockets and scripts, with parts that the test serves."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import WAIT_LIMIT_MILLISECONDS, Site
from tests.browser.people import fresh_name, sign_up

PARTS_MARKUP = """<section data-live="/ws/notices/" data-version="0" data-spread="100">
<div data-part="standings" hx-get="/sample/standings/" hx-trigger="changed">first</div>
<div data-part="rounds" hx-get="/sample/rounds/" hx-trigger="changed">first</div></section>"""
COUNTDOWN_MARKUP = """<div data-starts-at="{at}" data-title="Your table is ready" data-path="{path}">
<span data-countdown></span> <a href="/">Go</a></div>"""


@pytest.fixture
def name(visitors) -> str:
    return fresh_name()


@pytest.fixture
def page(visitors, name) -> Page:
    """Somebody who is signed in."""
    page = visitors.come()
    sign_up(page, name)
    return page


def serve(page: Page, path: str, answer: Callable[[str], str]) -> None:
    """Answers requests under a path with what the function makes of the address."""

    def fulfil(route: Route) -> None:
        route.fulfill(body=answer(route.request.url), content_type="text/html")

    page.route(re.compile(re.escape(path)), fulfil)


def add(page: Page, markup: str) -> None:
    """Puts markup into a page of the site, as a template would."""
    page.goto("/styleguide/")
    serve(page, "/sample-markup/", lambda _: markup)
    page.evaluate("async () => { await htmx.ajax('GET', '/sample-markup/', { target: 'main', swap: 'afterbegin' }); }")


def add_and_listen(page: Page) -> None:
    """Until the socket has been greeted; it may have been before the parts are there."""
    frames = list[str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    add(page, PARTS_MARKUP)
    give_up_at = time.monotonic() + WAIT_LIMIT_MILLISECONDS / 1000
    while not any("hello" in frame for frame in frames):
        assert time.monotonic() < give_up_at
        page.wait_for_timeout(50)


def test_parts_are_fetched_when_they_change_and_all_of_them_when_something_was_missed(site: Site, page, name):
    numbers, asked = count(1), list[str]()

    def part(address: str) -> str:
        asked.append(address.partition("/sample/")[2])
        return f"<label>fetched {next(numbers)} <input></label>"

    serve(page, "/sample/", part)
    add_and_listen(page)
    standings, rounds = page.locator("[data-part=standings]"), page.locator("[data-part=rounds]")

    site.run("tests.players.announce", name, "1", "standings")
    expect(standings).to_contain_text("fetched 1")
    expect(rounds).to_have_text("first")
    assert asked == ["standings/?version=1"]

    standings.locator("input").press_sequentially("I am typ")
    site.run("tests.players.announce", name, "3", "standings")  # version 2 was lost
    expect(rounds).to_contain_text("fetched 2")
    standings.locator("input").press_sequentially("ing")
    expect(standings.locator("input")).to_have_value("I am typing")
    standings.locator("input").blur()
    expect(standings).to_contain_text("fetched 3")
    assert asked[1:] == ["rounds/?version=3", "standings/?version=3"]


def test_what_could_not_be_fetched_is_fetched_later_and_a_lost_socket_is_opened_again(site: Site, visitors, page, name):
    statuses, sockets = iter([503, 200, 200]), list[WebSocketRoute]()

    def part(route: Route) -> None:
        route.fulfill(status=next(statuses), body=f"at {route.request.url}", content_type="text/html")

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route(re.compile("/sample/standings/"), part)
    page.route_web_socket(re.compile("/ws/notices/"), pass_on)
    add(page, PARTS_MARKUP)
    while not sockets:
        page.wait_for_timeout(50)
    site.run("tests.players.announce", name, "1", "standings")
    standings = page.locator("[data-part=standings]")
    expect(standings).to_contain_text("version=1")  # at the second attempt
    sockets[0].close(code=4503)
    while len(sockets) < 2:
        page.wait_for_timeout(50)
    site.run("tests.players.announce", name, "2", "standings")
    expect(standings).to_contain_text("version=2")
    assert [text for text in visitors.errors if "503" in text]
    visitors.errors.clear()


def test_a_table_that_is_ready_shows_on_every_page_counts_down_and_is_in_the_title_of_a_hidden_tab(
    site: Site, page, name
):
    about = {"path": "/elsewhere/", "at": (datetime.now(UTC) + timedelta(seconds=65)).isoformat()}
    page.goto("about:blank")  # or a late fetch of the page before gets the announcement, which is made once a tab
    serve(page, "/your-table/", lambda _: COUNTDOWN_MARKUP.format(**about) if about else "")
    page.goto("/styleguide/")
    own_title = page.title()

    bar, countdown = page.locator("#your-table"), page.locator("#your-table [data-countdown]")
    expect(bar).to_be_visible()
    expect(countdown).to_have_text(re.compile(r"^(1:0\d|0:5\d)$"))
    expect(page.locator("#your-table-status")).to_have_text("Your table is ready")

    look_away(page, True)
    expect(page).to_have_title("Your table is ready")
    expect(page).to_have_title(own_title)
    expect(page).to_have_title("Your table is ready")
    look_away(page, False)
    expect(page).to_have_title(own_title)

    about["at"] = (datetime.now(UTC) + timedelta(seconds=6)).isoformat()
    site.run("tests.players.announce", name, "1", "your-table")
    expect(countdown).to_have_text("now")
    about["path"] = "/styleguide/"  # one is there already
    site.run("tests.players.announce", name, "2", "your-table")
    expect(bar).to_be_hidden()
    about["path"] = "/elsewhere/"
    site.run("tests.players.announce", name, "3", "your-table")
    expect(bar).to_be_visible()
    about.clear()
    site.run("tests.players.announce", name, "4", "your-table")
    expect(bar).to_be_hidden()


def look_away(page: Page, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_any_time_on_a_page_counts_down(visitors):
    page = visitors.come()
    page.goto("/styleguide/")
    soon, past = page.locator("[data-countdown]").all()
    expect(soon).to_have_text(re.compile(r"^1:[0-2]\d$"))
    first = soon.inner_text()
    expect(soon).not_to_have_text(first)
    assert soon.inner_text() < first
    expect(past).to_have_text("now")
