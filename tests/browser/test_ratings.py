"""A rated match of three people, and what it did to their ratings: at the table, on its page, in the histories."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.people import fresh_name, sign_up
from tests.browser.test_accessibility import judge
from tests.browser.test_tables import play_to_the_end

SOON = 20_000


def three_play(visitors) -> tuple[list[Page], list[str]]:
    """One game, rated, to its end."""
    names = [fresh_name() for _ in range(3)]
    pages = [visitors.come(viewport=PHONE), visitors.come(color_scheme="dark"), visitors.come(viewport=WIDE)]
    for page, name in zip(pages, names, strict=True):
        sign_up(page, name)
    host = pages[0]
    host.goto("/tables/new/")
    host.locator("[name=mode]").select_option("solo-3")
    host.locator("[name=pace]").select_option("blitz")
    host.locator("[name=rated]").check()
    host.get_by_role("button", name="Open the table").click()
    for page in pages[1:]:
        page.goto(host.url)
        page.get_by_role("button", name="Sit down").first.click()
    for page in pages:
        page.goto(host.url)
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        expect(page.locator(".hand__card").first).to_be_visible()
    play_to_the_end(*pages)
    return pages, names


def test_a_rated_match_moves_ratings_and_everyone_sees_it(visitors):
    pages, names = three_play(visitors)
    for page in pages:
        expect(page.locator(".rated-list__line")).to_have_count(3, timeout=SOON)
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        judge(page, "a rated table whose game is over")
    phone, _, wide = pages
    wide.reload()
    expect(wide.get_by_role("heading", name="What it did to the ratings")).to_be_visible()
    judge(wide, "the page of a rated match")
    for page in (phone, wide):
        page.goto(f"/players/{names[0]}/ratings/")
        judge(page, "a history")
        page.goto("/ratings/pot-de-vin-solo/newcomers/")
        judge(page, "newcomers")
        page.goto(f"/players/{names[0]}/")
        judge(page, "a rated player's page")


def test_a_curve_opens_games_by_keyboard_and_without_a_script(visitors):
    pages, names = three_play(visitors)
    page = pages[2]
    expect(page.locator(".rated-list__line")).to_have_count(3, timeout=SOON)
    page.goto(f"/players/{names[1]}/ratings/")
    point = page.locator(".curve__point")
    expect(point).to_have_count(1)
    point.focus()
    expect(page.locator(".curve__card")).to_contain_text("K 160")
    page.keyboard.press("Enter")
    expect(page.locator("#game")).to_contain_text("Game 1")
    expect(page).to_have_url(f"{page.url.split('?')[0]}?game=1")
    page = visitors.come(java_script_enabled=False)
    page.goto(f"/players/{names[0]}/ratings/")
    assert "K 160." in page.locator(".curve__point title").first.inner_html()
    page.locator(".curve__point").first.click(force=True)
    expect(page.locator("#game")).to_contain_text("Game 1")
    page.get_by_role("link", name="Month").click()
    expect(page.locator(".curve__plot")).to_be_visible()
    page.get_by_text("The picture as a table").click()
    expect(page.get_by_role("cell", name="160").first).to_be_visible()
