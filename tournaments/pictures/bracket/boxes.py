"""Draws the box of a table: its frame, its name and status, and a row for each side."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from ratings.pictures.scales import text
from tournaments.pictures.bracket.descriptions import Words, in_words, status
from tournaments.pictures.bracket.highlights import Highlights, classes
from tournaments.pictures.bracket.layout import BOX_HEAD_HEIGHT, BOX_WIDTH, Box
from tournaments.pictures.bracket.rows import NAME_POINTS_GAP, draw_row, letters
from tournaments.pictures.bracket.tables import BracketTable
from tournaments.pictures.bracket.words import STATUSES_WITHOUT_LABEL
from tournaments.pictures.text_fitting import cleaned, shortened, width

TEXT_INSET = 10
SMALL_FONT_SIZE = 13
SEAL_RADIUS = 4.5
CROWN_WIDTH = 14
CROWN_PATH = "l-2 -10 l5 4 l4 -7 l4 7 l5 -4 l-2 10 z"


def draw_table(parent: Element, box: Box, highlights: Highlights, words: Words) -> None:
    """Draw a group with a title, inside a link if the table has a page."""
    table, spoken = box.table, in_words(box.table, highlights, words)
    if table.href:
        parent = SubElement(parent, "a", {"class": "bracket__link", "href": table.href, "aria-label": spoken})
    group = SubElement(parent, "g", {
        "class": classes("table", *modifiers(table, highlights)),
        "data-table": str(table.number),
        "transform": f"translate({box.x} {box.y})",
    })  # fmt: skip
    SubElement(group, "title").text = spoken
    SubElement(
        group, "rect", {"class": "bracket__frame", "width": str(BOX_WIDTH), "height": str(box.height), "rx": "5"}
    )
    draw_head(group, table, highlights, words)
    for index in table.shown:
        slot = table.slots[index]
        draw_row(group, slot, box.row(index) - box.y, list(highlights.of(slot.entry)))


def modifiers(table: BracketTable, highlights: Highlights) -> Iterator[str]:
    yield table.status
    if table.live:
        yield "live"
    if highlights.chosen is not None and any(slot.entry == highlights.chosen for slot in table.slots):
        yield "chosen"


def draw_head(group: Element, table: BracketTable, highlights: Highlights, words: Words) -> None:
    """Draw the table's name on the left; on the right its status where that is not obvious, with a seal where it is
    live."""
    said = "" if table.status in STATUSES_WITHOUT_LABEL and not table.live else status(table, words)
    middle, end = BOX_HEAD_HEIGHT / 2, BOX_WIDTH - TEXT_INSET
    begins = end - SMALL_FONT_SIZE * width(said) / 100
    room = 100 * (begins - TEXT_INSET - NAME_POINTS_GAP - 2 * CROWN_WIDTH) / SMALL_FONT_SIZE
    letters(group, "table-title", TEXT_INSET, middle, shortened(cleaned(table.title), room))
    SubElement(group, "path", {"class": "bracket__rule", "d": f"M0 {BOX_HEAD_HEIGHT} H{BOX_WIDTH}"})
    if said:
        letters(group, "status", end, middle, said, anchor="end")
    if table.live:
        at = {"cx": text(begins - 2.5 * SEAL_RADIUS), "cy": text(middle), "r": text(SEAL_RADIUS)}
        SubElement(group, "circle", {"class": "bracket__seal", **at})
    elif table.number == highlights.crowned_at:
        SubElement(
            group,
            "path",
            {"class": "bracket__crown", "d": f"M{text(begins - CROWN_WIDTH)} {BOX_HEAD_HEIGHT - 7} {CROWN_PATH}"},
        )
