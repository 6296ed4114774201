"""What is due, as tables of cases; no database."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.tournaments.director.situations import HOUR, MINUTE, NOON, before, bracket, running
from tournaments.director.due import Blocked, Step, StepKind, Wait, due
from tournaments.director.situation import STATUSES_BEFORE_START, Situation, Status

LEAD, WAIT = timedelta(seconds=60), timedelta(minutes=15)


def step(do: StepKind, stage: int = 0, number: int = 0) -> Step:
    return Step(do, 7, stage, number)


GATHERED = {
    "with much time to come to a table people can enter until shortly before the start": (
        before(Status.REGISTRATION, starts_at=NOON + 20 * MINUTE, lead=HOUR, entries=5),
        Wait(NOON + 15 * MINUTE),
    ),
    "and then it starts": (
        before(Status.REGISTRATION, starts_at=NOON + 5 * MINUTE, lead=HOUR, entries=5),
        step(StepKind.START),
    ),
    "announced, before registration opens": (
        before(Status.ANNOUNCED, registration_opens_at=NOON + MINUTE),
        Wait(NOON + MINUTE),
    ),
    "announced, registration opens": (
        before(Status.ANNOUNCED, registration_opens_at=NOON),
        step(StepKind.OPEN_REGISTRATION),
    ),
    "announced by hand waits for its start": (before(Status.ANNOUNCED), Wait(NOON + HOUR)),
    "announced past its start waits for entries": (
        before(Status.ANNOUNCED, starts_at=NOON - MINUTE),
        Wait(NOON - MINUTE + WAIT),
    ),
    "announced long past its start": (before(Status.ANNOUNCED, starts_at=NOON - WAIT), step(StepKind.CANCEL)),
    "registration waits for check-in": (before(), Wait(NOON + 45 * MINUTE)),
    "registration closes before check-in": (
        before(registration_closes_at=NOON + 30 * MINUTE),
        Wait(NOON + 30 * MINUTE),
    ),
    "registration closes": (before(registration_closes_at=NOON), step(StepKind.CLOSE_REGISTRATION)),
    "check-in opens while registration is open": (before(check_in_opens_at=NOON), step(StepKind.OPEN_CHECK_IN)),
    "check-in comes before a close at the same time": (
        before(check_in_opens_at=NOON, registration_closes_at=NOON),
        step(StepKind.OPEN_CHECK_IN),
    ),
    "closed, check-in opens": (before(Status.CLOSED, check_in_opens_at=NOON), step(StepKind.OPEN_CHECK_IN)),
    "nobody has to check in": (before(check_in_opens_at=None), Wait(NOON + HOUR - LEAD)),
    "started by hand": (before(starts_at=None, check_in_opens_at=None), Wait()),
    "starts by hand, closes by time": (
        before(starts_at=None, check_in_opens_at=None, registration_closes_at=NOON + MINUTE),
        Wait(NOON + MINUTE),
    ),
    "check-in waits for the start": (before(Status.CHECK_IN), Wait(NOON + HOUR - LEAD)),
    "the start, so long before that the first pairing can be published": (
        before(Status.CHECK_IN, starts_at=NOON + LEAD),
        step(StepKind.START),
    ),
    "too few wait": (before(Status.CHECK_IN, starts_at=NOON, entries=3), Wait(NOON + WAIT)),
    "too few have waited": (before(Status.CHECK_IN, starts_at=NOON - WAIT, entries=3), step(StepKind.CANCEL)),
    "enough came while it waited": (
        before(Status.CHECK_IN, starts_at=NOON - 5 * MINUTE, entries=4),
        step(StepKind.START),
    ),
    "paused before its start": (before(paused=True, starts_at=NOON - HOUR), Blocked("paused")),
    "cancelled": (before(Status.CANCELLED), Wait()),
}
ROUNDS = {
    "the first stage begins": (running(stage=0, stage_running=False), step(StepKind.BEGIN_STAGE, 1)),
    "the first round is paired": (running(), step(StepKind.PAIR_ROUND, 1, 1)),
    "a draft is published": (running(round=1, round_status="draft"), step(StepKind.PUBLISH_ROUND, 1, 1)),
    "a draft waits for approval": (running(round=1, round_status="draft", automatic=False), Blocked("draft")),
    "tables are opened": (
        running(round=1, round_status="published", undecided=2, to_open=2),
        step(StepKind.OPEN_TABLES, 1),
    ),
    "tables wait for their time": (
        running(round=1, round_status="published", undecided=2, being_played=2, next_begins_at=NOON + MINUTE),
        Wait(NOON + MINUTE),
    ),
    "tables begin": (
        running(round=1, round_status="published", undecided=2, being_played=2, to_begin=2),
        step(StepKind.BEGIN_TABLES, 1),
    ),
    "one is still playing": (running(round=1, round_status="playing", undecided=1, being_played=1), Wait()),
    "results are read first": (
        running(round=1, round_status="playing", undecided=1, being_played=1, results=1, to_begin=1),
        step(StepKind.COLLECT_RESULTS, 1),
    ),
    "the round is over": (running(round=1, round_status="playing"), step(StepKind.FINISH_ROUND, 1, 1)),
    "a round in which everybody rests is over": (
        running(round=1, round_status="published"),
        step(StepKind.FINISH_ROUND, 1, 1),
    ),
    "the next round": (running(round=1, round_status="finished"), step(StepKind.PAIR_ROUND, 1, 2)),
    "a break": (
        running(round=1, round_status="finished", round_finished_at=NOON, pause_between_rounds=10 * MINUTE),
        Wait(NOON + 10 * MINUTE - LEAD),
    ),
    "a break is over, but for the time to come to the table": (
        running(
            round=1, round_status="finished", round_finished_at=NOON - 9 * MINUTE, pause_between_rounds=10 * MINUTE
        ),
        step(StepKind.PAIR_ROUND, 1, 2),
    ),
    "a fixed time": (running(round=1, round_status="finished", next_round_at=NOON + HOUR), Wait(NOON + HOUR - LEAD)),
    "a break that is longer than until the fixed time": (
        running(
            round=1,
            round_status="finished",
            next_round_at=NOON + MINUTE,
            round_finished_at=NOON,
            pause_between_rounds=10 * MINUTE,
        ),
        Wait(NOON + 10 * MINUTE - LEAD),
    ),
    "the last round": (running(round=3, round_status="finished"), step(StepKind.FINISH_STAGE, 1)),
    "nobody is left": (running(round=1, round_status="finished", present=2), step(StepKind.FINISH_STAGE, 1)),
    "too few are there, and others sit out": (
        running(round=1, round_status="finished", round_finished_at=NOON, present=2, taking_part=4),
        Wait(NOON + 15 * MINUTE),
    ),
    "those who sit out have not come back in time": (
        running(round=1, round_status="finished", round_finished_at=NOON - 15 * MINUTE, present=2, taking_part=4),
        step(StepKind.FINISH_STAGE, 1),
    ),
    "a fixed time comes first": (
        running(round=1, round_status="finished", next_round_at=NOON + HOUR, present=2, taking_part=4),
        Wait(NOON + HOUR - LEAD),
    ),
    "too few are there at a fixed time": (
        running(round=1, round_status="finished", next_round_at=NOON + LEAD, present=2, taking_part=4),
        Wait(NOON + 15 * MINUTE),
    ),
    "nobody was there from the first": (running(present=0), step(StepKind.FINISH_STAGE, 1)),
    "a table of a finished round is opened again": (
        running(round=1, round_status="finished", undecided=1, to_open=1),
        step(StepKind.OPEN_TABLES, 1),
    ),
    "a table of a finished round is played again": (
        running(round=1, round_status="finished", undecided=1, being_played=1),
        Wait(),
    ),
    "so it is in the last round": (running(round=3, round_status="finished", undecided=1, being_played=1), Wait()),
    "a table is played again beside a draft": (
        running(round=2, round_status="draft", automatic=False, undecided=1, to_open=1),
        step(StepKind.OPEN_TABLES, 1),
    ),
    "a draft waits, and a table beside it will begin": (
        running(round=2, round_status="draft", automatic=False, undecided=1, next_begins_at=NOON + MINUTE),
        Blocked("draft", NOON + MINUTE),
    ),
    "paused": (running(paused=True), Blocked("paused")),
    "paused, and tables begin all the same": (
        running(round=1, round_status="published", undecided=2, paused=True, next_begins_at=NOON + MINUTE),
        Blocked("paused", NOON + MINUTE),
    ),
    "paused, nothing is opened": (
        running(round=1, round_status="published", undecided=2, to_open=2, paused=True),
        Blocked("paused"),
    ),
    "paused, results are read": (
        running(round=1, round_status="playing", undecided=1, results=1, paused=True),
        step(StepKind.COLLECT_RESULTS, 1),
    ),
    "paused, a round ends": (running(round=1, round_status="playing", paused=True), step(StepKind.FINISH_ROUND, 1, 1)),
}
BRACKETS = {
    "a table is ready": (bracket(undecided=2, being_played=1, to_open=1), step(StepKind.OPEN_TABLES, 1)),
    "a table is being played": (bracket(undecided=2, being_played=1), Wait()),
    "everything is decided": (bracket(), step(StepKind.FINISH_STAGE, 1)),
    "a table before the final was called off": (bracket(undecided=1, called_off=1), Blocked("bracket")),
    "the final was called off": (bracket(called_off=1), Blocked("bracket")),
    "one was called off, others play": (bracket(undecided=2, being_played=1, called_off=1), Wait()),
}
STAGES = {
    "the second stage": (running(stage_running=False, stages=2), step(StepKind.BEGIN_STAGE, 2)),
    "the second stage waits for approval": (
        running(stage_running=False, stages=2, automatic=False),
        Blocked("next-stage"),
    ),
    "the end": (running(stage_running=False), step(StepKind.FINISH)),
    "the end needs no approval": (running(stage_running=False, automatic=False), step(StepKind.FINISH)),
    "paused between stages": (running(stage_running=False, stages=2, paused=True), Blocked("paused")),
    "a draft of a bracket": (
        running(is_swiss=False, is_bracket=True, round=1, round_status="draft"),
        step(StepKind.PUBLISH_ROUND, 1, 1),
    ),
    "a draft of a bracket waits for approval": (
        running(is_swiss=False, is_bracket=True, round=1, round_status="draft", automatic=False),
        Blocked("draft"),
    ),
    "a bracket that nobody has to play": (running(is_swiss=False, is_bracket=True), step(StepKind.FINISH_STAGE, 1)),
}
CASES = {**GATHERED, **ROUNDS, **BRACKETS, **STAGES}


@pytest.mark.parametrize("name", CASES)
def test_what_is_due(name):
    now, expected = CASES[name]
    assert due(now, NOON) == expected


# --- Whatever the situation ---

moments = some.integers(-120, 120).map(lambda minutes: NOON + minutes * MINUTE)
maybe = some.none() | moments


@some.composite
def situations(draw) -> Situation:
    """Any that the selector can read: an open table whose time has come counts as one to begin."""
    numbers = some.integers(0, 3)
    to_open, waiting, playing = draw(numbers), draw(numbers), draw(numbers)
    begins_at = draw(moments.filter(lambda at: at > NOON)) if waiting else None
    starts_at = draw(maybe)
    return Situation(
        status=draw(some.sampled_from(Status)),
        paused=draw(some.booleans()),
        automatic=draw(some.booleans()),
        registration_opens_at=draw(maybe),
        registration_closes_at=draw(maybe),
        check_in_opens_at=draw(maybe) if starts_at else None,
        starts_at=starts_at,
        pause_between_rounds=draw(some.sampled_from([timedelta(), 5 * MINUTE])),
        next_round_at=draw(maybe),
        entries=draw(some.integers(0, 6)),
        fewest=draw(some.integers(2, 4)),
        stage=draw(some.integers(0, 2)),
        stages=2,
        stage_running=draw(some.booleans()),
        is_bracket=draw(some.booleans()),
        rounds=draw(some.none() | some.integers(1, 3)),
        round=draw(some.integers(0, 3)),
        round_status=draw(some.sampled_from(["", "draft", "published", "playing", "finished"])),
        round_finished_at=draw(maybe),
        present=draw(some.integers(0, 6)),
        taking_part=draw(some.integers(0, 8)),
        fewest_at_table=draw(some.integers(2, 3)),
        undecided=to_open + waiting + playing + draw(numbers),
        to_open=to_open,
        to_begin=draw(some.integers(0, waiting)),
        next_begins_at=begins_at,
        results=draw(some.integers(0, playing)),
        being_played=waiting + playing,
        called_off=draw(numbers),
    )


@given(situations())
def test_a_step_a_time_to_come_or_a_reason(now):
    """Nobody is ever asked to come back at a time that has passed, and the same question has the same answer."""
    found = due(now, NOON)
    assert found == due(now, NOON)
    if isinstance(found, Step):
        assert found.state == now.state
    else:
        assert found.until is None or found.until > NOON
    if isinstance(found, Blocked):
        assert found.code in ("paused", "draft", "next-stage", "bracket")


@given(situations())
def test_it_never_starts_with_too_few_or_while_it_is_paused(now):
    found = due(now, NOON)
    if isinstance(found, Step) and found.do == StepKind.START:
        assert now.entries >= now.fewest
        assert not now.paused
        assert now.status in (Status.REGISTRATION, Status.CLOSED, Status.CHECK_IN)


@given(situations())
def test_while_it_is_paused_nothing_new_is_paired_opened_or_begun(now):
    found = due(now, NOON)
    if now.paused and isinstance(found, Step):
        assert found.do in (StepKind.COLLECT_RESULTS, StepKind.BEGIN_TABLES, StepKind.FINISH_ROUND)


@given(situations())
def test_a_stage_ends_only_once_every_table_is_decided(now):
    found = due(now, NOON)
    if isinstance(found, Step) and found.do in (StepKind.FINISH_STAGE, StepKind.FINISH_ROUND, StepKind.PAIR_ROUND):
        assert not now.undecided


@given(situations())
def test_what_is_over_stays_so_and_what_has_not_begun_plays_nothing(now):
    found = due(now, NOON)
    if now.status in (Status.FINISHED, Status.CANCELLED):
        assert found == Wait()
    if now.status in STATUSES_BEFORE_START and isinstance(found, Step):
        assert found.do in (
            StepKind.OPEN_REGISTRATION,
            StepKind.CLOSE_REGISTRATION,
            StepKind.OPEN_CHECK_IN,
            StepKind.START,
            StepKind.CANCEL,
        )
