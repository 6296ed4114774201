"""Acts on entries while a tournament runs: sit out, come back, drop, disqualify, reinstate, substitute, add."""

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from players.models import Player, Team
from players.refusals import NoSuchPlayer
from players.selectors import player_by_name, teams_with_members
from tournaments.director.acts import Act
from tournaments.models import Entry, EntryPlayer, Notice, Rest, Round, Slot, Stage, StageEntry, Tournament
from tournaments.models.tournament import SMALL_TOURNAMENT_PLACES
from tournaments.refusals import (
    NotEntered,
    NothingChanges,
    NotNow,
    PlayerEntered,
    TeamNotFull,
    TooManyAsked,
)
from tournaments.selectors.entries import entry_of
from tournaments.services.acts import Order, handles
from tournaments.services.brackets import bracket_update
from tournaments.services.conditions import account_check, players_lock
from tournaments.services.course import log_order
from tournaments.services.entries import (
    STANDING,
    entry_join_stage,
    entry_row,
    entry_take_out,
    players_clear,
    players_of,
    status_for_newcomer,
)
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.rounds import draft_leave, left_write, standings_restate
from tournaments.services.rulings import slot_forfeit

Status = Entry.Status


# --- By the player's own word ---


@transaction.atomic
def entry_sit_out(*, tournament_id: int, by: Player, sits_out: bool) -> Entry:
    """Sit out from the next round on, or be back."""
    tournament = tournament_lock(tournament_id)
    entry = own_entry(tournament, by)
    seat_keep(tournament, entry, sits_out=sits_out)
    tournament_changed(tournament)
    log_act(tournament, "sit-out" if sits_out else "return", by=by, facts={"entry": entry.number})
    return entry


@transaction.atomic
def entry_leave(*, tournament_id: int, by: Player) -> Entry:
    """Withdraw before the start, drop out afterwards."""
    tournament = tournament_lock(tournament_id)
    entry = entry_of(tournament, by)
    if entry is None or entry.status in (Status.WITHDRAWN, Status.ABSENT):
        raise NotEntered
    if tournament.is_over:
        raise NotNow
    if tournament.has_started and not entry.waits_for_organisers_guests:
        if entry.status in STANDING:
            entry_drop(tournament, entry, Status.DROPPED)
            others = [player for player in players_of(entry) if player != by]
            notify(others, tournament, Notice.Kind.CHANGED, "dropped")
            log_act(tournament, "drop", by=by, facts={"entry": entry.number})
    else:
        entry_take_out(tournament, entry, by=by)
    tournament_changed(tournament)
    return entry


def own_entry(tournament: Tournament, by: Player) -> Entry:
    entry = entry_of(tournament, by)
    if entry is None or entry.status != Status.IN:
        raise NotEntered
    if tournament.status != Tournament.Status.RUNNING:
        raise NotNow
    return entry


def seat_keep(tournament: Tournament, entry: Entry, *, sits_out: bool) -> None:
    """Whether the next round has a chair for an entry. In a bracket the chair stays, and a bot may sit in it."""
    if sits_out:
        draft_leave(tournament, entry, rests=True)
    entry.sits_out, entry.never_came = sits_out, False
    entry.save(update_fields=["sits_out", "never_came"])


def running_stage(tournament: Tournament) -> Stage | None:
    return tournament.stages.filter(status=Stage.Status.RUNNING).first()


def entry_drop(tournament: Tournament, entry: Entry, status: str) -> None:
    """Leave for good. What was played stays, also what earlier stages ended with."""
    stage = running_stage(tournament)
    draft_leave(tournament, entry, rests=False)
    has_left = entry.status == Status.DROPPED  # and a bracket may have seated them since
    entry.status = status
    entry.save(update_fields=["status"])
    if not has_left:
        left_write(entry)
    if stage is not None and stage.is_bracket:
        bracket_update(stage)


# --- By an organiser ---


@handles(Act.SIT_OUT)
@transaction.atomic
def sit_out(order: Order) -> None:
    tournament, entry = ordered(order, Status.IN)
    if entry.sits_out:
        raise NothingChanges
    seat_keep(tournament, entry, sits_out=True)
    done(tournament, order, entry)


@handles(Act.RETURN)
@transaction.atomic
def come_back(order: Order) -> None:
    tournament, entry = ordered(order, Status.IN)
    if not entry.sits_out:
        raise NothingChanges
    seat_keep(tournament, entry, sits_out=False)
    done(tournament, order, entry)


