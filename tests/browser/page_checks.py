"""Checks of a whole page in tests: accessibility by axe, width, size of text, broken words."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

axe = Axe()


def check_width(page: Page, address: str) -> None:
    """Assert that the page does not scroll sideways."""
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{address} is {overflow} pixels too wide"


def wait_for_animations(page: Page) -> None:
    """Wait until all finite animations have ended: axe measures colours, which fade in."""
    page.evaluate(
        """Promise.allSettled(document.getAnimations()
        .filter(motion => motion.effect.getComputedTiming().endTime !== Infinity)
        .map(motion => motion.finished)).then(() => null)"""
    )


def check_page(page: Page, address: str) -> None:
    """Assert that axe finds nothing, that nothing sticks out, and that text on a phone has at least 16 pixels."""
    wait_for_animations(page)
    results = axe.run(page)
    assert results.violations_count == 0, f"{address}\n{results.generate_report()}"
    check_width(page, address)
    small = page.evaluate(
        """innerWidth > 500 ? [] : [...document.querySelectorAll('main *, header *')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
        .filter(e => e.checkVisibility() && !e.closest('svg, .aside-words'))
        .filter(e => parseFloat(getComputedStyle(e).fontSize) < 16).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert not small, f"{address} has text under 16 pixels: {small}"


def broken_words(page: Page, selector: str) -> list[str]:
    """Return the words that are broken over two lines or cut off."""
    return page.locator(selector).evaluate_all(
        """places => places.flatMap(place => {
            const broken = [];
            const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                const { data, parentElement } = texts.currentNode;
                // What is for screen readers only has a width of one pixel.
                if (parentElement.getBoundingClientRect().width <= 1) continue;
                const cut = getComputedStyle(parentElement).overflowX !== 'visible'
                    && parentElement.scrollWidth > parentElement.clientWidth;
                for (const word of data.matchAll(/\\S+/g)) {
                    const range = document.createRange();
                    range.setStart(texts.currentNode, word.index);
                    range.setEnd(texts.currentNode, word.index + word[0].length);
                    if (cut || range.getClientRects().length > 1) broken.push(word[0]);
                }
            }
            return broken;
        })"""
    )
