"""A rated match of three people, and what it did to their ratings: at the table, on its page, in the histories."""

import json
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import check_page, check_width
from tests.browser.people import fresh_name, sign_up
from tests.browser.playing import play_to_the_end

RATING_TIMEOUT_MILLISECONDS = 20_000
# Widths between a phone and a wide screen, at which columns come and go.
MEDIUM_WIDTHS_PIXELS = (650, 780, 900, 970, 1160)


@pytest.fixture(scope="module")
def season(site) -> dict[str, str]:
    """People with a past on this site."""
    return json.loads(site.run("tests.browser.fill_ratings"))


def three_play(visitors) -> tuple[list[Page], list[str]]:
    """One game, rated, to its end."""
    names = [fresh_name() for _ in range(3)]
    pages = [visitors.come(viewport=PHONE), visitors.come(color_scheme="dark"), visitors.come(viewport=WIDE)]
    for page, name in zip(pages, names, strict=True):
        sign_up(page, name)
    host = pages[0]
    host.goto("/tables/new/")
    host.locator("[name=mode]").select_option("solo-3")
    host.locator("[name=pace][value=blitz]").check()
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
        expect(page.locator(".rated-list__line")).to_have_count(3, timeout=RATING_TIMEOUT_MILLISECONDS)
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
        check_page(page, "a rated table whose game is over")
    phone, _, wide = pages
    wide.reload()
    expect(wide.get_by_role("heading", name="What it did to the ratings")).to_be_visible()
    check_page(wide, "the page of a rated match")
    for page in (phone, wide):
        page.goto(f"/players/{names[0]}/ratings/")
        check_page(page, "a history")
        page.goto("/ratings/pot-de-vin-solo/newcomers/")
        check_page(page, "newcomers")
        page.goto(f"/players/{names[0]}/")
        check_page(page, "a rated player's page")


def test_a_curve_opens_games_by_keyboard_and_without_a_script(visitors):
    pages, names = three_play(visitors)
    page = pages[2]
    expect(page.locator(".rated-list__line")).to_have_count(3, timeout=RATING_TIMEOUT_MILLISECONDS)
    page.goto(f"/players/{names[1]}/ratings/")
    point = page.locator(".curve__point")
    expect(point).to_have_count(1)
    assert_hours_of_the_reader(visitors, page.url)
    point.focus()
    expect(page.locator(".curve__card")).to_contain_text("K 160")
    page.keyboard.press("Enter")
    expect(page.locator("#game")).to_contain_text("Game 1")
    expect(page).to_have_url(f"{page.url.split('?')[0]}?game=1")
    page = visitors.come(java_script_enabled=False)
    page.goto(f"/players/{names[0]}/ratings/")
    assert "K 160." in page.locator(".curve__point title").first.inner_html()
    expect(page.locator("[data-hour]").first).to_contain_text("UTC")
    page.locator(".curve__point").first.click(force=True)
    expect(page.locator("#game")).to_contain_text("Game 1")
    page.get_by_role("link", name="Month").click()
    expect(page.locator(".curve__plot")).to_be_visible()
    page.get_by_text("The picture as a table").click()
    expect(page.get_by_role("cell", name="160").first).to_be_visible()


def assert_hours_of_the_reader(visitors, address: str) -> None:
    """Tokyo is nine hours ahead, all year."""
    page = visitors.come(timezone_id="Asia/Tokyo", locale="it")
    page.goto(address)
    mark = page.locator("[data-hour]").first
    hour = datetime.fromisoformat(mark.get_attribute("data-hour")) + timedelta(hours=9)
    expect(mark).to_have_text(hour.strftime("%H:%M"))


