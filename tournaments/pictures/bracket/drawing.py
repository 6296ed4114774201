"""The bracket as SVG text. What a thing is stands in its class and in words; colours are the style sheet's.

There are no style attributes, which the site's content security policy forbids. Tables are groups with a title, in
the order of the rounds, inside the links to their pages, so that a screen reader walks them as it would a list.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement, tostring

from tournaments.pictures.bracket.boxes import draw_table
from tournaments.pictures.bracket.layout import Layout, lay_out
from tournaments.pictures.bracket.lines import Line, lines
from tournaments.pictures.bracket.marks import Marks, classes, marks_for
from tournaments.pictures.bracket.tables import NOT_NEEDED, BracketRound, BracketTable
from tournaments.pictures.lettering import cleaned

# The picture grows with the reader's letters: its size is given in rem, one of which is so many units.
UNITS_PER_REM = 16


def bracket_svg(rounds: Sequence[BracketRound], *, chosen: int | None = None, words: Mapping[str, str]) -> str:
    """Draw a bracket. The way of the chosen entry, and of the champion once there is one, bear classes of their own.

    Words are those of `ENGLISH`, in the reader's language. What comes back is markup: everything in it is escaped.
    """
    rounds = [as_played(each) for each in rounds if each.tables]
    layout, marks = lay_out(rounds), marks_for(rounds, chosen)
    picture = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "bracket__picture",
        "viewBox": f"0 0 {layout.width} {layout.height}",
        "width": f"{layout.width / UNITS_PER_REM:g}rem",
        "height": f"{layout.height / UNITS_PER_REM:g}rem",
        "direction": "ltr",
    })  # fmt: skip
    draw_lines(picture, lines(layout), marks)
    for number, each in enumerate(rounds):
        draw_round(picture, each, number, layout, marks, words)
    return tostring(picture, encoding="unicode")


def as_played(each: BracketRound) -> BracketRound:
    """At a table that is not needed, a reset after the unbeaten have won, nobody has sat, whoever might have."""
    return replace(
        each, tables=tuple(nobody_at(table) if table.status == NOT_NEEDED else table for table in each.tables)
    )


def nobody_at(table: BracketTable) -> BracketTable:
    return replace(table, slots=tuple(replace(slot, entry=None, goes_on=False) for slot in table.slots))


def draw_lines(picture: Element, all_lines: Iterable[Line], marks: Marks) -> None:
    """Marked ones last, above the others; of those who fall only these, or there would be no end of lines."""
    group = SubElement(picture, "g", {"class": "bracket__lines", "aria-hidden": "true"})
    marked = [(list(marks.of(line.entry)), line) for line in all_lines]
    for whose, line in sorted(marked, key=lambda pair: len(pair[0]) + ("chosen" in pair[0])):
        if whose or not line.falls:
            state = ["falls"] * line.falls + ["known"] * (line.entry is not None)
            SubElement(group, "path", {
                "class": classes("line", *state, *whose),
                "d": line.path,
                "data-from": str(line.source),
                "data-to": str(line.target),
            })  # fmt: skip


def draw_round(
    picture: Element, each: BracketRound, number: int, layout: Layout, marks: Marks, words: Mapping[str, str]
) -> None:
    """A round's title, then its tables from top to bottom."""
    group = SubElement(picture, "g", {"class": classes("round", each.part)})
    title = layout.titles[number]
    at = {"class": "bracket__title", "x": str(title.x), "y": str(title.y)}
    SubElement(group, "text", at).text = cleaned(title.text)
    for box in sorted((layout.boxes[table.number] for table in each.tables), key=lambda box: box.y):
        draw_table(group, box, marks, words)
