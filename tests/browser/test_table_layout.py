"""The table on screens between a phone and a desk: what lies there can be seen."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import check_page
from tests.browser.people import fresh_name, sign_up
from tests.browser.playing import my_turn, player_at

TABLET, LANDSCAPE = {"width": 768, "height": 1024}, {"width": 740, "height": 360}
SHORT_PHONE = {"width": 360, "height": 640}


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found = [place.bounding_box() for place in page.locator(selector).all()]
    return [box for box in found if box]


@pytest.mark.parametrize("mode", ["solo-4", "solo-6"])
def test_no_card_of_a_trick_lies_on_another_and_all_fit_the_screen(visitors, mode):
    page = player_at(visitors, viewport=TABLET, mode=mode)
    card = my_turn(page)
    # At six some discard first; and whoever leads sees the round before in its place.
    while page.locator(".middle:not(.middle--resting) .place").count() < int(mode[-1]):
        card.press("Enter")
        expect(page.locator(".hand__card--allowed, .hand__card--sent")).to_have_count(0)
        card = my_turn(page)
    for size in (TABLET, {"width": 820, "height": 1180}, LANDSCAPE, {"width": 844, "height": 390}, PHONE, SHORT_PHONE):
        page.set_viewport_size(size)
        in_a_row = boxes(page, ".trick .place__what")
        for left, right in itertools.pairwise(in_a_row):
            assert left["x"] + left["width"] <= right["x"], size
        cards = boxes(page, ".hand__card")
        assert max(box["y"] + box["height"] for box in in_a_row) <= size["height"], size
        assert max(box["y"] + box["height"] for box in cards) <= size["height"], size
        beside = min(box["x"] for box in cards) > max(box["x"] + box["width"] for box in in_a_row)
        below = min(box["y"] for box in cards) > max(box["y"] + box["height"] for box in in_a_row)
        assert beside or below, size


def test_a_table_on_a_phone_is_one_page_and_those_who_watch_see_every_name(visitors):
    page = player_at(visitors, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    watcher = visitors.come(viewport=PHONE)
    sign_up(watcher, fresh_name())
    watcher.goto(page.url)
    expect(watcher.locator(".seat__name")).to_have_count(4)
    for name in watcher.locator(".board .seat__title").all():
        # Eight letters of the widest kind of type are some 80 pixels; a running clock may take some.
        assert name.evaluate("name => name.clientWidth") > 50
    check_page(watcher, "a table that is watched")
