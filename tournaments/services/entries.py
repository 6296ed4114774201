"""Acts of players before the start: enter, agree, withdraw, check in."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from players.models import Player, Team
from tournaments.models import Entry, EntryPlayer, Notice, StageEntry, Tournament
from tournaments.refusals import (
    AlreadyEntered,
    CheckInClosed,
    Full,
    NotEntered,
    NothingToAgree,
    PartnerEntered,
)
from tournaments.selectors.entries import entry_of, mean_rating, pool_of, ratings_of_players
from tournaments.services.conditions import (
    addition_check,
    conditions_check,
    entrants,
    players_lock,
    registration_check,
    same_hour_check,
    team_check,
)
from tournaments.services.locks import ENTRIES, HEAD, MINE, log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify

Status = Entry.Status
# Entering again with one of these returns the current entry.
CURRENT_STATUSES = (Status.IN, Status.WAITING, Status.INVITED)
CHANGED_PARTS = (HEAD, ENTRIES, MINE)


# --- Entering ---


@transaction.atomic
def entry_register(
    *, tournament_id: int, by: Player, team: Team | None = None, code: str = "", invited: bool = False
) -> tuple[Entry, bool]:
    """Enter alone or with a team; a player who is in already gets the current entry. Return it and whether it is new.

    The lock on the tournament decides who gets the last place.
    """
    tournament = tournament_lock(tournament_id)
    standing = entry_of(tournament, by)
    is_in = standing is not None and standing.status not in (Status.WITHDRAWN, Status.ABSENT)
    if standing is not None and standing.status in CURRENT_STATUSES and standing.team_id == (team.pk if team else None):
        return standing, False
    # The API fixes the order of refusals: the player's conditions, the whole entry's, then what prevents it now.
    # A team's invitations are checked for both together, since an owner's partner needs none.
    conditions_check(tournament, [by], code=code, invited=invited or tournament.is_for_teams)
    players = entrants(tournament, by, team)
    conditions_check(tournament, players, code=code, invited=invited)
    registration_check(tournament)
    if is_in:
        raise AlreadyEntered
    if EntryPlayer.objects.filter(tournament=tournament, player__in=players, active=True).exists():
        raise PartnerEntered
    players_lock(players)
    same_hour_check(tournament, players)
    team_check(tournament, players)
    entry = entry_add(tournament, by, players, team)
    tournament_changed(tournament, CHANGED_PARTS)
    log_act(tournament, "enter", by=by, facts={"entry": entry.number, "status": entry.status})
    return entry, True


def entry_add(tournament: Tournament, by: Player, players: Sequence[Player], team: Team | None) -> Entry:
    """Write an entry and its players; the partner of a team is asked to agree."""
    entry = entry_row(tournament, players, team)
    agreed = len(players) == 1
    entry.status = Status.INVITED if not agreed else status_for_newcomer(tournament)
    entry.registered_at = timezone.now()
    entry.checked_in_at = timezone.now() if tournament.status == Tournament.Status.CHECK_IN and agreed else None
    entry.asked_by_organiser = False
    entry.save()
    players_write(tournament, entry, by, players)
    if entry.status == Status.INVITED:
        notify(
            [player for player in players if player != by], tournament, Notice.Kind.REGISTERED, "invited", by=by.name
        )
    else:
        entry_joined(tournament, entry)
    return entry


def entry_row(tournament: Tournament, players: Sequence[Player], team: Team | None) -> Entry:
    """Return the row of an entry that was withdrawn or absent and returns, else a new one with the next number."""
    before = Entry.objects.filter(tournament=tournament, status__in=[Status.WITHDRAWN, Status.ABSENT], team=team)
    if team is None:
        before = before.filter(players__player__in=players, players__replaced=False)
    name = team.name if team else " & ".join(player.name for player in players)
    if (entry := before.first()) is not None:
        entry.name = name
        return entry
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"] or 0
    return Entry(tournament=tournament, number=highest + 1, team=team, name=name)


def players_write(tournament: Tournament, entry: Entry, by: Player, players: Sequence[Player]) -> None:
    """Write the players of an entry. The database refuses a second place of a player in a tournament."""
    players_clear(entry)
    try:
        with transaction.atomic():
            EntryPlayer.objects.bulk_create(
                EntryPlayer(tournament=tournament, entry=entry, player=player, agreed=player == by or len(players) == 1)
                for player in players
            )
    except IntegrityError as error:
        raise PartnerEntered from error


def players_clear(entry: Entry) -> None:
    """Remove the players of an entry that was withdrawn or absent and returns, substituted ones too.

    It has not sat at any table yet, and one of them may be among its players again.
    """
    entry.players.filter(active=False).delete()


def status_for_newcomer(tournament: Tournament) -> str:
    """Return "in", or "waiting" once every place is taken; while it runs a full tournament refuses."""
    if tournament.places is None or tournament.entries.filter(status=Status.IN).count() < tournament.places:
        return Status.IN
    if tournament.status == Tournament.Status.RUNNING:
        raise Full
    return Status.WAITING


def entry_joined(tournament: Tournament, entry: Entry) -> None:
    """Notify the players of their status; add a late entry to the running stage."""
    notify(players_of(entry), tournament, Notice.Kind.REGISTERED, entry.status)
    if entry.status == Status.IN and tournament.status == Tournament.Status.RUNNING:
        entry_join_stage(tournament, entry)


def entry_join_stage(tournament: Tournament, entry: Entry) -> None:
    """Add a late entry to the stage, from the next round on, seeded last."""
    stage = tournament.stages.get(number=1)
    last = stage.entries.aggregate(last=Max("seed"))["last"] or 0
    StageEntry.objects.create(stage=stage, entry=entry, seed=last + 1)
    # Whoever left before the stage began has a seed, and none in it.
    seeded = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    standings = ratings_of_players(pool_of(tournament), [one.pk for one in players_of(entry)])
    entry.rating = mean_rating(list(standings.values()))
    entry.seed, entry.joined_stage, entry.joined_round = seeded + 1, 1, stage.rounds.count() + 1
    entry.save(update_fields=["rating", "seed", "joined_stage", "joined_round"])


def players_of(entry: Entry) -> list[Player]:
    """Return those who play for an entry now."""
    return [row.player for row in entry.players.filter(replaced=False).select_related("player")]


def players_agreed(entry: Entry) -> list[Player]:
    """Return those of them who have agreed themselves."""
    rows = entry.players.filter(replaced=False, agreed=True).select_related("player")
    return [row.player for row in rows]


# --- Agreeing ---


@transaction.atomic
def entry_agree(*, tournament_id: int, by: Player) -> Entry:
    """Agree to an entry as a partner, or as a player whom an owner has added. Once all have, it is in or waits."""
    tournament = tournament_lock(tournament_id)
    entry = entry_of(tournament, by)
    if entry is None or entry.status in (Status.WITHDRAWN, Status.ABSENT):
        raise NotEntered
    if entry.status in (Status.IN, Status.WAITING):
        return entry
    if entry.status != Status.INVITED or not entry.players.filter(player=by, agreed=False).update(agreed=True):
        raise NothingToAgree
    if entry.asked_by_organiser:
        addition_check(tournament)
    else:
        registration_check(tournament)
    players_lock(players_of(entry))
    same_hour_check(tournament, players_agreed(entry))
    if not entry.players.filter(agreed=False).exists():
        entry_admit(tournament, entry)
    tournament_changed(tournament, CHANGED_PARTS)
    log_act(tournament, "agree", by=by, facts={"entry": entry.number, "status": entry.status})
    return entry


def entry_admit(tournament: Tournament, entry: Entry) -> None:
    """Give an entry a place or a position on the waiting list, once everyone has agreed."""
    entry.status = status_for_newcomer(tournament)
    entry.registered_at = timezone.now()
    if tournament.status == Tournament.Status.CHECK_IN:
        entry.checked_in_at = timezone.now()
    entry.save(update_fields=["status", "registered_at", "checked_in_at"])
    entry_joined(tournament, entry)


# --- Withdrawing ---


def entry_take_out(tournament: Tournament, entry: Entry, *, by: Player | None, reason: str = "") -> None:
    """Withdraw an entry; the tournament is locked."""
    was_in = entry.status == Status.IN
    entry.status, entry.checked_in_at = Status.WITHDRAWN, None
    entry.save(update_fields=["status", "checked_in_at"])
    entry.players.update(active=False)
    told = players_agreed(entry) if entry.asked_by_organiser else players_of(entry)
    notify([player for player in told if player != by], tournament, Notice.Kind.REGISTERED, "withdrawn")
    log_act(tournament, "withdraw", by=by, reason=reason, facts={"entry": entry.number})
    if was_in:
        places_fill(tournament)


def places_fill(tournament: Tournament) -> list[Entry]:
    """Give free places to the first on the waiting list, and notify them. While it runs there is no list."""
    if tournament.has_started or tournament.is_over:
        return []
    in_line = tournament.entries.filter(status=Status.WAITING)
    if tournament.places is None:
        free = in_line.count()
    else:
        free = tournament.places - tournament.entries.filter(status=Status.IN).count()
    promoted = list(in_line.order_by("registered_at", "number")[: max(0, free)])
    for entry in promoted:
        entry.status = Status.IN
        entry.save(update_fields=["status"])
        notify(players_of(entry), tournament, Notice.Kind.REGISTERED, "promoted")
        log_act(tournament, "promote", facts={"entry": entry.number})
    return promoted


# --- Check-in ---


@transaction.atomic
def entry_check_in(*, tournament_id: int, by: Player) -> Entry:
    """Check in, also from the waiting list; one member of a team is enough. Repeating it changes nothing."""
    tournament = tournament_lock(tournament_id)
    entry = entry_of(tournament, by)
    if entry is None or entry.status not in (Status.IN, Status.WAITING):
        raise NotEntered
    if entry.checked_in_at is not None:
        return entry
    if tournament.status != Tournament.Status.CHECK_IN:
        raise CheckInClosed
    entry.checked_in_at = timezone.now()
    entry.save(update_fields=["checked_in_at"])
    tournament_changed(tournament, CHANGED_PARTS)
    log_act(tournament, "check-in", by=by, facts={"entry": entry.number})
    return entry
