"""Game clocks: a time for each turn, and a bank that runs down once it is over. Time comes in as a number."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from games.engine.game import Seat

Milliseconds = int

# Ruling 27: after so many time-outs in a row a bot plays the seat until its player is back.
TIMEOUTS_BEFORE_BOT = 3
# A bot waits so long before it moves, so that people can follow.
BOT_MOVE_DELAY_MILLISECONDS: Milliseconds = 900


class By(Enum):
    """Who took an action."""

    PLAYER = "player"
    CLOCK = "clock"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: how long a turn lasts, and how much is in the bank for the whole match."""

    turn: Milliseconds
    bank: Milliseconds


class Clock(NamedTuple):
    """By seat, what is left in the bank, and how many turns in a row timed out."""

    banks: tuple[Milliseconds, ...]
    timeouts_in_a_row: tuple[int, ...]

    def after(self, seat: Seat, by: By, spent: Milliseconds, turn: Milliseconds) -> "Clock":
        """Return the clock after a move. A bot's move costs its player no time, and keeps the count of time-outs."""
        if by is By.PLAYER and spent <= turn and not self.timeouts_in_a_row[seat]:
            return self  # in time, as before
        if by is By.BOT:
            return self
        bank, timeouts_in_a_row = list(self.banks), list(self.timeouts_in_a_row)
        bank[seat] = max(0, bank[seat] - max(0, spent - turn))
        timeouts_in_a_row[seat] = timeouts_in_a_row[seat] + 1 if by is By.CLOCK else 0
        return Clock(tuple(bank), tuple(timeouts_in_a_row))


def full_clock(pace: TimeControl, seats: int) -> Clock:
    """Return the clock at the start of a match: full banks, no time-outs."""
    return Clock((pace.bank,) * seats, (0,) * seats)
