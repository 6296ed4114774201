"""Tables before the cards are dealt: opening, sitting down, being ready, dealing."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import chance
from games.engine.game import UnknownOptions
from games.models import BotLevel, Match, Pace, Seat
from games.refusals import (
    NoTeam,
    NotHost,
    NotInvited,
    NotSeated,
    RatedNeedsPeople,
    SeatKept,
    TableFull,
    TableGone,
    TableSealed,
    TooManyTables,
)
from games.selectors.matches import match_dealt, moment, player_may_join
from games.services.announcements import ChangeKind, MatchChange, announce_on_commit
from players.models import Player
from players.refusals import GuestsCannot, NoSuchPlayer

TABLES_PER_PLAYER = 5
# The fields of a match that dealing the cards changes.
DEALT_FIELDS = ["seed", "status", "started_at", "since", "deadline"]
Status = Match.Status


# --- Opening ---


@transaction.atomic
def table_open(
    *,
    host: Player,
    options: dict[str, str],
    game: str = "pot-de-vin",
    rated: bool = False,
    pace: str = Pace.STANDARD,
    joining: str = Match.Joining.EVERYONE,
    watching: str = Match.Watching.EVERYONE,
    bots: str = BotLevel.NOBODY,
) -> Match:
    """Open a table with its host in the first seat; bots, where wanted, have all others until people sit down."""
    player_may_sit(host)
    if rated and host.is_guest:
        raise GuestsCannot
    if rated and bots:
        raise RatedNeedsPeople
    if joining == Match.Joining.TEAM and not host.memberships.exists():
        raise NoTeam
    match = Match(host=host, options=options, game=game, rated=rated, pace=pace, joining=joining, watching=watching)
    options_check(match)
    match.save()
    seats = [Seat(match=match, number=number, bot=bots) for number in range(match.engine.seats(options))]
    seats[0].player, seats[0].bot = host, BotLevel.NOBODY
    Seat.objects.bulk_create(seats)
    table_announce(match)
    return match


def options_check(match: Match) -> None:
    """Raise UnknownOptions unless a match has all options of its game and no others."""
    options, known = match.options, match.engine.choices()
    if set(options) != set(known) or any(options[name] not in known[name] for name in known):
        raise UnknownOptions(f"no such options: {options}")


# --- Sitting down ---


@transaction.atomic
def table_sit(*, match: Match, player: Player, number: int) -> Match:
    """Seat a player on a free chair or a bot's, or move them to one; who moves is no longer ready."""
    match = table_lock(match)
    if match.rated and player.is_guest:
        raise GuestsCannot
    mine = match.seats.filter(player=player).first()
    if mine is None:
        player_may_sit(player)
        if not match.seats.filter(kept_for=player).exists() and not player_may_join(match, player.pk):
            raise NotInvited
    chair = match.seats.filter(number=number, player=None).first()
    if chair is None:
        raise TableFull
    if chair.kept_for_id not in (None, player.pk):
        raise SeatKept
    match.seats.filter(kept_for=player).update(kept_for=None)
    if mine is not None:
        seat_empty(mine)
    chair.player, chair.kept_for, chair.bot = player, None, BotLevel.NOBODY
    chair.ready, chair.contribution = False, ""
    chair.save()
    table_announce(match)
    return match


@transaction.atomic
def table_seat_bot(*, match: Match, by: Player, number: int, level: str) -> Match:
    """Put a bot into a free chair, or take one out. For the host only."""
    match = table_lock(match)
    if match.host != by:
        raise NotHost
    if match.rated and level:
        raise RatedNeedsPeople
    if not match.seats.filter(number=number, player=None).update(bot=level, kept_for=None):
        raise TableFull
    table_announce(match)
    return match


def seat_empty(seat: Seat) -> None:
    seat.player, seat.kept_for, seat.ready, seat.contribution = None, None, False, ""
    seat.save()


# --- Ready, and start ---


@transaction.atomic
def table_ready(*, match: Match, player: Player, ready: bool = True, contribution: str = "") -> Match:
    """Mark a player as ready, with their own part of the chance. When everyone is, the cards are dealt."""
    match = table_lock(match)
    seat = seat_of(match, player)
    seat.ready, seat.contribution = ready, contribution_check(contribution) if ready else ""
    seat.save(update_fields=["ready", "contribution"])
    seats = list(match.seats.all())
    if all(one.bot or one.ready for one in seats):
        cards_deal(match, seats, timezone.now())
        match.save(update_fields=DEALT_FIELDS)
    table_announce(match)
    return match


def contribution_check(contribution: str) -> str:
    """Return a contribution of at most 32 bytes in lower-case hex; anything else counts as nothing given."""
    try:
        given = bytes.fromhex(contribution)
    except ValueError:
        return ""
    return given.hex() if len(given) <= chance.SEED_BYTES else ""


def cards_deal(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Deal the cards and start the clocks. The caller stores `DEALT_FIELDS`."""
    match.seed = chance.seed_from(bytes(match.secret), [seat.contribution for seat in seats])
    match.status = Status.PLAYING
    match.started_at = match.since = now
    match.deadline = moment(min(match_dealt(match).deadlines().values()))


# --- Locks and checks ---


def table_lock(match: Match) -> Match:
    """Lock a table until the transaction ends; TableGone or TableSealed if its players may not change it any more."""
    locked = Match.objects.select_for_update(of=("self",)).select_related("host").get(pk=match.pk)
    if locked.status != Status.WAITING:
        raise TableGone
    if locked.sealed:
        raise TableSealed
    return locked


def table_announce(match: Match) -> None:
    """Announce a changed table to its players and to pages that list tables."""
    announce_on_commit(MatchChange(ChangeKind.TABLE, match.pk))


def seat_of(match: Match, player: Player) -> Seat:
    seat = match.seats.filter(player=player).first()
    if seat is None:
        raise NotSeated
    return seat


def player_may_sit(player: Player) -> None:
    """Raise a refusal if a player sits at too many tables. Locks the player, so that two tabs are counted in turn.

    Games that a bot plays on do not count, nor sealed tables, at which a player has not sat down by themselves.
    """
    if Player.objects.select_for_update(no_key=True).get(pk=player.pk).is_gone:
        raise NoSuchPlayer
    sitting = Seat.objects.filter(player=player, away=False, match__sealed=False)
    if sitting.filter(match__status__in=[Status.WAITING, Status.PLAYING]).count() >= TABLES_PER_PLAYER:
        raise TooManyTables
