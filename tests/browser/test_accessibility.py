"""Every page, in both themes, on a phone and on a wide screen: axe finds nothing and nothing sticks out."""

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import check_page
from tests.browser.people import PASSWORD, found_team, fresh_name, sign_up

VISITOR_PATHS = [
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
PLAYER_PATHS = [
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
VIEWPORTS_THEMES_LOCALES = [
    (PHONE, "light", "it"),
    (PHONE, "dark", "pt-BR"),
    (WIDE, "light", "pt-BR"),
    (WIDE, "dark", "en-US"),
]


@pytest.mark.parametrize(("viewport", "scheme", "locale"), VIEWPORTS_THEMES_LOCALES)
def test_pages_for_visitors(visitors, viewport, scheme, locale):
    page = visitors.come(viewport=viewport, color_scheme=scheme, locale=locale)
    for address in VISITOR_PATHS:
        page.goto(address)
        check_page(page, address)


@pytest.mark.parametrize(("viewport", "scheme", "locale"), VIEWPORTS_THEMES_LOCALES)
def test_pages_for_players(visitors, viewport, scheme, locale):
    page, name = visitors.come(viewport=viewport, color_scheme=scheme, locale=locale), fresh_name()
    sign_up(page, name)
    found_team(page, f"House {name}")
    check_page(page, "the team's page")
    page.goto("/account/reauthenticate/?next=/")
    check_page(page, "/account/reauthenticate/")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    for address in [*PLAYER_PATHS, f"/players/{name}/"]:
        page.goto(address)
        check_page(page, address)


def test_pages_for_guests_and_forms_with_errors(visitors):
    page = visitors.come(viewport=PHONE)
    page.goto("/")
    page.locator("form[action='/guest/'] button").first.click()
    check_page(page, "the guest's home")
    page.goto("/account/signup/")
    page.locator("form.form, main form").first.evaluate("form => { form.noValidate = true; form.requestSubmit() }")
    page.wait_for_load_state()
    page.locator("[aria-invalid=true]").first.wait_for()
    check_page(page, "sign-up with errors")
