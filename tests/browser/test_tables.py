"""Sitting down and playing, in a real browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import broken_words, check_page
from tests.browser.people import fresh_name, sign_up
from tests.browser.playing import play_if_possible, play_to_the_end


def pad_fits(page: Page) -> None:
    """Every column is in sight, no name is broken, and a number that is pressed says where it comes from."""
    pad = page.get_by_role("group", name="Score pad")
    assert pad.evaluate("pad => pad.scrollWidth - pad.clientWidth") <= 0
    assert not broken_words(page, ".pad")
    number = pad.locator("button:visible").first
    number.click()
    expect(page.locator("#pad-explanation")).to_contain_text(number.get_attribute("title") or "nothing")


def test_a_visitor_on_a_phone_plays_a_whole_game_against_bots_and_checks_the_deal(visitors):
    page = visitors.come(viewport=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator(".hand__card").first).to_be_visible()
    check_page(page, "a table in play")
    play_to_the_end(page)
    expect(page.locator(".score-pad")).to_be_visible()
    # The hand is gone, and the keyboard is at the result.
    expect(page.locator(".score-pad__title")).to_be_focused()
    check_page(page, "a table whose game is over")
    page.reload()
    expect(page.get_by_role("heading", name="Score pad")).to_be_visible()
    expect(page.locator("#replay .board")).to_be_visible()
    check_page(page, "the page of a match")
    pad_fits(page)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#check-results")).not_to_contain_text("does not hold")
    expect(page.locator("#check-results li")).not_to_have_count(0)


def test_two_people_and_a_bot_sit_down_play_and_see_each_other(visitors):
    host, friend = visitors.come(viewport=WIDE, color_scheme="dark"), visitors.come(viewport=PHONE)
    names = fresh_name(), fresh_name()
    for page, name in zip((host, friend), names, strict=True):
        sign_up(page, name)
    host.goto("/tables/")
    check_page(host, "the lobby")
    friend.goto("/tables/")
    host.get_by_role("link", name="Open a table").first.click()
    check_page(host, "/tables/new/")
    host.locator("[name=mode]").select_option("solo-3")
    host.locator("[name=bots]").select_option("novice")
    host.get_by_role("button", name="Open the table").click()
    check_page(host, "a waiting room")
    # The lobby hears of it by itself.
    friend.get_by_role("link", name="Three players").first.click()
    friend.get_by_role("button", name="Sit down").first.click()
    expect(host.locator("#lists")).to_contain_text(names[1])
    for page in (host, friend):
        page.get_by_role("button", name="I am ready").click()
    for page in (host, friend):
        expect(page.locator(".hand__card")).to_have_count(12)
    check_page(host, "a table in play")
    while not any([play_if_possible(host), play_if_possible(friend)]):
        continue
    for page in (host, friend):  # what a screen reader hears
        expect(page.get_by_text(re.compile(r"(You play|plays) \w+ \d+")).first).to_be_attached()
    host.get_by_role("textbox", name="Say something").fill("Good evening")
    host.get_by_role("button", name="Say", exact=True).click()
    expect(host.locator(".talk")).to_contain_text("Good evening")
    # A lost connection comes back by itself, to the same table.
    friend.context.set_offline(True)
    friend.context.set_offline(False)
    friend.reload()
    expect(friend.locator(".hand__card").first).to_be_visible()
    friend.get_by_role("button", name=re.compile("^Talk")).click()
    friend.get_by_role("button", name=f"Report {names[0]}").click()
    expect(friend.locator(".talk")).to_contain_text("The organisers will look at it.")
    check_page(friend, "talk at a table in play")


def test_a_friend_comes_by_link_leaves_the_game_comes_back_and_plays_again(visitors):
    host, friend = visitors.come(viewport=WIDE), visitors.come(viewport=PHONE, color_scheme="dark")
    sign_up(host, fresh_name())
    host.goto("/tables/new/")
    host.locator("[name=mode]").select_option("solo-3")
    host.locator("[name=bots]").select_option("novice")
    host.locator("[name=joining]").select_option("link")
    host.get_by_role("button", name="Open the table").click()
    friend.goto(host.url)
    friend.get_by_role("button", name="Sit down").first.click()
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible()
    # The host sees who is there, by itself.
    expect(host.get_by_text("Not connected")).to_have_count(0)
    table = friend.url
    friend.goto("/account/preferences/")
    check_page(friend, "the preferences of a guest")
    expect(host.get_by_text("Not connected")).to_have_count(1)
    check_page(host, "a waiting room with somebody who is not connected")
    # What the host has chosen and not yet set outlives what the page fetches meanwhile.
    host.locator("[name=level]").last.select_option("regular")
    with host.expect_response(table):
        host.evaluate("document.getElementById('lists').dispatchEvent(new CustomEvent('changed'))")
    expect(host.locator("[name=level]").last).to_have_value("regular")
    friend.goto(table)
    expect(host.get_by_text("Not connected")).to_have_count(0)
    host.get_by_role("button", name="I am ready").click()
    expect(host.get_by_role("button", name="Not ready after all")).to_be_visible()
    expect(friend.get_by_text("Ready", exact=True)).to_be_visible()
    host.evaluate("scrollTo(0, 200)")  # a table begins at its top, however far down one was before
    friend.get_by_role("button", name="I am ready").click()
    expect(friend.locator(".hand__card")).to_have_count(12)
    expect(host.locator(".hand__card")).to_have_count(12)
    assert host.evaluate("scrollY") == 0
    friend.get_by_role("button", name="Leave the game").click()
    check_page(friend, "the question whether to leave a game")
    friend.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    expect(friend.get_by_text("A bot plays on for you.")).to_be_visible()
    expect(host.get_by_text("Away: a bot plays").first).to_be_attached()
    friend.goto(table)
    expect(host.get_by_text("Away: a bot plays")).to_have_count(0)
    play_to_the_end(host, friend)
    host.get_by_role("button", name="Play again").click()
    expect(host.get_by_text("Kept for")).to_be_visible()
    check_page(host, "the waiting room of a rematch")
    expect(friend.locator("#wants-again")).to_contain_text("wants to play again.")
    expect(friend.locator("#wants-again")).to_be_in_viewport()
    friend.get_by_role("button", name="Play again").click()
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible()
    expect(host.get_by_text("Kept for")).to_have_count(0)
