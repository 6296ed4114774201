"""Opens tables and plays cards in tests, as a player does in the browser."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import WIDE, Visitors
from tests.browser.people import fresh_name, sign_up

MOVE_TIMEOUT_MILLISECONDS = 30_000
GAME_TIMEOUT_MILLISECONDS = 180_000


def open_table(page: Page, **choices: str) -> str:
    """Open a table with bots in the free seats, start it, and return its URL."""
    page.goto("/tables/new/")
    for name, value in {"bots": "novice", **choices}.items():
        page.locator(f"[name={name}]").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="I am ready").click()
    expect(page.locator(".hand__card").first).to_be_visible()
    return page.url


def player_at(visitors: Visitors, *, viewport: dict[str, int] = WIDE, **choices: str) -> Page:
    """Return the page of a new player at a table against bots."""
    page = visitors.come(viewport=viewport, reduced_motion="reduce")
    sign_up(page, fresh_name())
    open_table(page, **choices)
    return page


def my_turn(page: Page) -> Locator:
    """Wait until it is this player's turn, and return the first legal card."""
    allowed = page.locator(".hand__card--allowed")
    expect(allowed.first).to_be_visible(timeout=MOVE_TIMEOUT_MILLISECONDS)
    return allowed.first


def play_if_possible(page: Page) -> bool:
    """Play the first legal card if it is this player's turn; return whether it was."""
    allowed = page.locator(".hand__card--allowed")
    if not allowed.count():
        page.wait_for_timeout(100)
        return False
    allowed.first.press("Enter")
    page.wait_for_timeout(100)
    return True


def play_to_the_end(*pages: Page) -> None:
    """Play first legal cards on these pages of one table until the game is over."""
    for _ in range(GAME_TIMEOUT_MILLISECONDS // 100):
        if pages[0].locator(".live--over").count():
            return
        for page in pages:
            play_if_possible(page)
    raise AssertionError("the game does not end")
