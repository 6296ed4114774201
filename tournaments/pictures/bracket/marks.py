"""Whose way through a bracket is shown: the champion's, and that of an entry that somebody has chosen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pictures.bracket.tables import DECIDED, FINAL, NOT_NEEDED, RESET, BracketRound, BracketTable


@dataclass(frozen=True, slots=True)
class Marks:
    """Two ways, each a class of its own, so that they can run along the same line."""

    champion: int | None
    chosen: int | None
    # The table at which the champion became it.
    crowned_at: int | None

    def of(self, entry: int | None) -> Iterator[str]:
        """The marks that an entry's rows and lines bear."""
        if entry is not None and entry == self.champion:
            yield "champion"
        if entry is not None and entry == self.chosen:
            yield "chosen"


def last_table(rounds: Sequence[BracketRound]) -> BracketTable | None:
    """The table that has decided the whole bracket: the reset if it was needed, else the final; None before it ends."""
    ends = [table for part in (RESET, FINAL) for each in rounds if each.part == part for table in each.tables]
    last = next((table for table in ends if table.status != NOT_NEEDED), None)
    return last if last and last.status in DECIDED else None


def marks_for(rounds: Sequence[BracketRound], chosen: int | None) -> Marks:
    last = last_table(rounds)
    champion = next((slot.entry for slot in last.slots if slot.goes_on), None) if last else None
    return Marks(champion, chosen, last.number if last else None)


def classes(block: str, *modifiers: str) -> str:
    """The class of a part of the bracket and those of its modifiers: `bracket__slot bracket__slot--out`."""
    return " ".join([f"bracket__{block}", *(f"bracket__{block}--{modifier}" for modifier in modifiers)])
