"""Where there is little room: nothing is cut off, no word is broken, and numbers keep apart."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.page_checks import broken_words
from tests.browser.people import fresh_name, sign_up

LOCALES = ["en-US", "it", "pt-BR"]
# How a name of some twelve letters begins, two of them wide.
WIDE_NAME_BEGINNING = "Massimo"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_entry_of_the_navigation_is_in_sight_on_a_phone(visitors, locale):
    page = visitors.come(viewport=PHONE, locale=locale)
    for address in ("/", "/tables/", "/tournaments/", "/ratings/", "/teams/"):
        page.goto(address)
        tools = page.locator(".header__tools").bounding_box()
        assert tools
        for entry in page.locator(".navigation__link").all():
            box = entry.bounding_box()
            assert box
            assert box["x"] + box["width"] <= tools["x"], (address, entry.inner_text())
        assert not broken_words(page, ".navigation")


@pytest.mark.parametrize("locale", LOCALES)
def test_names_and_free_seats_can_be_read_on_a_phone(visitors, locale):
    page, name = visitors.come(viewport=PHONE, locale=locale), fresh_name().replace("Nina", WIDE_NAME_BEGINNING)
    sign_up(page, name)
    for bots in ("", "novice"):
        page.goto("/tables/new/")
        page.locator("[name=bots]").select_option(bots)
        page.locator("main form button[type=submit]").click()
        # A bot does not look like an empty chair.
        expect(page.locator("main .avatar--bot")).to_have_count(3 if bots else 0)
        expect(page.locator("main .chair__free")).to_have_count(0 if bots else 3)
        assert not broken_words(page, "main .person")
        if not bots:  # with bots in every other seat the game would begin
            page.locator("form[action$='/ready/'] button").click()
            expect(page.locator("main .badge--success")).to_be_visible()
            assert not broken_words(page, "main .person")
    page.goto("/tables/")
    tables = page.locator(".card", has_text=name)
    assert not broken_words(page, f".card:has-text('{name}') .chairs")
    expect(tables.locator(".avatar--bot")).to_have_count(3)
    expect(tables.locator(".chair__free")).to_have_count(3)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_every_choice_of_a_new_table_can_be_read(visitors, viewport, locale):
    page = visitors.come(viewport=viewport, locale=locale)
    sign_up(page, fresh_name())
    page.goto("/tables/new/")
    cut = page.locator("main select").evaluate_all(
        """selects => selects.flatMap(select => {
            const pen = document.createElement('canvas').getContext('2d');
            const style = getComputedStyle(select);
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            const arrow = 20;
            const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
            return [...select.options].map(option => option.text).filter(text => pen.measureText(text).width > room);
        })"""
    )
    assert not cut
    assert not broken_words(page, "main .choices")
    heading, label = page.locator("h1").bounding_box(), page.locator("main label").first.bounding_box()
    assert heading
    assert label
    assert label["y"] - (heading["y"] + heading["height"]) >= 16


def test_what_symbols_are_worth_is_not_run_together_at_home(visitors):
    page = visitors.come(viewport={"width": 1280, "height": 800})
    sign_up(page, fresh_name())
    page.goto("/")
    figures = page.locator(".worth td").evaluate_all(
        """cells => cells.map(cell => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const { left, right } = range.getBoundingClientRect();
            return [left, right];
        })"""
    )
    assert len(figures) == 8
    for (_, right), (left, _) in itertools.pairwise(figures):
        assert left - right >= 4


@pytest.mark.parametrize("locale", LOCALES)
def test_the_line_above_a_table_is_in_sight_on_a_phone_also_with_words_that_nobody_has_read(visitors, locale):
    page = visitors.come(viewport=PHONE, locale=locale)
    page.goto("/")
    page.locator("main form button").first.click()
    expect(page.locator(".tools .tools__leave")).to_be_visible()
    edges = page.evaluate(
        """() => {
            const counter = document.querySelector('.tools__talk .counter');
            [counter.hidden, counter.textContent] = [false, '12'];
            return [...document.querySelector('.tools').children].map(one => one.getBoundingClientRect().right);
        }"""
    )
    assert len(edges) == 5
    assert max(edges) <= PHONE["width"]
    assert not broken_words(page, ".tools")
