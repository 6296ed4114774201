"""Getting up: before the cards are dealt, in mid-game, or for good; and tables that nobody comes back to."""

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

# A table that nobody has started by then is closed; and one where nobody who sits there has been seen for so long.
WAITING_AT_MOST = timedelta(hours=2)
EMPTY_AT_MOST = timedelta(minutes=5)
Status = Match.Status


# --- Before the cards are dealt ---


@transaction.atomic
def table_leave(*, match: Match, player: Player) -> Match:
    """Gets up. The host's place goes to whoever sits there; with nobody left, the table closes."""
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
    """The host has somebody else's chair back, or no longer keeps one."""
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
    """Gets up in mid-game: a bot plays on until the player opens the table again (ruling 27)."""
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


# --- For good ---


@transaction.atomic
def player_leave_tables(player: Player) -> None:
    """Whoever deletes their account gets up everywhere, and nothing is kept for them. From a sealed table that waits
    nobody gets up: it begins without them."""
    Seat.objects.filter(kept_for=player).update(kept_for=None)
    sitting = Match.objects.filter(
        Q(status=Status.WAITING, sealed=False) | Q(status=Status.PLAYING), seats__player=player
    )
    for match in sitting.order_by("pk"):
        leave = table_leave if match.status == Status.WAITING else game_leave
        with suppress(TableGone):  # it has just begun, or ended: the clock sees to it
            leave(match=match, player=player)


# --- Tables that nobody comes back to ---


def tables_close_abandoned() -> list[int]:
    """Closes tables that have waited too long, or where nobody has been for a while; says which. Sealed tables wait for
    their time, and not for people."""
    now, waiting = timezone.now(), Match.objects.filter(status=Status.WAITING, sealed=False)
    tables_look_at(now)
    abandoned = waiting.filter(Q(created_at__lt=now - WAITING_AT_MOST) | Q(empty_since__lt=now - EMPTY_AT_MOST))
    match_ids = list(abandoned.values_list("pk", flat=True))
    waiting.filter(pk__in=match_ids).update(status=Status.CLOSED)
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match_id) for match_id in match_ids))
    return match_ids


def tables_look_at(now: datetime) -> None:
    """Notes at which tables nobody is. Only what has been seen counts, so no table closes because we were down."""
    waiting = Match.objects.filter(status=Status.WAITING, sealed=False)
    connected = seats_connected(list(waiting.values_list("pk", flat=True)))
    if connected is None:
        waiting.update(empty_since=None)
        return
    empty = [match_id for match_id, seats in connected.items() if not seats]
    waiting.exclude(pk__in=empty).exclude(empty_since=None).update(empty_since=None)
    waiting.filter(pk__in=empty, empty_since=None).update(empty_since=now)
