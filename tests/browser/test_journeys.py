"""Whole ways through the site, as people walk them."""

import base64
import hmac
import json
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.people import (
    PASSWORD,
    found_team,
    fresh_name,
    link_from_mail,
    sign_in,
    sign_up,
)


def test_a_guest_signs_up_on_a_phone_and_is_the_same_player(visitors):
    page = visitors.come(viewport=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Come in as a guest").click()
    expect(page.locator("h1")).to_contain_text("Tonight you go by")
    name = fresh_name()
    sign_up(page, name)
    page.goto(f"/players/{name}/")
    expect(page.locator("h1")).to_have_text(name)
    expect(page.get_by_text("Guest", exact=True)).to_have_count(0)


def test_two_people_become_a_team_by_link(visitors):
    captain, partner = visitors.come(), visitors.come(viewport=PHONE)
    names = fresh_name(), fresh_name()
    team = f"House {names[0]}"
    sign_up(captain, names[0])
    found_team(captain, team)
    captain.get_by_role("button", name="Make a link to share").click()
    link = captain.locator("#invitation-link").input_value()
    partner.goto(link)
    partner.get_by_role("main").get_by_role("link", name="Sign up").click()
    partner.locator("[name=username]").fill(names[1])
    partner.locator("[name=email]").fill(f"{names[1]}@example.org")
    partner.locator("[name=password1]").fill(PASSWORD)
    partner.locator("main form button[type=submit]").click()
    partner.get_by_role("button", name="Accept").click()
    expect(partner.locator("h1")).to_have_text(team)
    captain.reload()
    expect(captain.get_by_role("main")).to_contain_text(names[1])


def test_inviting_by_name_suggests_names_and_the_invited_is_told(visitors):
    captain, invited = visitors.come(), visitors.come()
    names = fresh_name(), fresh_name()
    sign_up(captain, names[0])
    sign_up(invited, names[1])
    found_team(captain, f"House {names[0]}")
    field = captain.locator("[name=player]")
    field.press_sequentially(names[1])  # of a part of it, more may be named than are suggested
    expect(captain.locator(f'#player-names option[value="{names[1]}"]')).to_have_count(1)
    field.fill(names[1])
    captain.get_by_role("button", name="Invite", exact=True).click()
    invited.goto("/")
    expect(invited.get_by_role("banner")).to_contain_text("1 invitation waiting")
    invited.goto("/teams/")
    invited.get_by_role("button", name=re.compile("Decline")).click()
    expect(invited.get_by_role("banner")).not_to_contain_text("waiting")


def verify_address(page, site, name):
    page.goto(link_from_mail(site, f"{name.lower()}@example.org", "/account/confirm-email/"))
    page.locator("main form button[type=submit]").click()


def test_the_mail_address_is_verified_by_the_link_that_the_worker_sends(visitors, site):
    page, name = visitors.come(), fresh_name()
    sign_up(page, name)
    verify_address(page, site, name)
    page.goto("/account/email/")
    expect(page.get_by_role("main")).to_contain_text("Confirmed")


def test_a_forgotten_password_is_reset_by_mail(visitors, site):
    page, name = visitors.come(), fresh_name()
    sign_up(page, name)
    other = visitors.come()
    other.goto("/account/password/reset/")
    other.locator("[name=email]").fill(f"{name.lower()}@example.org")
    other.locator("main form button[type=submit]").click()
    other.goto(link_from_mail(site, f"{name.lower()}@example.org", "/account/password/reset/key/"))
    other.locator("[name=password1]").fill("another long password")
    if other.locator("[name=password2]").count():
        other.locator("[name=password2]").fill("another long password")
    other.locator("main form button[type=submit]").click()
    sign_in(other, name, "another long password")
    expect(other.locator("header")).to_contain_text(name)


def one_time_code(secret: str) -> str:
    """RFC 6238, worked out apart from the library under test."""
    step = int(time.time() // 30).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret), step, "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def test_two_factor_sign_in(visitors, site):
    page, name = visitors.come(), fresh_name()
    sign_up(page, name)
    verify_address(page, site, name)
    page.goto("/account/2fa/totp/activate/")
    if "reauthenticate" in page.url:
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button[type=submit]").click()
    secret = page.locator("#authenticator_secret").inner_text().strip()
    page.locator("[name=code]").fill(one_time_code(secret))
    page.locator("main form button[type=submit]").first.click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("recovery", re.IGNORECASE))
    other = visitors.come()
    sign_in(other, name)
    expect(other.locator("[name=code]")).to_be_visible()
    time.sleep(max(0, 30 - time.time() % 30))  # a code counts once: wait for the next
    other.locator("[name=code]").fill(one_time_code(secret))
    other.locator("main form button[type=submit]").first.click()
    expect(other.locator("header")).to_contain_text(name)


def test_taking_ones_data_and_leaving_for_good(visitors):
    page, name = visitors.come(), fresh_name()
    sign_up(page, name)
    found_team(page, f"House {name}")
    page.goto("/account/data/")
    page.get_by_role("link", name="Delete your account").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    data = json.loads(page.request.get("/account/data/download/").text())
    assert data["profile"]["name"] == name
    page.locator("[name=name]").fill(name)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".notice[role=status]")).to_contain_text("Farewell")
    assert page.request.get(f"/players/{name}/").status == 404


def test_everything_but_the_table_works_without_javascript(visitors):
    page, name = visitors.come(java_script_enabled=False), fresh_name()
    sign_up(page, name)
    found_team(page, f"House {name}")
    page.get_by_role("link", name="Disband the team").click()
    expect(page.locator("h1")).to_have_text("Disband the team?")
    page.get_by_role("button", name="Disband the team").click()
    expect(page.locator(".notice[role=status]")).to_contain_text("is disbanded")


def test_by_keyboard_alone(visitors):
    page, name = visitors.come(), fresh_name()
    sign_up(page, name)
    found_team(page, f"House {name}")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the page")
    page.keyboard.press("Enter")
    disband = page.get_by_role("link", name="Disband the team")
    disband.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Disband the team?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(disband).to_be_focused()


@pytest.mark.parametrize(("language", "greeting"), [("pt-br", "Entrar"), ("it", "Accedi")])
def test_the_language_is_chosen_on_the_page_and_kept(visitors, language, greeting):
    page = visitors.come(locale="en-US")
    page.goto("/")
    page.get_by_role("banner").locator("summary").first.click()
    with page.expect_navigation():
        page.get_by_role("banner").locator(f"button[lang={language}]").click()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("banner")).to_contain_text(greeting)


def test_the_administrator_of_the_first_start_reaches_the_admin(visitors, site):
    page = visitors.come()
    sign_in(page, "steward", site.password)
    for address in ("/admin/", "/admin/players/player/", "/admin/players/team/"):
        page.goto(address)
        expect(page.locator("#site-name")).to_contain_text("Guildhall")
    page.goto("/admin/players/player/")
    page.get_by_role("link", name="steward").first.click()
    expect(page.locator("#content")).to_contain_text("steward")
