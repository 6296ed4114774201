"""A table before the cards are dealt: opening, sitting down, ready, start."""

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
    TooManyTables,
)
from games.selectors.matches import match_running, moment, player_may_join
from players.models import Player
from players.refusals import GuestsCannot, NoSuchPlayer

TABLES_PER_PLAYER = 5
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
    """Opens a table, its host in the first chair; bots, where wanted, in all others, until people ask for them."""
    player_may_sit(host)
    if rated and host.is_guest:
        raise GuestsCannot
    if rated and bots:
        raise RatedNeedsPeople
    if joining == Match.Joining.TEAM and not host.memberships.exists():
        raise NoTeam
    match = Match(host=host, options=options, game=game, rated=rated, pace=pace, joining=joining, watching=watching)
    known = match.engine.choices()
    if set(options) != set(known) or any(options[name] not in known[name] for name in known):
        raise UnknownOptions(f"no such options: {options}")
    match.save()
    seats = [Seat(match=match, number=number, bot=bots) for number in range(match.engine.seats(options))]
    seats[0].player, seats[0].bot = host, BotLevel.NOBODY
    Seat.objects.bulk_create(seats)
    return match


# --- Sitting down ---


@transaction.atomic
def table_sit(*, match: Match, player: Player, number: int) -> Match:
    """Takes a free chair or a bot's, or changes chairs; whoever changes is asked again whether they are ready."""
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
    return match


@transaction.atomic
def table_seat_bot(*, match: Match, by: Player, number: int, level: str) -> Match:
    """The host puts a bot into a free chair, or takes one out."""
    match = table_lock(match)
    if match.host != by:
        raise NotHost
    if match.rated and level:
        raise RatedNeedsPeople
    if not match.seats.filter(number=number, player=None).update(bot=level, kept_for=None):
        raise TableFull
    return match


def seat_empty(seat: Seat) -> None:
    seat.player, seat.kept_for, seat.ready, seat.contribution = None, None, False, ""
    seat.save()


# --- Ready, and start ---


@transaction.atomic
def table_ready(*, match: Match, player: Player, ready: bool = True, contribution: str = "") -> Match:
    """Says that one is ready, with one's own part of the chance. When everyone is, the cards are dealt."""
    match = table_lock(match)
    seat = seat_of(match, player)
    seat.ready, seat.contribution = ready, contribution_check(contribution) if ready else ""
    seat.save(update_fields=["ready", "contribution"])
    seats = list(match.seats.all())
    if all(one.bot or one.ready for one in seats):
        return deal(match, seats)
    return match


def contribution_check(contribution: str) -> str:
    """At most 32 bytes in hex; anything else counts as nothing given."""
    try:
        given = bytes.fromhex(contribution)
    except ValueError:
        return ""
    return given.hex() if len(given) <= chance.SEED_BYTES else ""


def deal(match: Match, seats: list[Seat]) -> Match:
    """From here on the match is played."""
    match.seed = chance.seed_from(bytes(match.secret), [seat.contribution for seat in seats])
    match.status = Status.PLAYING
    match.started_at = match.since = timezone.now()
    deadline = min(match_running(match).deadlines().values())
    match.deadline = moment(deadline)
    match.save(update_fields=["seed", "status", "started_at", "since", "deadline"])
    return match


# --- Who may ---


def table_lock(match: Match) -> Match:
    """The table as it is now, held until the transaction ends."""
    locked = Match.objects.select_for_update(of=("self",)).select_related("host").get(pk=match.pk)
    if locked.status != Status.WAITING:
        raise TableGone
    return locked


def seat_of(match: Match, player: Player) -> Seat:
    seat = match.seats.filter(player=player).first()
    if seat is None:
        raise NotSeated
    return seat


def player_may_sit(player: Player) -> None:
    """The lock on the player makes two tabs count one after the other. A game that a bot plays on does not count."""
    if Player.objects.select_for_update().get(pk=player.pk).is_gone:
        raise NoSuchPlayer
    open_tables = [Status.WAITING, Status.PLAYING]
    if Seat.objects.filter(player=player, away=False, match__status__in=open_tables).count() >= TABLES_PER_PLAYER:
        raise TooManyTables
