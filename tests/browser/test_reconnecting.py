"""A table reconnects to the server: what a player notices when the network changes or fails."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitors
from tests.browser.network_proxy import NetworkProxy
from tests.browser.playing import MOVE_TIMEOUT_MILLISECONDS


@pytest.fixture
def proxy(site: Site) -> Iterator[NetworkProxy]:
    proxy = NetworkProxy(site.port)
    yield proxy
    proxy.close()


def at_a_table(visitors: Visitors, address: str) -> Page:
    """A guest against bots, who is to play."""
    page = visitors.come(viewport=PHONE)
    page.goto(address)
    page.get_by_role("button", name="Play against bots").first.click()
    expect(page.locator(".hand__card--allowed").first).to_be_visible(timeout=MOVE_TIMEOUT_MILLISECONDS)
    return page


def play_and_wait(page: Page, *, within: float) -> None:
    """The card has left the hand, which the server alone can say."""
    cards = page.locator(".hand__card").count()
    page.locator(".hand__card--allowed").first.press("Enter")
    expect(page.locator(".hand__card")).to_have_count(cards - 1, timeout=within * 1000)


def test_a_card_that_was_played_on_a_dead_line_arrives_all_the_same(visitors, proxy):
    page = at_a_table(visitors, proxy.address)
    proxy.change_network()
    # The answer is missed after four seconds; a second for connecting again.
    play_and_wait(page, within=7)
    expect(page.locator(".live__notice")).to_be_hidden()


def test_who_is_online_again_is_heard_at_once(visitors, proxy):
    page = at_a_table(visitors, proxy.address)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".live__notice")).to_have_text("Reconnecting…")
    proxy.change_network()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".live__notice")).to_be_hidden(timeout=5_000)
    play_and_wait(page, within=2)


def test_many_signs_of_a_new_network_make_one_new_connection(visitors, proxy):
    page = at_a_table(visitors, proxy.address)
    proxy.change_network()
    before = proxy.connections
    page.evaluate("for (let i = 0; i < 20; i++) dispatchEvent(new Event('online'))")
    time.sleep(4)
    assert proxy.connections == before + 1


def test_a_line_that_only_seemed_to_be_down_is_kept(visitors, proxy):
    page = at_a_table(visitors, proxy.address)
    before = proxy.connections
    page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    expect(page.locator(".live__notice")).to_be_hidden()
    page.wait_for_timeout(3_500)
    assert proxy.connections == before
