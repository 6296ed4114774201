"""Actions at a live table: dragging, confirming, refused messages, muting, tables closed to spectators, signing out."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import check_page
from tests.browser.people import PASSWORD, fresh_name, sign_up
from tests.browser.playing import my_turn, open_table, player_at


def drag(page: Page, card: Locator, to: Locator, *, above: float = 0) -> None:
    """Throws a card so that it lands on something, or as many pixels above it."""
    start, end = card.bounding_box(), to.bounding_box()
    assert start
    assert end
    # A card that is half covered is taken by its left edge.
    page.mouse.move(start["x"] + 10, start["y"] + start["height"] / 2)
    page.mouse.down()
    height = end["y"] - above if above else end["y"] + end["height"] / 2
    page.mouse.move(end["x"] + end["width"] / 2, height, steps=8)
    page.mouse.up()


def test_a_card_plays_when_it_lands_in_the_middle_and_nowhere_else(visitors):
    page = player_at(visitors)
    cards = page.locator(".hand__card").count()
    drag(page, my_turn(page), page.locator(".middle"), above=100)
    page.wait_for_timeout(500)
    expect(page.locator(".hand__card--sent")).to_have_count(0)
    expect(page.locator(".hand__card")).to_have_count(cards)
    drag(page, my_turn(page), page.locator(".middle"))
    expect(page.locator(".hand__card")).to_have_count(cards - 1)


def test_whoever_wants_to_be_asked_is_asked_after_a_throw_too(visitors):
    page, name = visitors.come(viewport=WIDE), fresh_name()
    sign_up(page, name)
    page.goto("/account/preferences/")
    page.locator("[name=confirm_moves]").check()
    page.locator("main form button[type=submit]").first.click()
    open_table(page)
    cards = page.locator(".hand__card").count()
    drag(page, my_turn(page), page.locator(".middle"))
    expect(page.locator(".hand__card--lifted")).to_have_count(1)
    again = page.get_by_role("button", name=re.compile(r"^Play (Aldo|Enzo|Pietra|Ugo) \d+$"))
    expect(again).to_be_visible()
    expect(page.locator(".hand__card")).to_have_count(cards)
    again.click()
    expect(page.locator(".hand__card")).to_have_count(cards - 1)


def test_words_that_are_refused_stay_in_the_field_and_the_refusal_is_read_once(visitors):
    page = player_at(visitors, mode="pairs-4")
    field = page.get_by_role("textbox", name="Say something")
    field.fill("Lead Aldo")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.get_by_text("partners may not talk")).to_have_count(1)
    expect(page.locator(".talk__refusal")).to_contain_text("partners may not talk")
    expect(field).to_have_value("Lead Aldo")


def test_who_is_heard_again_is_heard_with_everything_and_nobody_can_report_themselves(visitors):
    host, friend = player_at(visitors), visitors.come(viewport=WIDE)
    watcher = fresh_name()
    sign_up(friend, watcher)
    friend.goto(host.url)
    for page, words in ((host, "Good evening"), (friend, "What a table")):
        page.get_by_role("textbox", name="Say something").fill(words)
        page.get_by_role("button", name="Say", exact=True).click()
        expect(page.locator(".talk__lines")).to_contain_text(words)
        expect(page.get_by_role("textbox", name="Say something")).to_have_value("")
    expect(friend.locator(".talk__lines")).to_contain_text("Good evening")
    expect(friend.get_by_role("button", name=re.compile("^(Mute|Report)"))).to_have_count(2)
    friend.get_by_role("button", name=re.compile("^Mute")).click()
    expect(friend.get_by_text("Good evening")).to_be_hidden()
    host.get_by_role("textbox", name="Say something").fill("Is nobody there?")
    host.get_by_role("button", name="Say", exact=True).click()
    expect(host.locator(".talk__lines")).to_contain_text("Is nobody there?")
    friend.get_by_role("button", name="Listen again").click()
    for words in ("Good evening", "Is nobody there?"):
        expect(friend.get_by_text(words)).to_be_visible()


def test_a_closed_door_says_so_and_shows_the_way_out(visitors):
    host, passer_by = player_at(visitors, watching="nobody"), visitors.come(viewport=PHONE)
    passer_by.goto(host.url)
    notice = passer_by.locator(".live__notice")
    expect(notice).to_contain_text("This table is not open to people who watch.")
    expect(passer_by.get_by_role("button", name="Talk")).to_be_hidden()
    check_page(passer_by, "a table that is closed to those who watch")
    notice.get_by_role("link", name="To the tables").click()
    expect(passer_by).to_have_url(re.compile("/tables/$"))


def test_who_signs_out_elsewhere_is_led_back_to_the_table(visitors):
    page, name = visitors.come(viewport=WIDE), fresh_name()
    sign_up(page, name)
    address = open_table(page)
    other = page.context.new_page()
    other.goto("/account/logout/")
    other.locator("main form button[type=submit]").click()
    notice = page.locator(".live__notice")
    expect(notice).to_contain_text("You are signed out.", timeout=30_000)
    expect(page.locator(".talk")).to_be_hidden()
    notice.get_by_role("link", name="Sign in").click()
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    expect(page).to_have_url(address)


def test_the_rules_are_at_hand_at_the_table_and_so_is_the_way_back(visitors):
    page = player_at(visitors, viewport=PHONE)
    page.locator(".tools").get_by_role("link", name="How to play").click()
    rules = page.get_by_role("dialog", name="How to play")
    expect(rules.get_by_text("or pay a gem and pass")).to_be_visible()
    check_page(page, "the rules at the table")
    close = rules.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport()
    close.click()
    my_turn(page)


def test_whoever_watches_with_a_delay_reads_so_and_sees_no_turn_that_is_longer_than_it_is(visitors):
    page = player_at(visitors, watching="delayed")
    watcher = visitors.come(viewport=PHONE)
    watcher.goto(page.url)
    expect(watcher.locator(".prompt__line")).to_have_text("The game has begun. You see everything a minute later.")
    expect(watcher.locator(".clock--running")).to_have_text("0:30")
    expect(watcher.locator(".prompt__line")).to_be_in_viewport()
    watcher.get_by_role("button", name="Talk").click()
    expect(watcher.get_by_role("link", name="Sign in to say something")).to_be_visible()
    check_page(watcher, "the talk of a table for a passer-by")
