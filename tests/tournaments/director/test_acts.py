"""Which acts are possible when, as tables of cases; no database."""

import pytest

from tests.tournaments.director.situations import before, bracket, running
from tournaments.director.acts import ASKS_FIRST, NEEDS, Act, allowed, needs
from tournaments.director.situation import Status

ALWAYS_BEFORE = {"cancel", "message", "add-entry", "drop", "substitute"}
WHILE_RUNNING = {
    "finish",
    "cancel",
    "message",
    "sit-out",
    "return",
    "drop",
    "disqualify",
    "reinstate",
    "substitute",
}
# Once a stage has begun; once a round has been paired.
STAGE = {"reset-stage"}
ROUND = {"replay", "enter-result", "correct-result"}
PLAYING = {"call-off", "forfeit"}

CASES = {
    "announced": (before(Status.ANNOUNCED), ALWAYS_BEFORE | {"pause", "open-registration"}),
    "registration": (before(), ALWAYS_BEFORE | {"pause", "close-registration", "start"}),
    "registration with too few": (before(entries=3), ALWAYS_BEFORE | {"pause", "close-registration"}),
    "closed": (before(Status.CLOSED), ALWAYS_BEFORE | {"pause", "open-registration", "start"}),
    "check-in": (before(Status.CHECK_IN), ALWAYS_BEFORE | {"pause", "start"}),
    "paused": (before(paused=True), ALWAYS_BEFORE | {"resume", "close-registration", "start"}),
    "started, no stage yet": (running(stage=0, stage_running=False), WHILE_RUNNING | {"pause", "next-stage"}),
    "before the first round": (running(), WHILE_RUNNING | STAGE | {"pause", "pair", "add-entry"}),
    "a draft": (
        running(round=1, round_status="draft"),
        WHILE_RUNNING | STAGE | ROUND | {"pause", "swap", "publish", "add-entry"},
    ),
    "published": (
        running(round=1, round_status="published", undecided=2, being_played=2),
        WHILE_RUNNING | STAGE | ROUND | PLAYING | {"pause", "take-back", "add-entry"},
    ),
    "playing": (
        running(round=1, round_status="playing", undecided=1, being_played=1),
        WHILE_RUNNING | STAGE | ROUND | PLAYING | {"pause", "add-entry"},
    ),
    "between rounds": (
        running(round=1, round_status="finished"),
        WHILE_RUNNING | STAGE | ROUND | {"pause", "pair", "next-stage", "add-entry"},
    ),
    "between rounds, one table is played again": (
        running(round=1, round_status="finished", undecided=1, being_played=1),
        WHILE_RUNNING | STAGE | ROUND | PLAYING | {"pause", "next-stage", "add-entry"},
    ),
    "after the last round": (
        running(round=3, round_status="finished"),
        WHILE_RUNNING | STAGE | ROUND | {"pause", "next-stage"},
    ),
    "a round robin takes nobody late": (
        running(is_swiss=False, round=1, round_status="finished"),
        WHILE_RUNNING | STAGE | ROUND | {"pause", "pair", "next-stage"},
    ),
    "a bracket": (
        bracket(undecided=2, being_played=1),
        WHILE_RUNNING | STAGE | ROUND | PLAYING | {"pause"},
    ),
    "between stages": (
        running(stage_running=False, stages=2, round=3, round_status="finished"),
        WHILE_RUNNING | STAGE | {"pause", "next-stage", "correct-result"},
    ),
    "finished": (before(Status.FINISHED), {"message", "correct-result"}),
    "cancelled": (before(Status.CANCELLED), {"message"}),
}


@pytest.mark.parametrize("name", CASES)
def test_which_acts_are_possible(name):
    now, expected = CASES[name]
    found = allowed(now)
    assert {act.value for act in found} == expected
    assert found == [act for act in Act if act in found]


def test_there_are_26_acts_and_each_is_possible_at_some_time():
    assert len(Act) == 26
    assert set(Act) == {act for now, _ in CASES.values() for act in allowed(now)}


def test_every_act_but_the_start_and_a_message_wants_a_reason():
    assert {act for act in Act if "reason" not in needs(act)} == {Act.START, Act.MESSAGE}


def test_what_asks_first_wants_a_reason():
    assert all("reason" in needs(act) for act in ASKS_FIRST)
    assert set(NEEDS) <= set(Act)
