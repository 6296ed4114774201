"""Leaving a table: before the cards are dealt, in mid-game, with one's account; and closing abandoned tables."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Match, Seat
from games.refusals import NotHost, NotSeated, TableFull, TableGone
from games.selectors.matches import match_running, matches_with_seats, moment
from games.selectors.presence import seats_connected
from games.services.announcements import ChangeKind, MatchChange, announce_on_commit
from games.services.tables import seat_empty, seat_of, table_announce, table_lock
from players.models import Player

# A table is closed if it has not begun after so long, or if none of its players has been connected for so long.
WAITING_TIMEOUT = timedelta(hours=2)
EMPTY_TIMEOUT = timedelta(minutes=5)
Status = Match.Status


# --- Before the cards are dealt ---


@transaction.atomic
def table_leave(*, match: Match, player: Player) -> Match:
    """Free a player's seat. Another player becomes the host; with nobody left, the table closes."""
    match = table_lock(match)
    seat_empty(seat_of(match, player))
    others = match.seats.exclude(player=None).select_related("player")
    if not others:
        match.status = Status.CLOSED
        match.save(update_fields=["status"])
    elif match.host == player:
        match.host = others[0].player
        match.save(update_fields=["host"])
    table_announce(match)
    return match


@transaction.atomic
def table_free_seat(*, match: Match, by: Player, number: int) -> Match:
    """Free another player's seat, or one that is kept for somebody. For the host only."""
    match = table_lock(match)
    if match.host != by:
        raise NotHost
    chair = match.seats.filter(number=number).exclude(player=by).first()
    if chair is None:
        raise TableFull
    seat_empty(chair)
    table_announce(match)
    return match


# --- In mid-game ---


@transaction.atomic
def game_leave(*, match: Match, player: Player) -> Match:
    """Leave a running game: a bot plays on until the player opens the table again (ruling 27)."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.status != Status.PLAYING:
        raise TableGone
    if not Seat.objects.filter(match=locked, player=player).update(away=True):
        raise NotSeated
    running = match_running(matches_with_seats().get(pk=locked.pk))
    deadline = min(running.deadlines().values(), default=None)  # a bot does not take as long as its player might have
    locked.deadline = None if deadline is None else moment(deadline)
    locked.save(update_fields=["deadline"])
    table_announce(locked)
    return locked


# --- With one's account ---


@transaction.atomic
def player_leave_tables(player: Player) -> None:
    """Free all seats of a player who deletes their account. A sealed table that waits begins without them."""
    Seat.objects.filter(kept_for=player).update(kept_for=None)
    sitting = Match.objects.filter(
        Q(status=Status.WAITING, sealed=False) | Q(status=Status.PLAYING), seats__player=player
    )
    for match in sitting.order_by("pk"):
        leave = table_leave if match.status == Status.WAITING else game_leave
        with suppress(TableGone):  # it has just begun, or ended: the clock plays on
            leave(match=match, player=player)


# --- Abandoned tables ---


def tables_close_abandoned() -> list[int]:
    """Close tables that have waited or been empty for too long, and return which.

    Sealed tables begin at their time, whoever is there.
    """
    now, waiting = timezone.now(), Match.objects.filter(status=Status.WAITING, sealed=False)
    tables_note_empty(now)
    abandoned = waiting.filter(Q(created_at__lt=now - WAITING_TIMEOUT) | Q(empty_since__lt=now - EMPTY_TIMEOUT))
    match_ids = list(abandoned.values_list("pk", flat=True))
    waiting.filter(pk__in=match_ids).update(status=Status.CLOSED)
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match_id) for match_id in match_ids))
    return match_ids


def tables_note_empty(now: datetime) -> None:
    """Store since when tables have been empty. Only what was seen counts, so no table closes because of an outage."""
    waiting = Match.objects.filter(status=Status.WAITING, sealed=False)
    connected = seats_connected(list(waiting.values_list("pk", flat=True)))
    if connected is None:
        waiting.update(empty_since=None)
        return
    empty = [match_id for match_id, seats in connected.items() if not seats]
    waiting.exclude(pk__in=empty).exclude(empty_since=None).update(empty_since=None)
    waiting.filter(pk__in=empty, empty_since=None).update(empty_since=now)
