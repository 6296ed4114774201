"""Selects the paths to highlight in a bracket: the champion's, and that of a chosen entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pictures.bracket.tables import DECIDED_STATUSES, FINAL, NOT_NEEDED, RESET, BracketRound, BracketTable


@dataclass(frozen=True, slots=True)
class Highlights:
    """Two paths, each with a class of its own, so that they can share a connector."""

    champion: int | None
    chosen: int | None
    # The table at which the champion won the tournament.
    crowned_at: int | None

    def of(self, entry: int | None) -> Iterator[str]:
        """Yield the classes of an entry's rows and connectors."""
        if entry is not None and entry == self.champion:
            yield "champion"
        if entry is not None and entry == self.chosen:
            yield "chosen"


def last_table(rounds: Sequence[BracketRound]) -> BracketTable | None:
    """Return the table that has decided the bracket: the reset if it was needed, else the final; None before it
    ends."""
    ends = [table for part in (RESET, FINAL) for each in rounds if each.part == part for table in each.tables]
    last = next((table for table in ends if table.status != NOT_NEEDED), None)
    return last if last and last.status in DECIDED_STATUSES else None


def highlights_for(rounds: Sequence[BracketRound], chosen: int | None) -> Highlights:
    last = last_table(rounds)
    champion = next((slot.entry for slot in last.slots if slot.goes_on), None) if last else None
    return Highlights(champion, chosen, last.number if last else None)


def classes(block: str, *modifiers: str) -> str:
    """Return the class of a part of the bracket and those of its modifiers: `bracket__slot bracket__slot--out`."""
    return " ".join([f"bracket__{block}", *(f"bracket__{block}--{modifier}" for modifier in modifiers)])
