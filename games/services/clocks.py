"""Clocks of running matches: moves for players whose time is up, and extending clocks by the time the site was down."""

import time
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from games.engine.clock import TIMEOUTS_BEFORE_BOT, By
from games.engine.game import Seat as SeatNumber
from games.engine.pot_de_vin.bots import BOTS
from games.engine.running import Running, Step
from games.models import BotLevel, Match, Seat
from games.selectors.matches import bots_at, match_running, matches_with_seats, moment
from games.services.announcements import ChangeKind, MatchChange, announce_on_commit
from games.services.moves import Proposal, moves_commit

# After so long without a pulse, the site was down.
DOWNTIME_THRESHOLD = timedelta(seconds=8)
ABSENT_PLAYER_BOT_LEVEL = BotLevel.REGULAR

STORE_PULSE = """
INSERT INTO games_pulse (id, seen) VALUES (1, %(now)s)
ON CONFLICT (id) DO UPDATE SET seen = EXCLUDED.seen WHERE games_pulse.seen < EXCLUDED.seen
"""


def now_in_milliseconds() -> int:
    return time.time_ns() // 1_000_000


@transaction.atomic
def pulse_record(now: datetime | None = None) -> timedelta:
    """Record that the site is up, and return for how long it was down before.

    Every running clock is extended by that time, once, whichever process notices first.
    """
    now = now or timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT seen FROM games_pulse WHERE id = 1 FOR UPDATE")
        row = cursor.fetchone()
        cursor.execute(STORE_PULSE, {"now": now})
    gap: timedelta = now - row[0] if row else timedelta()
    if gap <= DOWNTIME_THRESHOLD:
        return timedelta()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET since = since + make_interval(secs => %(gap)s),"
            " deadline = deadline + make_interval(secs => %(gap)s) WHERE status = 'playing' AND since < %(now)s",
            {"gap": gap.total_seconds(), "now": now},
        )
    return gap


def action_for(running: Running, seat: SeatNumber, by: By, level: str) -> str:
    """Return what a bot chooses, or the action that the clock takes. A bot sees its seat's view and nothing else."""
    if by is By.BOT:
        seed = b"%d" % running.seq
        return BOTS[level or ABSENT_PLAYER_BOT_LEVEL].choose(running.game.view(running.state, seat), seed)
    return running.game.write(running.game.default(running.state, seat))


def late_step(running: Running, levels: dict[SeatNumber, str], now: int) -> Step | None:
    """Return the next step that a bot or the clock takes because a time is up; None if everybody has time left."""
    for seat, by in running.late(now):
        return running.step(seat, action_for(running, seat, by, levels.get(seat, "")), by, now)
    return None


def match_advance(match_id: int) -> bool:
    """Make moves for those whose time is up, until a player has time left. Safe to call at any moment."""
    pulse_record()
    moved = False
    while (match := matches_with_seats().filter(pk=match_id, status=Match.Status.PLAYING).first()) is not None:
        running = match_running(match)
        levels = {SeatNumber(seat.number): seat.bot for seat in match.seats.all()}
        step = late_step(running, levels, now_in_milliseconds())
        if step is None or not moves_commit([Proposal(match_id, step)]):
            break
        moved = True
        seats_mark_away(match_id, step)
    if moved:
        announce_on_commit(MatchChange(ChangeKind.MOVES, match_id))
    return moved


def seats_mark_away(match_id: int, step: Step) -> bool:
    """Let a bot play a seat after three time-outs in a row (ruling 27); True if that is new."""
    if step.move.by is not By.CLOCK or step.clock.timeouts_in_a_row[step.move.seat] < TIMEOUTS_BEFORE_BOT:
        return False
    return bool(Seat.objects.filter(match_id=match_id, number=step.move.seat, away=False).update(away=True))


@transaction.atomic
def seat_return(match_id: int, number: int) -> bool:
    """Take the bot from the seat of a player who is connected; False if none played there.

    If it is the player's turn, its time begins anew.
    """
    if not Seat.objects.filter(match_id=match_id, number=number, away=True).exists():
        return False
    match = Match.objects.select_for_update().filter(pk=match_id, status=Match.Status.PLAYING).first()
    if match is None:
        return False
    if not Seat.objects.filter(match=match, number=number, away=True).update(away=False, was_there=True):
        return False
    fresh = matches_with_seats().get(pk=match_id)
    running = match_running(fresh)
    running.bots = bots_at(fresh.seats.all())
    if SeatNumber(number) in running.deadlines():
        running.since = now_in_milliseconds()
        match.since = timezone.now()
    deadline = min(running.deadlines().values(), default=None)
    match.deadline = None if deadline is None else moment(deadline)
    match.save(update_fields=["since", "deadline"])
    return True
