"""The input of the picture: plain values, already translated."""

from dataclasses import dataclass

WINNERS, LOSERS, SMALL_FINAL, FINAL, RESET = "winners", "losers", "small-final", "final", "reset"
# The statuses of a decided table.
DECIDED_STATUSES = ("finished", "walkover")
NOT_NEEDED = "not-needed"


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One side of a table."""

    # The name; or where the entry comes from ("Winner of table 3") while it is not known; or nothing for a bye.
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
    """A table of the bracket, numbered through all rounds from any first number."""

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
        """Return the slots that get a row: all but byes."""
        return tuple(index for index, slot in enumerate(self.slots) if not slot.is_nobody)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Tables that may be played at the same time."""

    title: str
    part: str
    tables: tuple[BracketTable, ...]
