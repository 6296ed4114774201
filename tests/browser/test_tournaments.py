"""Whole evenings in a real browser: eight people at live tables, and an organiser in the admin."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.page_checks import check_page, check_width
from tests.browser.people import fresh_name, sign_in, sign_up
from tests.browser.playing import play_if_possible
from tests.tournaments import document_check


def until(question: Callable[[], bool], seconds: float = 60) -> None:
    give_up_at = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < give_up_at, "waited in vain"
        time.sleep(0.2)


# --- Eight people ---


def test_eight_people_enter_check_in_play_two_rounds_and_see_the_podium(visitors, site):
    names = [fresh_name() for _ in range(8)]
    pages = [visitors.come(viewport=PHONE if number == 0 else WIDE) for number in range(8)]
    for page, name in zip(pages, names, strict=True):
        sign_up(page, name)
    slug = site.run("tests.browser.tournament_commands", "create", names[0], f"Evening of {names[0]}")
    for page in pages:
        page.goto(f"/tournaments/{slug}/")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("main")).to_contain_text("You are in.")
    check_page(pages[0], "a tournament that one has entered")
    for name in names:  # whoever came first hears of all others without loading the page again
        expect(pages[0].get_by_role("link", name=name).first).to_be_visible()
    site.run("tests.browser.tournament_commands", "open-check-in", slug)
    for page in pages:
        page.get_by_role("button", name="Check in").click()
        expect(page.locator("main")).to_contain_text("You are checked in.")
    pages[0].get_by_role("button", name="Start now").or_(pages[0].get_by_role("link", name="Start now")).first.click()
    for _ in range(2):
        play_a_round(pages)
        site.run("tests.browser.tournament_commands", "play", slug)
        for page in pages:
            expect(page.locator(".live--over")).to_be_visible()
    for page in pages:
        page.goto(f"/tournaments/{slug}/")
    watcher = visitors.come()
    watcher.goto(f"/tournaments/{slug}/")
    expect(watcher.get_by_role("heading", name="The podium")).to_be_visible()
    check_page(watcher, "the podium")
    document = json.loads(watcher.request.get(f"/tournaments/{slug}/document.json").text())
    assert document_check.check(document) == []
    assert [one["name"] for one in document["entries"]] == names
    assert all(not table["no_shows"] for one in document["stages"][0]["rounds"] for table in one["tables"])
    pages[0].goto("/notices/")
    expect(pages[0].locator("main")).to_contain_text(re.compile(r"Your place: \d of 8"))


def play_a_round(pages: list[Page]) -> None:
    """From "your table is ready", wherever one is, to a card from everyone. Bots play the rest in their names."""
    for page in pages:
        page.locator("#your-table").get_by_role("link", name="To your table").click()
    for page in pages:
        expect(page.locator(".hand__card").first).to_be_visible(timeout=60_000)
    waiting = list(pages)

    def all_have_played() -> bool:
        waiting[:] = [page for page in waiting if not play_if_possible(page)]
        return not waiting

    until(all_have_played)


# --- An organiser ---


def test_an_organiser_runs_a_swiss_with_a_cut_from_the_admin(visitors, site):
    page, other = visitors.come(), visitors.come()
    for one in (page, other):
        sign_in(one, "steward", site.password)
    name = f"Open of {fresh_name()}"
    slug = create_in_admin(page, name)
    names = site.run("tests.browser.tournament_commands", "enter", slug, "16").split()
    run = re.sub(r"/run/.*", "", page.url)
    act(page, run, "start")
    await_tables(page, run, 4)
    # Round 1: one does not come.
    missing = names[0]
    assert site.run("tests.browser.tournament_commands", "play", slug, missing) == "4"
    await_round(page, run, 2)
    await_tables(page, run, 4)
    public = visitors.come(viewport=PHONE)
    document = fetch(public, slug)
    assert [entry_named(document, missing)] == no_shows(document)
    # A wrong result, corrected after the next round was paired: first the consequences, then the reason stands.
    correct_first_table(page, run, document)
    corrected = fetch(public, slug)
    assert corrected["stages"][0]["rounds"][0]["tables"][0]["outcome"]["by"] == "ruling"
    # A second organiser on a page from before is told what has changed, and nothing is undone.
    other.goto(f"{run}/acts/pause/")
    act(page, run, "disqualify", entry=str(entry_named(document, names[1])), reason="Two accounts.")
    other.get_by_label("Reason").fill("A break.")
    other.locator(".submit-row input[type=submit]").click()
    expect(other.locator("#content")).to_contain_text("Two accounts.")
    assert not fetch(public, slug)["paused"]
    # On to the final.
    site.run("tests.browser.tournament_commands", "play", slug)
    until(lambda: fetch(public, slug)["stages"][1]["status"] == "running")
    await_tables(page, run, 1)
    site.run("tests.browser.tournament_commands", "play", slug)
    until(lambda: fetch(public, slug)["status"] == "finished")
    last = fetch(public, slug)
    assert document_check.check(last) == []
    assert last["ranking"][-1] == {"entry": entry_named(document, names[1]), "place": None}
    public.goto(f"/tournaments/{slug}/")
    expect(public.get_by_role("heading", name="The podium")).to_be_visible()
    check_page(public, "a tournament that is over, on a phone")


def create_in_admin(page: Page, name: str) -> str:
    page.goto("/admin/tournaments/tournament/add/")
    page.locator("[name=name]").fill(name)
    page.locator("[name=format]").select_option("swiss-elimination")
    page.locator("[name=rounds]").fill("2")
    page.locator("[name=advance]").fill("4")
    page.locator("[name=check_in_minutes]").fill("0")
    page.locator("[name=lead_seconds]").fill("3600")  # nothing begins by itself: the test says when
    page.get_by_role("button", name=re.compile("^(Save|Create)")).first.click()
    expect(page).to_have_url(re.compile(r"/run/"))
    act(page, re.sub(r"/run/.*", "", page.url), "open-registration", reason="It begins.")
    page.goto(re.sub(r"/run/.*", "", page.url) + "/run/")
    link = page.get_by_role("link", name="As players see it").get_attribute("href") or ""
    return link.strip("/").split("/")[-1]


def act(page: Page, run: str, name: str, **fields: str) -> None:
    """Fill in the form of an act and confirm what it says it will do."""
    page.goto(f"{run}/acts/{name}/")
    for field, value in fields.items():
        control = page.locator(f"[name={field}]")
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    page.locator(".submit-row input[type=submit]").click()
    if page.locator("[name=confirmed]").count():
        page.locator(".submit-row input[type=submit]").click()
    expect(page).to_have_url(re.compile(r"/run/"))


def correct_first_table(page: Page, run: str, document: dict[str, Any]) -> None:
    table = document["stages"][0]["rounds"][0]["tables"][0]
    page.goto(f"{run}/acts/correct-result/")
    page.get_by_role("link", name=re.compile(r"^Round 1, table 1\b")).click()
    order = [entry for group in table["outcome"]["places"] for entry in group][::-1]
    for place, entry in enumerate(order, start=1):
        page.locator(f"[name=place-{entry}]").fill(str(place))
    page.locator("[name=reason]").fill("Read from the wrong line.")
    page.locator(".submit-row input[type=submit]").click()
    expect(page.locator("#content")).to_contain_text("Standings")
    check_width(page, "the consequences of a correction")
    page.locator(".submit-row input[type=submit]").click()
    expect(page).to_have_url(re.compile(r"/run/"))


def fetch(page: Page, slug: str) -> dict[str, Any]:
    return dict(json.loads(page.request.get(f"/tournaments/{slug}/document.json").text()))


def entry_named(document: dict[str, Any], name: str) -> int:
    return next(one["id"] for one in document["entries"] if one["name"] == name)


def no_shows(document: dict[str, Any]) -> list[int]:
    tables = [table for one in document["stages"][0]["rounds"] for table in one["tables"]]
    return [entry for table in tables for entry in table["no_shows"]]


def await_tables(page: Page, run: str, number: int) -> None:
    """Until the worker has opened so many tables."""

    def opened() -> bool:
        page.goto(f"{run}/run/")
        return page.locator("a[href^='/tables/']").count() >= number

    until(opened)


def await_round(page: Page, run: str, number: int) -> None:
    def paired() -> bool:
        page.goto(f"{run}/run/")
        return f"Round {number}" in page.locator("#content").inner_text()

    until(paired)
