"""Describes a table of the bracket in words, for screen readers and tooltips."""

from collections.abc import Iterator, Mapping

from tournaments.pictures.bracket.highlights import Highlights
from tournaments.pictures.bracket.tables import BracketSlot, BracketTable
from tournaments.pictures.text_fitting import cleaned, isolated

Words = Mapping[str, str]


def in_words(table: BracketTable, highlights: Highlights, words: Words) -> str:
    """Return everything about a table, with whole names."""
    crowned = table.number == highlights.crowned_at
    sides = (side_in_words(table.slots[slot], words, crowned=crowned) for slot in table.shown)
    return f"{cleaned(table.title)} ({status(table, words)}): {'; '.join(', '.join(side) for side in sides)}"


def status(table: BracketTable, words: Words) -> str:
    return words["playing"] if table.live else words[table.status]


def side_in_words(slot: BracketSlot, words: Words, *, crowned: bool) -> Iterator[str]:
    yield isolated(cleaned(slot.label))
    if slot.place is not None:
        yield words["place"].format(place=slot.place) + (f" ({cleaned(slot.points)})" if slot.points else "")
    if slot.goes_on:
        yield words["champion" if crowned else "goes-on"]
    if slot.is_out:
        yield words["out"]