# --- With a season behind everybody ---


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "it"])
def test_ratings_fit_any_screen_in_every_language(visitors, season, locale):
    page = visitors.come(viewport=PHONE, locale=locale)
    for address in (
        f"/players/{season['player']}/ratings/",
        f"/players/{season['player']}/ratings/pot-de-vin-teams/?against=Massimiliano",
        f"/players/{season['newcomer']}/ratings/",
        season["team"],
        f"{season['team']}?against=Guglielmina",
        "/ratings/pot-de-vin-solo/",
        "/ratings/pot-de-vin-solo/newcomers/",
        "/ratings/explained/",
        "/ratings/explained/?sides=solo&rating_1=99999&rating_2=1500&games_2=-5",
    ):
        page.goto(address)
        check_page(page, f"{address} in {locale}")
        for table in page.locator("details").all():
            table.evaluate("details => { details.open = true }")
        check_page(page, f"{address} with everything open, in {locale}")
        for width in MEDIUM_WIDTHS_PIXELS:
            page.set_viewport_size({"width": width, "height": 900})
            check_width(page, f"{address} at {width} pixels, in {locale}")
        page.set_viewport_size(PHONE)


FIND_BROKEN_WORDS = """places => places.flatMap(place => {
  const found = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, range = document.createRange();
    if (node.parentElement.closest('.wide-words, .aside-words')) continue;
    for (const word of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "it"])
def test_headings_and_names_stay_whole_on_a_phone(visitors, season, locale):
    """Any name of fourteen letters, so everybody gets one."""
    page = visitors.come(viewport=PHONE, locale=locale)
    for address in (
        f"/players/{season['player']}/ratings/pot-de-vin-solo/?against=Massimiliano",
        f"{season['team']}?against=Guglielmina",
        "/ratings/pot-de-vin-solo/",
        "/ratings/pot-de-vin-solo/newcomers/",
        "/ratings/explained/?sides=solo&rating_1=99999&rating_2=1500&games_2=-5",
    ):
        page.goto(address)
        page.locator("details").evaluate_all("all => all.forEach(details => { details.open = true })")
        page.locator("main bdi").evaluate_all("all => all.forEach(name => { name.textContent = 'Giambattistina' })")
        words = page.locator("main thead th, .calculator__seats, .board__player bdi, .versus")
        assert words.evaluate_all(FIND_BROKEN_WORDS) == [], f"{address} in {locale}"
        check_width(page, f"{address} with long names, in {locale}")


def test_a_name_on_the_leaderboard_is_level_with_its_figures(visitors, season):
    page = visitors.come(viewport=WIDE)
    page.goto("/ratings/pot-de-vin-solo/")
    lines = page.locator(".board tbody tr").all()
    assert lines
    for line in lines:
        row, name = line.bounding_box(), line.locator(".person").bounding_box()
        assert row["y"] + row["height"] / 2 == pytest.approx(name["y"] + name["height"] / 2, abs=1)


def test_a_phone_shows_every_list_and_who_plays(visitors, season):
    page = visitors.come(viewport=PHONE)
    page.goto("/ratings/pot-de-vin-six/")
    for tab in page.locator(".tabs__link").all():
        expect(tab).to_be_in_viewport(ratio=1)
    page.goto("/ratings/pot-de-vin-solo/")
    expect(page.locator(".board__activity").first).to_contain_text("games · today")


def test_a_tap_on_a_teams_curve_brings_the_game_into_view(visitors, season):
    page = visitors.come(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page.goto(season["team"])
    expect(page.locator("#game")).not_to_be_in_viewport()
    first = page.locator(".curve__point").first
    address = first.get_attribute("href").split("#")[0]
    first.locator(".curve__touch").tap(force=True)
    expect(page).to_have_url(f"{page.url.split('?')[0]}{address}")
    expect(page.locator("#game")).to_be_in_viewport(ratio=0.5)
    expect(page.locator("#game .game__sum p")).to_have_count(2)
    page.goto("/ratings/explained/")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Fuochi e Ombre")  # the whole page, not the part that was fetched


def test_pages_of_a_teams_games_without_a_script(visitors, season):
    page = visitors.come(java_script_enabled=False)
    page.goto(season["team"])
    expect(page.locator("section[aria-labelledby=games-title] tbody tr")).to_have_count(20)
    page.get_by_role("link", name="Older").click()
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_role("link", name="Older")).to_have_count(0)
    expect(page.locator("section[aria-labelledby=games-title] tbody tr")).to_have_count(5)
    page.locator(".curve__point").first.click(force=True)
    expect(page.locator("#game")).to_contain_text("K 160")
