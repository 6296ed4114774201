"""A row of a table in the bracket: seed, name, points and place of one side, and the signs of what it has won."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from ratings.pictures.scales import text
from tournaments.pictures.bracket.layout import ROW, WIDTH
from tournaments.pictures.bracket.marks import classes
from tournaments.pictures.bracket.tables import BracketSlot
from tournaments.pictures.lettering import cleaned, isolated, shortened, width

# From the left: the seed ends, the name begins. From the right: the points end, the middle of the place.
SEED, NAME, POINTS, PLACE = 28, 36, 38, 20
# Between a name and the points.
APART = 8
LETTERS = 15
# Names of those who go on, or are chosen, are bold, and so much wider.
BOLDER = 1.1
# From the middle of a row to the line that letters stand on.
BASELINE = 5
MEDAL = 10.5
# In the medal of somebody who goes on without a place, as after a rest.
ONWARDS = "m-2.5 -4.5 l5 4.5 l-5 4.5"
POINTER = "l-9 -6 v12 z"


def draw_row(table: Element, slot: BracketSlot, middle: float, whose: list[str]) -> None:
    """Whoever goes on has a medal; a pointer from outside leads to whoever is chosen."""
    row = SubElement(table, "g", {"class": classes("slot", *modifiers(slot), *whose)})
    name, short = cleaned(slot.label), shown_name(slot, is_bold=slot.goes_on or "chosen" in whose)
    if short != name:
        SubElement(row, "title").text = isolated(name)
    SubElement(row, "rect", {
        "class": "bracket__row", "x": "1.5", "y": text(middle - ROW / 2 + 1), "width": str(WIDTH - 3),
        "height": str(ROW - 2), "rx": "3",
    })  # fmt: skip
    if "chosen" in whose:
        SubElement(row, "path", {"class": "bracket__pointer", "d": f"M0 {text(middle)} {POINTER}"})
    if slot.seed is not None:
        letters(row, "seed", SEED, middle, str(slot.seed), anchor="end")
    letters(row, "name", NAME, middle, isolated(short))
    if slot.points:
        letters(row, "points", WIDTH - POINTS, middle, cleaned(slot.points), anchor="end")
    draw_place(row, slot, middle)


def draw_place(row: Element, slot: BracketSlot, middle: float) -> None:
    x, y = WIDTH - PLACE, text(middle)
    if slot.goes_on:
        SubElement(row, "circle", {"class": "bracket__medal", "cx": str(x), "cy": y, "r": text(MEDAL)})
    if slot.place is not None:
        letters(row, "place", x, middle, str(slot.place), anchor="middle")
    elif slot.goes_on:
        SubElement(row, "path", {"class": "bracket__onwards", "d": f"M{x} {y} {ONWARDS}"})


def shown_name(slot: BracketSlot, *, is_bold: bool) -> str:
    """As much of the name as there is room for before the points."""
    points = APART + LETTERS * width(slot.points) / 100 if slot.points else 0
    room = 100 * (WIDTH - NAME - POINTS - points) / LETTERS
    return shortened(cleaned(slot.label), room / BOLDER if is_bold else room)


def modifiers(slot: BracketSlot) -> Iterator[str]:
    if slot.entry is None:
        yield "unknown"
    if slot.goes_on:
        yield "goes-on"
    if slot.is_out:
        yield "out"


def letters(parent: Element, block: str, x: float, middle: float, said: str, *, anchor: str = "start") -> None:
    """Text around a middle height, from, to or around x."""
    at = {"class": f"bracket__{block}", "x": text(x), "y": text(middle + BASELINE)}
    SubElement(parent, "text", at | ({} if anchor == "start" else {"text-anchor": anchor})).text = said
