"""A table before the cards are dealt: opening, sitting down, leaving, ready, start; and the rematch after."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.engine import chance
from games.engine.game import UnknownOptions
from games.models import BotLevel, Match, Pace, Seat
from games.refusals import (
    NotFinished,
    NotHost,
    NotInvited,
    NotSeated,
    RatedNeedsPeople,
    TableFull,
    TableGone,
    TooManyTables,
)
from games.selectors.matches import match_running, moment
from players.models import Membership, Player
from players.refusals import GuestsCannot

TABLES_PER_PLAYER = 5
# A table that nobody has started by then is closed.
WAITING_AT_MOST = timedelta(hours=2)
Status = Match.Status


# --- Opening and closing ---


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
    match = Match(host=host, options=options, game=game, rated=rated, pace=pace, joining=joining, watching=watching)
    known = match.engine.choices()
    if set(options) != set(known) or any(options[name] not in known[name] for name in known):
        raise UnknownOptions(f"no such options: {options}")
    match.save()
    seats = [Seat(match=match, number=number, bot=bots) for number in range(match.engine.seats(options))]
    seats[0].player, seats[0].bot = host, BotLevel.NOBODY
    Seat.objects.bulk_create(seats)
    return match


def table_close(match: Match) -> None:
    """Nobody sits here any more."""
    match.status = Status.CLOSED
    match.save(update_fields=["status"])


def tables_close_abandoned() -> int:
    """Closes tables that have waited too long."""
    old = Match.objects.filter(status=Status.WAITING, created_at__lt=timezone.now() - WAITING_AT_MOST)
    return old.update(status=Status.CLOSED)


# --- Sitting down and leaving ---


@transaction.atomic
def table_sit(*, match: Match, player: Player, number: int) -> Match:
    """Takes a free chair or a bot's, or changes chairs; whoever changes is asked again whether they are ready."""
    match = table_lock(match)
    if match.rated and player.is_guest:
        raise GuestsCannot
    mine = match.seats.filter(player=player).first()
    if mine is None:
        player_may_sit(player)
        if not player_may_join(match, player):
            raise NotInvited
    chair = match.seats.filter(number=number, player=None).first()
    if chair is None:
        raise TableFull
    if mine is not None:
        seat_empty(mine)
    chair.player, chair.bot, chair.ready, chair.contribution = player, BotLevel.NOBODY, False, ""
    chair.save()
    return match


@transaction.atomic
def table_leave(*, match: Match, player: Player) -> Match:
    """Gets up. The host's place goes to whoever sits there; with nobody left, the table closes."""
    match = table_lock(match)
    seat_empty(seat_of(match, player))
    others = match.seats.exclude(player=None).select_related("player")
    if not others:
        table_close(match)
    elif match.host == player:
        match.host = others[0].player
        match.save(update_fields=["host"])
    return match


@transaction.atomic
def table_seat_bot(*, match: Match, by: Player, number: int, level: str) -> Match:
    """The host puts a bot into a free chair, or takes one out."""
    match = table_lock(match)
    if match.host != by:
        raise NotHost
    if match.rated and level:
        raise RatedNeedsPeople
    if not match.seats.filter(number=number, player=None).update(bot=level):
        raise TableFull
    return match


def seat_empty(seat: Seat) -> None:
    seat.player, seat.ready, seat.contribution = None, False, ""
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


# --- Again ---


@transaction.atomic
def table_rematch(*, match: Match, by: Player) -> Match:
    """A new table with the same people and bots, one chair on. Whoever asks second comes to the one that is there."""
    match = Match.objects.select_for_update().get(pk=match.pk)
    if match.status != Status.FINISHED:
        raise NotFinished
    seats = list(match.seats.select_related("player"))
    if not any(seat.player == by for seat in seats):
        raise NotSeated
    existing = Match.objects.filter(rematch_of=match).first()
    if existing is not None:
        return rematch_join(existing, by, [seat.player for seat in seats].index(by))
    player_may_sit(by)
    again = Match.objects.create(
        host=by,
        options=match.options,
        game=match.game,
        rated=match.rated,
        pace=match.pace,
        joining=match.joining,
        watching=match.watching,
        rematch_of=match,
    )
    chairs = [Seat(match=again, number=(seat.number + 1) % len(seats), bot=seat.bot) for seat in seats]
    chairs[[seat.player for seat in seats].index(by)].player = by
    Seat.objects.bulk_create(chairs)
    return again


def rematch_join(again: Match, player: Player, old_number: int) -> Match:
    """Sits down in the chair that is kept, if the table still waits and the chair is free."""
    chairs = Seat.objects.filter(match=again)
    kept = chairs.filter(number=(old_number + 1) % chairs.count(), player=None, bot="").first()
    if kept and again.status == Status.WAITING and not chairs.filter(player=player).exists():
        return table_sit(match=again, player=player, number=kept.number)
    return again


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
    """The lock on the player makes two tabs count one after the other."""
    Player.objects.select_for_update().get(pk=player.pk)
    sitting = Seat.objects.filter(player=player, match__status__in=[Status.WAITING, Status.PLAYING])
    if sitting.count() >= TABLES_PER_PLAYER:
        raise TooManyTables


def player_may_join(match: Match, player: Player) -> bool:
    """Everyone, whoever has the link (and so came here), or members of the host's teams."""
    if match.joining != Match.Joining.TEAM or match.host == player:
        return True
    shared = Membership.objects.filter(player=player, team__memberships__player=match.host)
    return shared.exists()
