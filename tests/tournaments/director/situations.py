"""Situations of a tournament, for tests of the director."""

from datetime import UTC, datetime, timedelta

from tournaments.director.situation import Situation, Status

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def before(status: Status = Status.REGISTRATION, **values) -> Situation:
    """Starts in an hour, check-in opens in three quarters of one."""
    known = {"starts_at": NOON + HOUR, "check_in_opens_at": NOON + HOUR - 15 * MINUTE, "entries": 8, "fewest": 4}
    return Situation(status=status, state=7, **known | values)


def running(**values) -> Situation:
    """The first round of three of a Swiss."""
    known = {
        "stage": 1,
        "stage_running": True,
        "is_swiss": True,
        "rounds": 3,
        "present": 8,
        "taking_part": values.get("present", 8),
        "fewest_at_table": 3,
    }
    return Situation(status=Status.RUNNING, state=7, **known | values)


def bracket(**values) -> Situation:
    return running(is_swiss=False, is_bracket=True, rounds=2, round=1, round_status="playing", **values)
