"""Every page, in both themes, on a phone and on a wide screen: axe finds nothing and nothing sticks out."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, WIDE
from tests.browser.people import PASSWORD, found_team, fresh_name, sign_up

axe = Axe()
FOR_VISITORS = [
    "/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/ratings/pot-de-vin-solo/",
    "/ratings/explained/",
    "/tournaments/",
    "/tournaments/?when=past&rated=yes",
    "/api/",
    "/styleguide/",
    "/nowhere/",
]
FOR_PLAYERS = [
    "/",
    "/teams/",
    "/teams/new/",
    "/ratings/pot-de-vin-teams/",
    "/ratings/notices/",
    "/tournaments/",
    "/tournaments/new/",
    "/notices/",
    "/account/profile/",
    "/account/preferences/",
    "/account/email/",
    "/account/password/change/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/sessions/",
    "/account/data/",
    "/account/delete/",
    "/account/logout/",
]
LOOKS = [(PHONE, "light", "it"), (PHONE, "dark", "pt-BR"), (WIDE, "light", "pt-BR"), (WIDE, "dark", "en-US")]


def judge_width(page: Page, address: str) -> None:
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{address} is {overflow} pixels too wide"


def come_to_rest(page: Page) -> None:
    """Colours count once what fades in has come: wait for every motion that ends by itself."""
    page.evaluate(
        """Promise.allSettled(document.getAnimations()
        .filter(motion => motion.effect.getComputedTiming().endTime !== Infinity)
        .map(motion => motion.finished)).then(() => null)"""
    )


def judge(page: Page, address: str) -> None:
    come_to_rest(page)
    results = axe.run(page)
    assert results.violations_count == 0, f"{address}\n{results.generate_report()}"
    judge_width(page, address)
    small = page.evaluate(
        """innerWidth > 500 ? [] : [...document.querySelectorAll('main *, header *')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
        .filter(e => e.checkVisibility() && !e.closest('svg, .aside-words'))
        .filter(e => parseFloat(getComputedStyle(e).fontSize) < 16).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert not small, f"{address} has text under 16 pixels: {small}"


@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_pages_for_visitors(visitors, viewport, scheme, locale):
    page = visitors.come(viewport=viewport, color_scheme=scheme, locale=locale)
    for address in FOR_VISITORS:
        page.goto(address)
        judge(page, address)


@pytest.mark.parametrize(("viewport", "scheme", "locale"), LOOKS)
def test_pages_for_players(visitors, viewport, scheme, locale):
    page, name = visitors.come(viewport=viewport, color_scheme=scheme, locale=locale), fresh_name()
    sign_up(page, name)
    found_team(page, f"House {name}")
    judge(page, "the team's page")
    page.goto("/account/reauthenticate/?next=/")
    judge(page, "/account/reauthenticate/")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    for address in [*FOR_PLAYERS, f"/players/{name}/"]:
        page.goto(address)
        judge(page, address)


def test_pages_for_guests_and_forms_with_errors(visitors):
    page = visitors.come(viewport=PHONE)
    page.goto("/")
    page.locator("form[action='/guest/'] button").first.click()
    judge(page, "the guest's home")
    page.goto("/account/signup/")
    page.locator("form.form, main form").first.evaluate("form => { form.noValidate = true; form.requestSubmit() }")
    page.wait_for_load_state()
    page.locator("[aria-invalid=true]").first.wait_for()
    judge(page, "sign-up with errors")
