"""Acts on entries while a tournament runs: sit out, return, drop, disqualify, reinstate, substitute, add."""

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
from tournaments.services.acts import ActRequest, handles
from tournaments.services.brackets import bracket_update
from tournaments.services.conditions import account_check, players_lock
from tournaments.services.course import log_act_request
from tournaments.services.entries import (
    CURRENT_STATUSES,
    entry_join_stage,
    entry_row,
    entry_take_out,
    players_clear,
    players_of,
    status_for_newcomer,
)
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.rounds import draft_leave, last_round_write, standings_recompute
from tournaments.services.rulings import slot_forfeit

Status = Entry.Status


# --- Acts of players ---


@transaction.atomic
def entry_sit_out(*, tournament_id: int, by: Player, sits_out: bool) -> Entry:
    """Sit out from the next round on, or return."""
    tournament = tournament_lock(tournament_id)
    entry = entry_of_player(tournament, by)
    sits_out_set(tournament, entry, sits_out=sits_out)
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
        if entry.status in CURRENT_STATUSES:
            entry_drop(tournament, entry, Status.DROPPED)
            others = [player for player in players_of(entry) if player != by]
            notify(others, tournament, Notice.Kind.CHANGED, "dropped")
            log_act(tournament, "drop", by=by, facts={"entry": entry.number})
    else:
        entry_take_out(tournament, entry, by=by)
    tournament_changed(tournament)
    return entry


def entry_of_player(tournament: Tournament, by: Player) -> Entry:
    entry = entry_of(tournament, by)
    if entry is None or entry.status != Status.IN:
        raise NotEntered
    if tournament.status != Tournament.Status.RUNNING:
        raise NotNow
    return entry


def sits_out_set(tournament: Tournament, entry: Entry, *, sits_out: bool) -> None:
    """Store whether the next round seats an entry. In a bracket it keeps its seat, and a bot may play it."""
    if sits_out:
        draft_leave(tournament, entry, rests=True)
    entry.sits_out, entry.never_came = sits_out, False
    entry.save(update_fields=["sits_out", "never_came"])


def running_stage(tournament: Tournament) -> Stage | None:
    return tournament.stages.filter(status=Stage.Status.RUNNING).first()


def entry_drop(tournament: Tournament, entry: Entry, status: str) -> None:
    """Drop an entry for good. What was played stays, also the results of earlier stages."""
    stage = running_stage(tournament)
    draft_leave(tournament, entry, rests=False)
    has_left = entry.status == Status.DROPPED  # and a bracket may have seated them since
    entry.status = status
    entry.save(update_fields=["status"])
    if not has_left:
        last_round_write(entry)
    if stage is not None and stage.is_bracket:
        bracket_update(stage)


# --- Acts of organisers ---


@handles(Act.SIT_OUT)
@transaction.atomic
def sit_out(request: ActRequest) -> None:
    tournament, entry = requested_entry(request, Status.IN)
    if entry.sits_out:
        raise NothingChanges
    sits_out_set(tournament, entry, sits_out=True)
    entry_act_log(tournament, request, entry)


@handles(Act.RETURN)
@transaction.atomic
def come_back(request: ActRequest) -> None:
    tournament, entry = requested_entry(request, Status.IN)
    if not entry.sits_out:
        raise NothingChanges
    sits_out_set(tournament, entry, sits_out=False)
    entry_act_log(tournament, request, entry)


@handles(Act.DROP)
@transaction.atomic
def drop(request: ActRequest) -> None:
    """Take an entry out: withdrawn before the start or while it is only asked, afterwards dropped."""
    tournament, entry = requested_entry(request, Status.IN, Status.WAITING, Status.INVITED)
    if tournament.has_started and entry.status != Status.INVITED:
        entry_drop(tournament, entry, Status.DROPPED)
        notify(players_of(entry), tournament, Notice.Kind.CHANGED, "dropped")
    else:
        entry_take_out(tournament, entry, by=request.by, reason=request.reason)
    entry_act_log(tournament, request, entry)


@handles(Act.DISQUALIFY)
@transaction.atomic
def disqualify(request: ActRequest) -> None:
    """Disqualify an entry: last at its running table, and without a place in the ranking."""
    tournament, entry = requested_entry(request, Status.IN, Status.DROPPED)
    for slot in slots_played(entry):
        slot_forfeit(tournament, slot.table, slot)
    entry_drop(tournament, entry, Status.DISQUALIFIED)
    notify(players_of(entry), tournament, Notice.Kind.CHANGED, "disqualified", reason=request.reason)
    entry_act_log(tournament, request, entry)


