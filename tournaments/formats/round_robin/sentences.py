"""Explains a round robin's table as a document: which round it is, and how evenly all of them meet."""

from typing import Any

from tournaments.formats.round_robin.schedule import Schedule

TIMES_IN_WORDS = {1: "once", 2: "twice"}


def explanation_document(schedule: Schedule, number: int) -> dict[str, Any]:
    """Return why the tables of a round are as they are, the same for all of them. Rounds are numbered from 1."""
    fewest, most = schedule.fewest_meetings, schedule.most_meetings
    rounds = len(schedule.rounds)
    evenly = "as evenly as the schedule allows" if fewest < most else TIMES_IN_WORDS.get(most, f"{most} times")
    return {
        "code": "schedule",
        "facts": {"round": number, "rounds": rounds, "fewest_meetings": fewest, "most_meetings": most},
        "text": f"Everyone meets everyone {evenly}; this is round {number} of {rounds}.",
    }
