"""Clocks: a time for each turn, and a bank that runs down once it is over. Time comes in as a number."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from games.engine.game import Seat

Milliseconds = int

# Ruling 27: after so many time-outs in a row a bot plays the seat until its player is back.
LATE_IN_A_ROW = 3
# A bot does not answer at once, so that people can follow.
BOT_PAUSE: Milliseconds = 900


class By(Enum):
    """Who took an action."""

    PLAYER = "player"
    CLOCK = "clock"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Pace:
    """A time control."""

    turn: Milliseconds
    bank: Milliseconds


class Clock(NamedTuple):
    """By seat, what is left in the bank, and how often somebody was late in a row."""

    banks: tuple[Milliseconds, ...]
    lates: tuple[int, ...]

    def after(self, seat: Seat, by: By, spent: Milliseconds, turn: Milliseconds) -> "Clock":
        """The clock once a seat has acted. A bot's move costs its player nothing, and does not end the row."""
        if by is By.PLAYER and spent <= turn and not self.lates[seat]:
            return self  # in time, as before
        if by is By.BOT:
            return self
        bank, lates = list(self.banks), list(self.lates)
        bank[seat] = max(0, bank[seat] - max(0, spent - turn))
        lates[seat] = lates[seat] + 1 if by is By.CLOCK else 0
        return Clock(tuple(bank), tuple(lates))


def wound_up(pace: Pace, seats: int) -> Clock:
    return Clock((pace.bank,) * seats, (0,) * seats)
