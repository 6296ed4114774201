"""Finds what needs an organiser: slow and stuck tables, calls, no-shows, a late worker. A few queries."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Match
from games.selectors.durations import minutes_expected
from tournaments.models import Call, Entry, Round, Stage, Table, Tournament
from tournaments.selectors.act_subjects import UNPUBLISHED_ROUND_STATUSES, tables_with_people

# A table is slow once it has been played for this multiple of a game's expected duration.
SLOW_TABLE_DURATION_FACTOR = 2
# After its start time, or after the end of its match, without anything having happened.
STUCK_AFTER_SECONDS = 60
# After `wake_at`: a worker that has not acted by then is probably not running.
WORKER_LATE_AFTER_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Attention:
    """What needs the organiser, and whether the worker is late."""

    slow: list[Table]
    stuck: list[Table]
    called_off: list[Table]
    calls: list[Call]
    gone: list[Entry]
    worker_is_late: bool

    @property
    def is_needed(self) -> bool:
        return any([self.slow, self.stuck, self.called_off, self.calls, self.gone, self.worker_is_late])


def attention_of(tournament: Tournament, now: datetime) -> Attention:
    """Return what needs attention; of a tournament that is over, only open calls."""
    calls = calls_open(tournament)
    if tournament.is_over:
        return Attention([], [], [], calls, [], worker_is_late=False)
    open_tables = tables_unsettled(tournament)
    return Attention(
        slow=[table for table in open_tables if is_slow(table, now)],
        stuck=[table for table in open_tables if is_stuck(table, now)],
        called_off=[table for table in open_tables if waits_for_ruling(table)],
        calls=calls,
        gone=list(tournament.entries.filter(status=Entry.Status.IN, never_came=True).order_by("number")),
        worker_is_late=worker_is_late(tournament, now),
    )


def calls_open(tournament: Tournament) -> list[Call]:
    found = Call.objects.filter(table__stage__tournament=tournament, settled_at=None)
    return list(found.select_related("table__round", "table__stage", "player").order_by("at"))


def tables_unsettled(tournament: Tournament) -> list[Table]:
    """Return tables of the running stage that are not over, or were called off."""
    running = Table.objects.filter(stage__tournament=tournament, stage__status=Stage.Status.RUNNING)
    return list(
        tables_with_people(
            running.filter(status__in=["ready", "playing", "called-off"]).exclude(
                round__status__in=UNPUBLISHED_ROUND_STATUSES
            )
        )
    )


def is_slow(table: Table, now: datetime) -> bool:
    """Return whether it has been played for more than twice as long as a game at such a table is expected to take."""
    match = table.match
    if match is None or table.status != Table.Status.PLAYING or match.status != Match.Status.PLAYING:
        return False
    expected = timedelta(minutes=minutes_expected(match.game, match.options, match.pace))
    return match.started_at is not None and now - match.started_at > SLOW_TABLE_DURATION_FACTOR * expected


def is_stuck(table: Table, now: datetime) -> bool:
    """Return whether it should have begun, or its result been read."""
    late = now - timedelta(seconds=STUCK_AFTER_SECONDS)
    if table.status == Table.Status.READY:
        return table.starts_at is not None and table.starts_at < late
    match = table.match
    if table.status != Table.Status.PLAYING or match is None:
        return False
    return match.status == Match.Status.WAITING or (match.finished_at is not None and match.finished_at < late)


def waits_for_ruling(table: Table) -> bool:
    """Return whether it was called off. In a finished round that counts as an absence; in a bracket it blocks what
    follows."""
    return table.status == Table.Status.CALLED_OFF and (bool(table.part) or table.round.status != Round.Status.FINISHED)


def worker_is_late(tournament: Tournament, now: datetime) -> bool:
    """Return whether something due has waited for longer than the sweep ever takes."""
    return tournament.wake_at is not None and tournament.wake_at < now - timedelta(seconds=WORKER_LATE_AFTER_SECONDS)
