"""The explanations of a bracket's tables as documents: where each side comes from, and how many go on.

Tables are numbered from 1 here, as people and the tournament's document count them; in the bracket from 0.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.elimination.bracket import Bracket, BracketTable, Part
from tournaments.formats.elimination.slots import Bye, FromTable, Slot
from tournaments.formats.entries import EntryId
from tournaments.formats.wording import PLACES, Names, listed, sentence

# What is at stake where it is not a place in a later round.
STAKES = {
    Part.FINAL: "the winner stands first",
    Part.SMALL_FINAL: "they play for the places after the finalists",
    Part.RESET: "it is played only if whoever came unbeaten loses the final",
}


def explanation_documents(bracket: Bracket, names: Names | None = None) -> list[dict[str, Any]]:
    """Return why each table is as it is, in the order of the bracket."""
    return [
        {
            "code": "bracket",
            "facts": facts(table, part, bracket.rank),
            "text": sentence(f"{sources_in_words(table, bracket.rank, names)}; {stakes(table, part)}"),
        }
        for part, table in ((each.part, table) for each in bracket.rounds for table in each.tables)
    ]


def facts(table: BracketTable, part: Part, rank: Mapping[EntryId, int]) -> dict[str, Any]:
    return {
        "bracket": part.value.replace(" ", "-"),
        "sources": [source_facts(slot, rank) for slot in table.slots],
        "advances": table.goes_on,
    }


def source_facts(slot: Slot, rank: Mapping[EntryId, int]) -> dict[str, Any]:
    if isinstance(slot, Bye):
        return {"nobody": True}
    if isinstance(slot, FromTable):
        return {"table": slot.table + 1, "place": slot.place}
    return {"entry": slot.entry, "seed": rank[slot.entry] + 1}


def sources_in_words(table: BracketTable, rank: Mapping[EntryId, int], names: Names | None) -> str:
    return listed([source_in_words(slot, rank, names) for slot in table.slots if not isinstance(slot, Bye)])


def source_in_words(slot: Slot, rank: Mapping[EntryId, int], names: Names | None) -> str:
    """Name an entry known from the start by seed and name; all others by the place in which they leave a table."""
    if isinstance(slot, Bye):
        return "nobody"
    if isinstance(slot, FromTable):
        return f"{PLACES[slot.place - 1]} of table {slot.table + 1}"
    seed = f"seed {rank[slot.entry] + 1}"
    return f"{seed} ({names[slot.entry]})" if names and slot.entry in names else seed


def stakes(table: BracketTable, part: Part) -> str:
    if any(isinstance(slot, Bye) for slot in table.slots):
        return "nobody else, so they rest and go on"
    if part in STAKES:
        return STAKES[part]
    return "the winner goes on" if table.goes_on == 1 else f"the first {table.goes_on} go on"
