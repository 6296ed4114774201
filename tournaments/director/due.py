"""Decides what is due: one step, a time to wait until, or something that only an organiser can resolve."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.director.situation import Situation, Status

SETTLE_BEFORE_START_LIMIT = timedelta(minutes=5)


class StepKind(StrEnum):
    """The steps that a tournament takes by itself."""

    OPEN_REGISTRATION = "open-registration"
    CLOSE_REGISTRATION = "close-registration"
    OPEN_CHECK_IN = "open-check-in"
    START = "start"
    CANCEL = "cancel"
    BEGIN_STAGE = "begin-stage"
    PAIR_ROUND = "pair-round"
    PUBLISH_ROUND = "publish-round"
    OPEN_TABLES = "open-tables"
    BEGIN_TABLES = "begin-tables"
    COLLECT_RESULTS = "collect-results"
    FINISH_ROUND = "finish-round"
    FINISH_STAGE = "finish-stage"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class Step:
    """A step to be taken now, in the situation that was read."""

    do: StepKind
    state: int
    stage: int = 0
    round: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is due before this time; None: until something happens."""

    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """Nothing goes on before an organiser decides; the code says what about.

    Open tables still begin: `until` is when the next of them does.
    """

    code: str
    until: datetime | None = None


def due(now: Situation, time: datetime) -> Step | Wait | Blocked:
    """Return the one step that is due now, or until when to wait, or what only an organiser can resolve.

    Only the first due step is returned: a later one may depend on what the first one writes.
    """
    match now.status:
        case Status.FINISHED | Status.CANCELLED:
            return Wait()
        case Status.RUNNING:
            return due_while_running(now, time)
    if now.paused:
        return Blocked("paused")
    return due_before_start(now, time)


# --- Before the start ---


def due_before_start(now: Situation, time: datetime) -> Step | Wait | Blocked:
    """Return the opening and closing of registration, check-in, and the start, each at its time, or a start ordered
    now."""
    opened = now.status != Status.ANNOUNCED
    if now.starts_at is not None and time >= (settled_at(now, now.starts_at) if opened else now.starts_at):
        return start_or_wait(now, time)
    for status, at, step in opening_steps(now):
        if now.status in status and at is not None and time >= at:
            return Step(step, now.state)
    later = [at for status, at, _ in opening_steps(now) if now.status in status and at is not None]
    if now.starts_at is not None:
        later.append(settled_at(now, now.starts_at) if opened else now.starts_at)
    return Wait(min(later, default=None))


def settled_at(now: Situation, starts_at: datetime) -> datetime:
    """Return when the entries are settled, so that the first tables begin on time.

    Where the time to come to a table is long, they begin a little later, and people can enter and check in until
    shortly before the start.
    """
    return starts_at - min(now.lead, SETTLE_BEFORE_START_LIMIT)


def opening_steps(now: Situation) -> list[tuple[tuple[Status, ...], datetime | None, StepKind]]:
    """Return the steps before the start: from which statuses, when, which step."""
    return [
        ((Status.ANNOUNCED,), now.registration_opens_at, StepKind.OPEN_REGISTRATION),
        ((Status.REGISTRATION, Status.CLOSED), now.check_in_opens_at, StepKind.OPEN_CHECK_IN),
        ((Status.REGISTRATION,), now.registration_closes_at, StepKind.CLOSE_REGISTRATION),
    ]


def start_or_wait(now: Situation, time: datetime) -> Step | Wait:
    """Start, or with too few entries wait for the announced time and then cancel."""
    if now.entries >= now.fewest and now.status != Status.ANNOUNCED:
        return Step(StepKind.START, now.state)
    assert now.starts_at is not None  # noqa: S101  (asked for by the caller)
    until = now.starts_at + now.wait_for_entries
    return Step(StepKind.CANCEL, now.state) if time >= until else Wait(until)


# --- While it runs ---


def due_while_running(now: Situation, time: datetime) -> Step | Wait | Blocked:
    """Return steps for ended or ready tables first, also while paused; then those that open new ones."""
    if now.results:
        return Step(StepKind.COLLECT_RESULTS, now.state, now.stage)
    if now.to_begin:
        return Step(StepKind.BEGIN_TABLES, now.state, now.stage)
    if now.round_status in ("published", "playing") and not now.undecided and not now.is_bracket:
        return Step(StepKind.FINISH_ROUND, now.state, now.stage, now.round)
    if now.paused:
        return Blocked("paused", now.next_begins_at)
    if not now.stage_running:
        return due_between_stages(now)
    if now.to_open:
        return Step(StepKind.OPEN_TABLES, now.state, now.stage)
    return due_in_bracket(now) if now.is_bracket else due_in_rounds(now, time)


def due_between_stages(now: Situation) -> Step | Blocked:
    if now.stage == now.stages:
        return Step(StepKind.FINISH, now.state)
    if now.stage and not now.automatic:
        return Blocked("next-stage")
    return Step(StepKind.BEGIN_STAGE, now.state, now.stage + 1)


def due_in_draft(now: Situation) -> Step | Blocked:
    """Publish a draft, or wait for an organiser's approval."""
    if now.automatic:
        return Step(StepKind.PUBLISH_ROUND, now.state, now.stage, now.round)
    return Blocked("draft", now.next_begins_at)


def due_in_bracket(now: Situation) -> Step | Wait | Blocked:
    """Finish the stage or wait; a called-off table blocks the bracket until it is ruled on."""
    if now.round_status == "draft":
        return due_in_draft(now)
    if now.being_played:
        return Wait(now.next_begins_at)
    if now.undecided or now.called_off:
        return Blocked("bracket")
    return Step(StepKind.FINISH_STAGE, now.state, now.stage)


def due_in_rounds(now: Situation, time: datetime) -> Step | Wait | Blocked:
    """Pair the next round once every table of those before is decided, replayed ones included."""
    if now.round_status == "draft":
        return due_in_draft(now)
    if now.undecided:
        return Wait(now.next_begins_at)
    if now.taking_part < now.fewest_at_table or (now.rounds is not None and now.round >= now.rounds):
        return Step(StepKind.FINISH_STAGE, now.state, now.stage)
    at = next_pairing_at(now)
    if at is not None and time < at:
        return Wait(at)
    if now.present < now.fewest_at_table:
        return end_or_wait(now, time, at)
    return Step(StepKind.PAIR_ROUND, now.state, now.stage, now.round + 1)


def end_or_wait(now: Situation, time: datetime, at: datetime | None) -> Step | Wait:
    """With too few entries for a table wait for those who sit out, as announced, then end the stage."""
    since = at or now.round_finished_at or now.starts_at
    until = since + now.wait_for_entries if since else time
    return Wait(until) if time < until else Step(StepKind.FINISH_STAGE, now.state, now.stage)


def next_pairing_at(now: Situation) -> datetime | None:
    """Return when the next round is paired: early enough before its start for players to come to their tables."""
    starts = [now.next_round_at] if now.next_round_at is not None else []
    if now.round_finished_at is not None and now.pause_between_rounds:
        starts.append(now.round_finished_at + now.pause_between_rounds)
    return max(starts) - now.lead if starts else None
