"""Pages of tournaments at every point of their way: readable by everyone, on any screen, alive, and without scripts."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import broken_words, check_page
from tests.browser.people import fresh_name, sign_in, sign_up

EVENTS = ("open", "coded", "swiss", "groups", "bracket", "over")


@pytest.fixture(scope="module")
def evenings(site) -> dict[str, str]:
    """Services log to standard output; what was asked for is the last line."""
    return json.loads(site.run("tests.browser.fill_tournaments").splitlines()[-1])


@pytest.mark.parametrize(
    ("viewport", "scheme", "locale"), [(PHONE, "dark", "it"), (PHONE, "light", "pt-BR"), (WIDE, "light", "en-US")]
)
def test_pages_of_tournaments_are_for_everyone(visitors, evenings, viewport, scheme, locale):
    page = visitors.come(viewport=viewport, color_scheme=scheme, locale=locale)
    addresses = [*(evenings[name] for name in EVENTS), evenings["table"], evenings["entry"]]
    for address in [*addresses, f"{evenings['bracket']}?entry=3"]:
        page.goto(address)
        check_page(page, address)


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
def test_what_players_and_owners_see_is_for_everyone(visitors, evenings, viewport):
    page = visitors.come(viewport=viewport)
    sign_in(page, evenings["player"])
    for address in (evenings["swiss"], f"{evenings['swiss']}leave/", "/notices/", "/tournaments/"):
        page.goto(address)
        check_page(page, address)
    page = visitors.come(viewport=viewport)
    sign_in(page, evenings["owner"])
    acts = [f"{evenings['bracket']}acts/{act}/" for act in ("finish", "drop", "message", "add-entry")]
    for address in (evenings["bracket"], *acts):
        page.goto(address)
        check_page(page, address)


def test_names_in_standings_are_whole_on_a_phone(visitors, evenings):
    page = visitors.come(viewport=PHONE)
    page.goto(evenings["swiss"])
    assert not broken_words(page, ".standings th[scope=row] a")
    assert not broken_words(page, ".sides a")


def test_the_bracket_is_a_picture_where_there_is_room_and_a_list_where_there_is_none(visitors, evenings):
    page = visitors.come(viewport=WIDE)
    page.goto(evenings["bracket"])
    expect(page.locator(".bracket__picture")).to_be_visible()
    expect(page.locator(".bracket--list")).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(page.locator(".bracket__picture")).to_be_hidden()
    expect(page.locator(".bracket--list")).to_contain_text("Winner of table")


def test_times_are_the_readers_own(visitors, evenings):
    page = visitors.come(timezone_id="Asia/Tokyo")
    page.goto(evenings["open"])
    expect(page.locator("[data-own-time]")).to_contain_text("GMT+9")
    page.goto("/tournaments/")
    shown = page.locator("time[data-local-time]").first
    expect(shown).not_to_contain_text("UTC")


def test_an_open_page_shows_who_enters_without_being_loaded_again(visitors, site):
    """One creates an evening, another looks on, a guest enters: both pages show it."""
    owner = visitors.come()
    sign_up(owner, fresh_name())
    owner.goto("/tournaments/new/")
    owner.locator("[name=name]").fill("A quiet evening")
    owner.locator("main form button[type=submit]").first.click()
    owner.wait_for_url(re.compile("/tournaments/a-quiet-evening"))
    onlooker = visitors.come()
    onlooker.goto(owner.url)
    onlooker.evaluate("window.stayed = true")
    expect(onlooker.locator("#entries")).to_contain_text("Nobody yet")
    guest = visitors.come()
    guest.goto(owner.url)
    guest.get_by_role("button", name="Enter").click()
    expect(guest.locator("#main")).to_contain_text("You are in.")
    for page in (onlooker, owner):
        expect(page.locator("#entries .rows > li")).to_have_count(1)
    assert onlooker.evaluate("window.stayed")


def test_without_scripts_one_creates_enters_and_reads(visitors, site):
    page = visitors.come(java_script_enabled=False)
    sign_up(page, fresh_name())
    page.goto("/tournaments/new/")
    page.locator("[name=name]").fill("An evening without scripts")
    page.get_by_role("button", name="How long does it take?").click()
    expect(page.locator("#preview")).to_contain_text("rounds, about")
    page.get_by_role("button", name="Create it").click()
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("main")).to_contain_text("You are in.")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#entries")).to_contain_text("Nobody yet")
