"""Draws a row of a table: seed, name, points and place of one side, and its medal or pointer."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from ratings.pictures.scales import text
from tournaments.pictures.bracket.highlights import classes
from tournaments.pictures.bracket.layout import BOX_WIDTH, ROW_HEIGHT
from tournaments.pictures.bracket.tables import BracketSlot
from tournaments.pictures.text_fitting import cleaned, isolated, shortened, width

# From the left: the seed ends, the name begins. From the right: the points end, the middle of the place.
SEED_END, NAME_START, POINTS_END, PLACE_MIDDLE = 28, 36, 38, 20
# Between a name and the points.
NAME_POINTS_GAP = 8
FONT_SIZE = 15
# How much wider bold names are, of those who go on or are chosen.
BOLD_WIDTH_FACTOR = 1.1
# From the middle of a row to the text's baseline.
BASELINE_OFFSET = 5
MEDAL_RADIUS = 10.5
# An arrow in the medal of an entry that goes on without a place, as after a rest.
ONWARDS_PATH = "m-2.5 -4.5 l5 4.5 l-5 4.5"
POINTER_PATH = "l-9 -6 v12 z"


def draw_row(table: Element, slot: BracketSlot, middle: float, whose: list[str]) -> None:
    """Draw a row; whoever goes on has a medal, and a pointer from outside leads to the chosen entry."""
    row = SubElement(table, "g", {"class": classes("slot", *modifiers(slot), *whose)})
    name, short = cleaned(slot.label), shown_name(slot, is_bold=slot.goes_on or "chosen" in whose)
    if short != name:
        SubElement(row, "title").text = isolated(name)
    SubElement(row, "rect", {
        "class": "bracket__row", "x": "1.5", "y": text(middle - ROW_HEIGHT / 2 + 1), "width": str(BOX_WIDTH - 3),
        "height": str(ROW_HEIGHT - 2), "rx": "3",
    })  # fmt: skip
    if "chosen" in whose:
        SubElement(row, "path", {"class": "bracket__pointer", "d": f"M0 {text(middle)} {POINTER_PATH}"})
    if slot.seed is not None:
        letters(row, "seed", SEED_END, middle, str(slot.seed), anchor="end")
    letters(row, "name", NAME_START, middle, isolated(short))
    if slot.points:
        letters(row, "points", BOX_WIDTH - POINTS_END, middle, cleaned(slot.points), anchor="end")
    draw_place(row, slot, middle)


def draw_place(row: Element, slot: BracketSlot, middle: float) -> None:
    x, y = BOX_WIDTH - PLACE_MIDDLE, text(middle)
    if slot.goes_on:
        SubElement(row, "circle", {"class": "bracket__medal", "cx": str(x), "cy": y, "r": text(MEDAL_RADIUS)})
    if slot.place is not None:
        letters(row, "place", x, middle, str(slot.place), anchor="middle")
    elif slot.goes_on:
        SubElement(row, "path", {"class": "bracket__onwards", "d": f"M{x} {y} {ONWARDS_PATH}"})


def shown_name(slot: BracketSlot, *, is_bold: bool) -> str:
    """Return as much of the name as there is room for before the points."""
    points = NAME_POINTS_GAP + FONT_SIZE * width(slot.points) / 100 if slot.points else 0
    room = 100 * (BOX_WIDTH - NAME_START - POINTS_END - points) / FONT_SIZE
    return shortened(cleaned(slot.label), room / BOLD_WIDTH_FACTOR if is_bold else room)


def modifiers(slot: BracketSlot) -> Iterator[str]:
    if slot.entry is None:
        yield "unknown"
    if slot.goes_on:
        yield "goes-on"
    if slot.is_out:
        yield "out"


def letters(parent: Element, block: str, x: float, middle: float, said: str, *, anchor: str = "start") -> None:
    """Draw text around a middle height, from, to or around x."""
    at = {"class": f"bracket__{block}", "x": text(x), "y": text(middle + BASELINE_OFFSET)}
    SubElement(parent, "text", at | ({} if anchor == "start" else {"text-anchor": anchor})).text = said