@handles(Act.DROP)
@transaction.atomic
def drop(order: Order) -> None:
    """Take an entry out: before the start, or while it is only asked, it is withdrawn, afterwards it has dropped."""
    tournament, entry = ordered(order, Status.IN, Status.WAITING, Status.INVITED)
    if tournament.has_started and entry.status != Status.INVITED:
        entry_drop(tournament, entry, Status.DROPPED)
        notify(players_of(entry), tournament, Notice.Kind.CHANGED, "dropped")
    else:
        entry_take_out(tournament, entry, by=order.by, reason=order.reason)
    done(tournament, order, entry)


@handles(Act.DISQUALIFY)
@transaction.atomic
def disqualify(order: Order) -> None:
    """Out, last at the table that is being played, and without a place in the ranking."""
    tournament, entry = ordered(order, Status.IN, Status.DROPPED)
    for slot in slots_played(entry):
        slot_forfeit(tournament, slot.table, slot)
    entry_drop(tournament, entry, Status.DISQUALIFIED)
    notify(players_of(entry), tournament, Notice.Kind.CHANGED, "disqualified", reason=order.reason)
    done(tournament, order, entry)


def slots_played(entry: Entry) -> QuerySet[Slot]:
    """Where an entry sits at a table that is open."""
    playing = Slot.objects.filter(entry=entry, table__match__isnull=False, table__status__in=["ready", "playing"])
    return playing.select_related("table__match", "table__stage", "table__round", "entry")


@handles(Act.REINSTATE)
@transaction.atomic
def reinstate(order: Order) -> None:
    """Somebody who dropped or was disqualified takes part again. Rounds that were missed are worth an absence."""
    tournament, entry = ordered(order, Status.DROPPED, Status.DISQUALIFIED)
    stage = running_stage(tournament)
    if stage is not None and not StageEntry.objects.filter(stage=stage, entry=entry).exists():
        raise NotNow  # the stage is played by others
    entry.status, entry.sits_out, entry.never_came = Status.IN, False, False
    entry.left_stage = entry.left_round = None
    entry.save(update_fields=["status", "sits_out", "never_came", "left_stage", "left_round"])
    if stage is not None and stage.is_bracket:
        bracket_update(stage)
    elif stage is not None:
        absences_write(stage, entry)
    notify(players_of(entry), tournament, Notice.Kind.CHANGED, "reinstated")
    done(tournament, order, entry)


def absences_write(stage: Stage, entry: Entry) -> None:
    """Leaving and coming back brings no free points: missed rounds count as for anybody who was absent."""
    paired = stage.rounds.exclude(status=Round.Status.PLANNED)
    missed = paired.exclude(tables__slots__entry=entry).exclude(rests__entry=entry)
    if entry.joined_stage == stage.number and entry.joined_round:
        missed = missed.filter(number__gte=entry.joined_round)
    Rest.objects.bulk_create([Rest(round=one, entry=entry, kind=Rest.Kind.ABSENT) for one in missed])
    standings_restate(stage)


@handles(Act.SUBSTITUTE)
@transaction.atomic
def substitute(order: Order) -> None:
    """Somebody else plays for an entry from the next table on; the entry stays what it was."""
    tournament, entry = ordered(order, Status.IN, Status.WAITING)
    newcomer = player_named(order.player)
    players_lock([newcomer])
    account_check(tournament, [newcomer])
    if entry.players.filter(player=newcomer, active=True).exists():
        raise PlayerEntered
    rows = entry.players.filter(active=True, replaced=False).select_related("player").order_by("pk")
    former = next((row for row in rows if order.former and row.player.name.casefold() == order.former.casefold()), None)
    leaving = former or rows.last()
    if leaving is None or (order.former and former is None):
        raise NoSuchPlayer
    leaving.active, leaving.replaced = False, True
    leaving.save(update_fields=["active", "replaced"])
    try:
        with transaction.atomic():
            EntryPlayer.objects.update_or_create(
                tournament=tournament,
                entry=entry,
                player=newcomer,
                defaults={"active": True, "replaced": False, "agreed": True},
            )
    except IntegrityError as error:
        raise PlayerEntered from error
    told = [*players_of(entry), leaving.player]
    notify(told, tournament, Notice.Kind.CHANGED, "substituted", name=newcomer.name)
    done(tournament, order, entry, player=newcomer.pk, former=leaving.player_id)


