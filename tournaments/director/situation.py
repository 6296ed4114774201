"""The situation of a tournament: some twenty-five plain values and no entries, so reading it costs the same at any
size."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Status(StrEnum):
    """The status of a tournament, as on its row."""

    ANNOUNCED = "announced"
    REGISTRATION = "registration"
    CLOSED = "closed"
    CHECK_IN = "check-in"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


# Those before the first pairing.
STATUSES_BEFORE_START = (Status.ANNOUNCED, Status.REGISTRATION, Status.CLOSED, Status.CHECK_IN)


@dataclass(frozen=True, slots=True)
class Situation:
    """One row of the tournament, its current stage and round, and counts of tables."""

    status: Status
    state: int = 0
    paused: bool = False
    automatic: bool = True

    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None
    starts_at: datetime | None = None
    lead: timedelta = timedelta(seconds=60)
    pause_between_rounds: timedelta = timedelta()
    # The fixed time of the next round, if it has one.
    next_round_at: datetime | None = None
    wait_for_entries: timedelta = timedelta(minutes=15)

    # Who would play if it started now, and how many it takes.
    entries: int = 0
    fewest: int = 2

    # The stage that is running, else the last one that has ended; 0 before the first.
    stage: int = 0
    stages: int = 1
    stage_running: bool = False
    is_bracket: bool = False
    # Whether an entry that comes now is paired from the next round on; schedules and brackets are drawn once for all.
    is_swiss: bool = False
    # Rounds of the stage; None while that is open.
    rounds: int | None = None

    # The newest round that has been paired; 0 before the first.
    round: int = 0
    round_status: str = ""
    round_finished_at: datetime | None = None
    # Entries that would be paired now, those that sit out too, and the fewest that make a table.
    present: int = 0
    taking_part: int = 0
    fewest_at_table: int = 2

    # Tables of the current stage.
    undecided: int = 0
    # Sides known, and no match opened yet.
    to_open: int = 0
    # Opened, and past their start time.
    to_begin: int = 0
    next_begins_at: datetime | None = None
    # Their match is over and has not been read yet.
    results: int = 0
    # Opened and not decided.
    being_played: int = 0
    # Called off by an organiser, and neither ruled on nor played again.
    called_off: int = 0