def slots_played(entry: Entry) -> QuerySet[Slot]:
    """Return the slots of an entry at open tables."""
    playing = Slot.objects.filter(entry=entry, table__match__isnull=False, table__status__in=["ready", "playing"])
    return playing.select_related("table__match", "table__stage", "table__round", "entry")


@handles(Act.REINSTATE)
@transaction.atomic
def reinstate(request: ActRequest) -> None:
    """Have a dropped or disqualified entry take part again. Missed rounds count as absences."""
    tournament, entry = requested_entry(request, Status.DROPPED, Status.DISQUALIFIED)
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
    entry_act_log(tournament, request, entry)


def absences_write(stage: Stage, entry: Entry) -> None:
    """Write missed rounds as absences, so that leaving and returning gives no free points."""
    paired = stage.rounds.exclude(status=Round.Status.PLANNED)
    missed = paired.exclude(tables__slots__entry=entry).exclude(rests__entry=entry)
    if entry.joined_stage == stage.number and entry.joined_round:
        missed = missed.filter(number__gte=entry.joined_round)
    Rest.objects.bulk_create([Rest(round=one, entry=entry, kind=Rest.Kind.ABSENT) for one in missed])
    standings_recompute(stage)


@handles(Act.SUBSTITUTE)
@transaction.atomic
def substitute(request: ActRequest) -> None:
    """Have another player play for an entry from the next table on; the entry stays the same."""
    tournament, entry = requested_entry(request, Status.IN, Status.WAITING)
    newcomer = player_named(request.player)
    players_lock([newcomer])
    account_check(tournament, [newcomer])
    if entry.players.filter(player=newcomer, active=True).exists():
        raise PlayerEntered
    rows = entry.players.filter(active=True, replaced=False).select_related("player").order_by("pk")
    former = next(
        (row for row in rows if request.former and row.player.name.casefold() == request.former.casefold()), None
    )
    leaving = former or rows.last()
    if leaving is None or (request.former and former is None):
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
    entry_act_log(tournament, request, entry, player=newcomer.pk, former=leaving.player_id)


@handles(Act.ADD_ENTRY)
@transaction.atomic
def add_entry(request: ActRequest) -> None:
    """Enter a player or a team by name, waiving the conditions. They must agree, unless the organiser is on the
    staff."""
    tournament = tournament_lock(request.tournament_id, request.state)
    team = team_named(request.player) if tournament.is_for_teams else None
    if team is not None and not team.is_full:
        raise TeamNotFull
    players = [one.player for one in team.members] if team else [player_named(request.player)]
    if request.by.is_staff or request.by.is_superuser or players == [request.by]:
        entry = entry_enter(tournament, players, team)
    else:
        entry = entry_ask(tournament, request.by, players, team)
    entry_act_log(tournament, request, entry)


def newcomers_check(tournament: Tournament, players: list[Player]) -> None:
    """Refuse players who take part already or lack a needed account; lock them."""
    if EntryPlayer.objects.filter(tournament=tournament, player__in=players, active=True).exists():
        raise PlayerEntered
    players_lock(players)
    account_check(tournament, players)


def entry_ask(tournament: Tournament, by: Player, players: list[Player], team: Team | None) -> Entry:
    """Write an entry that waits until its players agree. Until then it takes no place and blocks no other event.

    Players who were asked before and did not agree are asked again, but not notified again.
    """
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
    """Write an entry by an organiser's act: everyone counts as having agreed."""
    newcomers_check(tournament, players)
    entry = entry_row(tournament, players, team)
    is_running = tournament.status == Tournament.Status.RUNNING
    entry.status = Status.IN if is_running else status_for_newcomer(tournament)
    entry.asked_by_organiser = False
    entry.club = club or entry.club
    entry.registered_at = timezone.now()
    # An entry made by an organiser counts as checked in.
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
    """Refuse a name that is not known: a team's where entries are teams, else a player's; or who may not take part."""
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


def requested_entry(request: ActRequest, *statuses: str) -> tuple[Tournament, Entry]:
    """Return the locked tournament, and the entry if it has one of these statuses."""
    tournament = tournament_lock(request.tournament_id, request.state)
    assert request.entry is not None  # noqa: S101  (asked for before)
    entry = Entry.objects.get(pk=request.entry.pk)
    if entry.status not in statuses:
        raise NotNow
    return tournament, entry


def entry_act_log(tournament: Tournament, request: ActRequest, entry: Entry, **facts: object) -> None:
    """Count the act and log it. Players are logged by number: the log outlives their accounts and names."""
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, entry=entry.number, status=entry.status, **facts)
