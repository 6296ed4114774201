"""A sealed table in a real browser: it counts down, begins by itself, and a bot plays for whoever is not there."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import check_page
from tests.browser.people import fresh_name, sign_up


def test_a_sealed_table_counts_down_and_begins_by_itself(site, visitors):
    one, other = visitors.come(viewport=PHONE), visitors.come(viewport=WIDE, color_scheme="dark")
    for page in (one, other):
        sign_up(page, fresh_name())
    address = site.run("tests.browser.open_sealed_table")
    for page in (one, other):
        page.goto(address)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^0:\d\d$"))
        expect(page).to_have_title(re.compile(r"^0:\d\d · "))
        check_page(page, "a sealed table that waits")
        assert page.locator("main form button, main a.button").count() == 0
    # The browser has given its part by itself, and keeps it beside the fingerprint.
    kept = one.evaluate("key => JSON.parse(localStorage.getItem(key))", f"deal:{address.split('/')[-2]}")
    assert re.fullmatch("[0-9a-f]{64}", kept["part"])
    assert kept["commitment"] in (one.locator("#lists").get_attribute("data-commitment") or "")
    one.reload()
    assert one.locator("[data-contribute-now]").count() == 0
    for page in (one, other):
        expect(page.locator(".hand__card").first).to_be_visible(timeout=60_000)
        expect(page.get_by_text("Away: a bot plays").first).to_be_visible()
        assert page.get_by_role("button", name="Play again").count() == 0
