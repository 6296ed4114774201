"""Composes the SVG of a bracket. It sets classes and texts; colours are in the style sheet.

There are no style attributes, which the site's content security policy forbids. Tables are groups with a title, in the
order of the rounds, inside the links to their pages, so that a screen reader walks them as it would a list.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement, tostring

from tournaments.pictures.bracket.boxes import draw_table
from tournaments.pictures.bracket.connectors import Connector, connectors
from tournaments.pictures.bracket.highlights import Highlights, classes, highlights_for
from tournaments.pictures.bracket.layout import Layout, lay_out
from tournaments.pictures.bracket.tables import NOT_NEEDED, BracketRound, BracketTable
from tournaments.pictures.text_fitting import cleaned

# The picture's size is given in rem, so that it grows with the reader's font size.
UNITS_PER_REM = 16


def bracket_svg(rounds: Sequence[BracketRound], *, chosen: int | None = None, words: Mapping[str, str]) -> str:
    """Return the bracket as SVG. The paths of the chosen entry and of the champion have classes of their own.

    Words are those of `ENGLISH`, in the reader's language. Everything in the markup is escaped.
    """
    rounds = [as_played(each) for each in rounds if each.tables]
    layout, highlights = lay_out(rounds), highlights_for(rounds, chosen)
    picture = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "bracket__picture",
        "viewBox": f"0 0 {layout.width} {layout.height}",
        "width": f"{layout.width / UNITS_PER_REM:g}rem",
        "height": f"{layout.height / UNITS_PER_REM:g}rem",
        "direction": "ltr",
    })  # fmt: skip
    draw_connectors(picture, connectors(layout), highlights)
    for number, each in enumerate(rounds):
        draw_round(picture, each, number, layout, highlights, words)
    return tostring(picture, encoding="unicode")


def as_played(each: BracketRound) -> BracketRound:
    """Remove the entries from tables that are not needed, such as a reset after the unbeaten have won."""
    return replace(
        each, tables=tuple(without_entries(table) if table.status == NOT_NEEDED else table for table in each.tables)
    )


def without_entries(table: BracketTable) -> BracketTable:
    return replace(table, slots=tuple(replace(slot, entry=None, goes_on=False) for slot in table.slots))


def draw_connectors(picture: Element, all_connectors: Iterable[Connector], highlights: Highlights) -> None:
    """Draw connectors, highlighted ones last and so on top; of those that fall only highlighted ones."""
    group = SubElement(picture, "g", {"class": "bracket__lines", "aria-hidden": "true"})
    marked = [(list(highlights.of(connector.entry)), connector) for connector in all_connectors]
    for whose, connector in sorted(marked, key=lambda pair: len(pair[0]) + ("chosen" in pair[0])):
        if whose or not connector.falls:
            state = ["falls"] * connector.falls + ["known"] * (connector.entry is not None)
            SubElement(group, "path", {
                "class": classes("line", *state, *whose),
                "d": connector.path,
                "data-from": str(connector.source),
                "data-to": str(connector.target),
            })  # fmt: skip


def draw_round(
    picture: Element, each: BracketRound, number: int, layout: Layout, highlights: Highlights, words: Mapping[str, str]
) -> None:
    """Draw a round's title, then its tables from top to bottom."""
    group = SubElement(picture, "g", {"class": classes("round", each.part)})
    title = layout.titles[number]
    at = {"class": "bracket__title", "x": str(title.x), "y": str(title.y)}
    SubElement(group, "text", at).text = cleaned(title.text)
    for box in sorted((layout.boxes[table.number] for table in each.tables), key=lambda box: box.y):
        draw_table(group, box, highlights, words)
