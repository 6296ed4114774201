"""A table of the bracket: its frame, its name and how far it is, and a row for each side."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from ratings.pictures.scales import text
from tournaments.pictures.bracket.layout import HEAD, WIDTH, Box
from tournaments.pictures.bracket.marks import Marks, classes
from tournaments.pictures.bracket.rows import APART, draw_row, letters
from tournaments.pictures.bracket.spoken import Words, in_words, status
from tournaments.pictures.bracket.tables import BracketTable
from tournaments.pictures.bracket.words import UNSPOKEN
from tournaments.pictures.lettering import cleaned, shortened, width

INSET = 10
SMALL_LETTERS = 13
SEAL = 4.5
CROWN_WIDTH = 14
CROWN = "l-2 -10 l5 4 l4 -7 l4 7 l5 -4 l-2 10 z"


def draw_table(parent: Element, box: Box, marks: Marks, words: Words) -> None:
    """A group with a title, inside a link if there is a page to go to."""
    table, spoken = box.table, in_words(box.table, marks, words)
    if table.href:
        parent = SubElement(parent, "a", {"class": "bracket__link", "href": table.href, "aria-label": spoken})
    group = SubElement(parent, "g", {
        "class": classes("table", *modifiers(table, marks)),
        "data-table": str(table.number),
        "transform": f"translate({box.x} {box.y})",
    })  # fmt: skip
    SubElement(group, "title").text = spoken
    SubElement(group, "rect", {"class": "bracket__frame", "width": str(WIDTH), "height": str(box.height), "rx": "5"})
    draw_head(group, table, marks, words)
    for index in table.shown:
        slot = table.slots[index]
        draw_row(group, slot, box.row(index) - box.y, list(marks.of(slot.entry)))


def modifiers(table: BracketTable, marks: Marks) -> Iterator[str]:
    yield table.status
    if table.live:
        yield "live"
    if marks.chosen is not None and any(slot.entry == marks.chosen for slot in table.slots):
        yield "chosen"


def draw_head(group: Element, table: BracketTable, marks: Marks, words: Words) -> None:
    """The table's name on the left; on the right a word for what is not plain to see, with a seal where it is live."""
    said = "" if table.status in UNSPOKEN and not table.live else status(table, words)
    middle, end = HEAD / 2, WIDTH - INSET
    begins = end - SMALL_LETTERS * width(said) / 100
    room = 100 * (begins - INSET - APART - 2 * CROWN_WIDTH) / SMALL_LETTERS
    letters(group, "table-title", INSET, middle, shortened(cleaned(table.title), room))
    SubElement(group, "path", {"class": "bracket__rule", "d": f"M0 {HEAD} H{WIDTH}"})
    if said:
        letters(group, "status", end, middle, said, anchor="end")
    if table.live:
        at = {"cx": text(begins - 2.5 * SEAL), "cy": text(middle), "r": text(SEAL)}
        SubElement(group, "circle", {"class": "bracket__seal", **at})
    elif table.number == marks.crowned_at:
        SubElement(group, "path", {"class": "bracket__crown", "d": f"M{text(begins - CROWN_WIDTH)} {HEAD - 7} {CROWN}"})
