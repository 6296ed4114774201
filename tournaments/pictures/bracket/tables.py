"""What a bracket is drawn from: plain values, worked out and translated by whoever asks for the picture."""

from dataclasses import dataclass

WINNERS, LOSERS, SMALL_FINAL, FINAL, RESET = "winners", "losers", "small-final", "final", "reset"
# A reset with one of these is the last word; a final before it is only the last but one.
DECIDED = ("finished", "walkover")
NOT_NEEDED = "not-needed"


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One side of a table."""

    # The name; or where the entry comes from ("Winner of table 3"), if it is not known; or nothing for nobody.
    label: str
    entry: int | None
    place: int | None
    points: str
    goes_on: bool
    is_out: bool
    seed: int | None

    @property
    def is_nobody(self) -> bool:
        return self.entry is None and not self.label


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A table of the bracket. Numbers run through all rounds, from whatever the first one is."""

    number: int
    title: str
    # A table's status as in the tournament document: "waiting", "playing", "not-needed".
    status: str
    slots: tuple[BracketSlot, ...]
    # By slot, the number of the table that its entry comes from; None for those who sit here from the start.
    sources: tuple[int | None, ...]
    advances: int
    href: str
    live: bool

    @property
    def shown(self) -> tuple[int, ...]:
        """The slots that get a row: all but nobody's."""
        return tuple(index for index, slot in enumerate(self.slots) if not slot.is_nobody)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Tables that may be played at the same time."""

    title: str
    part: str
    tables: tuple[BracketTable, ...]