@handles(Act.ADD_ENTRY)
@transaction.atomic
def add_entry(order: Order) -> None:
    """Enter somebody: a player, or in team events a team, by name. Conditions are the organiser's to waive; the word
    of those who are added is not, unless the organiser is on the staff."""
    tournament = tournament_lock(order.tournament_id, order.state)
    team = team_named(order.player) if tournament.is_for_teams else None
    if team is not None and not team.is_full:
        raise TeamNotFull
    players = [one.player for one in team.members] if team else [player_named(order.player)]
    if order.by.is_staff or order.by.is_superuser or players == [order.by]:
        entry = entry_enter(tournament, players, team)
    else:
        entry = entry_ask(tournament, order.by, players, team)
    done(tournament, order, entry)


def newcomers_check(tournament: Tournament, players: list[Player]) -> None:
    """None of them takes part already; all have the accounts that are needed, and are held."""
    if EntryPlayer.objects.filter(tournament=tournament, player__in=players, active=True).exists():
        raise PlayerEntered
    players_lock(players)
    account_check(tournament, players)


def entry_ask(tournament: Tournament, by: Player, players: list[Player], team: Team | None) -> Entry:
    """Write an entry that waits until its players agree. Until then it takes no place and blocks no other event. Who
    has been asked before and did not agree is asked again, but not told again."""
    newcomers_check(tournament, players)
    if tournament.entries.filter(status=Status.INVITED).count() >= (tournament.places or SMALL_TOURNAMENT_PLACES):
        raise TooManyAsked
    status_for_newcomer(tournament)  # refuses where there is no place and no line
    entry = entry_row(tournament, players, team)
    entry.status, entry.asked_by_organiser = Status.INVITED, True
    entry.registered_at, entry.checked_in_at = timezone.now(), None
    entry.save()
    asked_before = set(entry.players.filter(agreed=False).values_list("player_id", flat=True))
    players_clear(entry)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entry, player=player, agreed=player == by) for player in players
    )
    told = [player for player in players if player != by and player.pk not in asked_before]
    notify(told, tournament, Notice.Kind.REGISTERED, "asked", by=by.name)
    return entry


def entry_enter(tournament: Tournament, players: list[Player], team: Team | None, club: str = "") -> Entry:
    """Write an entry by an organiser's word: everyone has agreed."""
    newcomers_check(tournament, players)
    entry = entry_row(tournament, players, team)
    is_running = tournament.status == Tournament.Status.RUNNING
    entry.status = Status.IN if is_running else status_for_newcomer(tournament)
    entry.asked_by_organiser = False
    entry.club = club or entry.club
    entry.registered_at = timezone.now()
    # Whoever is brought in by hand is known to be there.
    entry.checked_in_at = timezone.now() if tournament.status == Tournament.Status.CHECK_IN else None
    entry.save()
    players_clear(entry)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entry, player=player) for player in players
    )
    if entry.status == Status.IN and tournament.status == Tournament.Status.RUNNING:
        entry_join_stage(tournament, entry)
    notify(players, tournament, Notice.Kind.REGISTERED, entry.status)
    return entry


def newcomer_check(tournament: Tournament, act: Act, name: str) -> None:
    """Whoever is to come in is known here, a team where an entry is one, else a player, and may take part."""
    if act == Act.ADD_ENTRY and tournament.is_for_teams:
        account_check(tournament, [one.player for one in team_named(name).members])
    else:
        account_check(tournament, [player_named(name)])


def player_named(name: str) -> Player:
    found = player_by_name(name) if name else None
    if found is None:
        raise NoSuchPlayer
    return found


def team_named(name: str) -> Team:
    found = teams_with_members().filter(Q(name__iexact=name), disbanded_at=None).first()
    if found is None:
        raise NoSuchPlayer
    return found


def ordered(order: Order, *statuses: str) -> tuple[Tournament, Entry]:
    """The tournament, held, and the entry as it is now, if it has one of these statuses."""
    tournament = tournament_lock(order.tournament_id, order.state)
    assert order.entry is not None  # noqa: S101  (asked for before)
    entry = Entry.objects.get(pk=order.entry.pk)
    if entry.status not in statuses:
        raise NotNow
    return tournament, entry


def done(tournament: Tournament, order: Order, entry: Entry, **facts: object) -> None:
    """Count the act and log it. Players stand there by number: the log outlives their accounts, and their names go."""
    tournament_changed(tournament, decided=True)
    log_order(tournament, order, entry=entry.number, status=entry.status, **facts)
