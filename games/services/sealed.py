"""Sealed tables: tables whose players are given, and which begin at a given time, as a tournament needs them.

They are opened, started and ended here, many at once in a constant number of queries. Players cannot leave them or
change seats before the start, and nobody waits for a late player: a bot plays for them until they come.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from games.models import BotLevel, Match, Seat
from games.refusals import RatedNeedsPeople, TableGone
from games.selectors.matches import matches_with_seats
from games.selectors.presence import seats_connected
from games.services.announcements import ChangeKind, MatchChange, announce_on_commit
from games.services.tables import cards_deal, contribution_check, options_check, seat_of
from players.models import Player

Status = Match.Status
# One statement however many begin: Django's bulk_update takes two thirds of the whole start for as many CASE branches.
STORE_DEALS = """
UPDATE games_match AS match
SET status = 'playing', started_at = %s, since = %s, seed = dealt.seed, deadline = dealt.deadline
FROM unnest(%s::bigint[], %s::bytea[], %s::timestamptz[]) AS dealt (id, seed, deadline)
WHERE match.id = dealt.id
"""


@dataclass(frozen=True, slots=True)
class SealedTable:
    """A table to be opened: its options, and the ids of its players by side, in the order of the side's seats.

    A bot plays a side without players.
    """

    options: Mapping[str, str]
    sides: Sequence[Sequence[int]]


# --- Opening ---


@transaction.atomic
def sealed_tables_open(
    *, game: str, tables: Sequence[SealedTable], rated: bool, pace: str, watching: str, starts_at: datetime
) -> list[Match]:
    """Open tables with everyone seated, in the order given. They are in no lobby, and each has a secret of its own."""
    if rated and any(not side for table in tables for side in table.sides):
        raise RatedNeedsPeople
    matches: list[Match] = []
    seats: list[Seat] = []
    for table in tables:
        match = Match(
            game=game,
            options=dict(table.options),
            rated=rated,
            pace=pace,
            joining=Match.Joining.LINK,
            watching=watching,
            sealed=True,
            starts_at=starts_at,
        )
        options_check(match)
        matches.append(match)
        seats += seats_laid(match, table.sides)
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seats)
    # No socket can be at a table that has just been opened: one change is enough for all pages that list tables.
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match.pk) for match in matches[:1]))
    return matches


def seats_laid(match: Match, sides: Sequence[Sequence[int]]) -> Iterator[Seat]:
    """Return the seats of a table with their players or bots."""
    for numbers, players in zip(match.engine.sides(match.options), sides, strict=True):
        if not players:
            yield from (Seat(match=match, number=number, bot=BotLevel.REGULAR) for number in numbers)
            continue
        for number, player in zip(numbers, players, strict=True):
            yield Seat(match=match, number=number, player_id=player)


@transaction.atomic
def contribution_add(*, match: Match, player: Player, contribution: str) -> None:
    """Store a player's part of the chance while the table waits.

    The lock keeps it from arriving between the reading of all parts and the deal.
    """
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.status != Status.WAITING:
        raise TableGone
    seat = seat_of(match, player)
    if part := contribution_check(contribution):
        seat.contribution = part
        seat.save(update_fields=["contribution"])


# --- Starting ---


def sealed_tables_start_due(now: datetime | None = None) -> list[int]:
    """Start every sealed table that is due at `now`, with whoever is connected, and return which.

    While the bus is away nobody knows who is connected: nothing starts, and the next sweep tries again.
    """
    due = Match.objects.filter(sealed=True, status=Status.WAITING, starts_at__lte=now or timezone.now())
    connected = seats_connected(list(due.order_by("starts_at", "pk").values_list("pk", flat=True)))
    return tables_start(connected) if connected else []


@transaction.atomic
def tables_start(connected: Mapping[int, frozenset[int]]) -> list[int]:
    """Deal the cards at those of these tables that still wait. A table that another worker has locked is left to it.

    Clocks begin to run now, whatever time a table was due at.
    """
    waiting = matches_with_seats().filter(pk__in=list(connected), status=Status.WAITING, sealed=True)
    matches = list(waiting.select_for_update(of=("self",), no_key=True, skip_locked=True).order_by("pk"))
    now, seats = timezone.now(), [seat for match in matches for seat in match.seats.all() if seat.player]
    for seat in seats:
        seat.was_there = is_there(seat, connected[seat.match_id])
        seat.away = not seat.was_there
    for match in matches:
        cards_deal(match, match.seats.all(), now)
    deals_store(matches, now)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats if seat.was_there]).update(was_there=True)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats if seat.away]).update(away=True)
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match.pk) for match in matches))
    return [match.pk for match in matches]


def deals_store(matches: Sequence[Match], now: datetime) -> None:
    """Store `DEALT_FIELDS` of many matches."""
    keys, seeds = [match.pk for match in matches], [match.seed for match in matches]
    with connection.cursor() as cursor:
        cursor.execute(STORE_DEALS, [now, now, keys, seeds, [match.deadline for match in matches]])


def is_there(seat: Seat, connected: Collection[int]) -> bool:
    """Whether a player is connected. The socket of somebody who has just been banned may still be counted."""
    return seat.number in connected and seat.player is not None and seat.player.is_active


# --- Ending ---


@transaction.atomic
def sealed_tables_close(*, match_ids: Collection[int]) -> set[int]:
    """Close sealed tables that still wait, and return which."""
    waiting = Match.objects.filter(pk__in=match_ids, sealed=True, status=Status.WAITING)
    closed = set(waiting.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=closed).update(status=Status.CLOSED)
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match_id) for match_id in sorted(closed)))
    return closed


@transaction.atomic
def matches_call_off(*, match_ids: Collection[int]) -> set[int]:
    """End matches that wait or are being played, without a result, and return which.

    A move at the same moment waits for the lock: it is stored before, or refused because nothing is being played.
    """
    under_way = Match.objects.filter(pk__in=match_ids, status__in=[Status.WAITING, Status.PLAYING])
    called_off = set(under_way.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=called_off).update(status=Status.CALLED_OFF, deadline=None)
    announce_on_commit(*(MatchChange(ChangeKind.TABLE, match_id) for match_id in sorted(called_off)))
    return called_off
