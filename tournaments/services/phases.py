"""Steps of a tournament from registration to its ranking."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from players.models import Player
from tournaments.director.due import Step
from tournaments.formats.contests.plans import StageResult, ranking
from tournaments.formats.entries import EntryId
from tournaments.models import Entry, EntryPlayer, Notice, StageEntry, Tournament
from tournaments.selectors.entries import entries_with_players, ratings_of_entries
from tournaments.services.entries import places_fill
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify, notify_each

Status = Tournament.Status


@transaction.atomic
def registration_open(*, tournament_id: int, step: Step) -> None:
    tournament = tournament_lock(tournament_id, step.state)
    tournament_changed(tournament, decided=True, status=Status.REGISTRATION)
    log_act(tournament, "open-registration")


@transaction.atomic
def registration_close(*, tournament_id: int, step: Step) -> None:
    tournament = tournament_lock(tournament_id, step.state)
    tournament_changed(tournament, decided=True, status=Status.CLOSED)
    log_act(tournament, "close-registration")


@transaction.atomic
def check_in_open(*, tournament_id: int, step: Step) -> None:
    """Open check-in, and notify everybody who is in or waits."""
    tournament = tournament_lock(tournament_id, step.state)
    tournament_changed(tournament, decided=True, status=Status.CHECK_IN)
    log_act(tournament, "open-check-in")
    asked = tournament.entries.filter(status__in=["in", "waiting"], checked_in_at=None)
    notify(players_of_entries(asked), tournament, Notice.Kind.CHECK_IN, "open")


def players_of_entries(entries: Any, *, asked_too: bool = False) -> list[Player]:
    """Return the players of many entries in one query: those who have agreed, or also those only asked."""
    rows = EntryPlayer.objects.filter(entry__in=entries, replaced=False, active=True)
    if not asked_too:
        rows = rows.filter(agreed=True)
    return list(Player.objects.filter(pk__in=rows.values("player")))


# --- The start ---


@transaction.atomic
def tournament_start(*, tournament_id: int, step: Step, by: Player | None = None) -> None:
    """Settle who is in, seed them, and go on to the first stage."""
    tournament = tournament_lock(tournament_id, step.state)
    now = timezone.now()
    if tournament.status == Status.CHECK_IN:
        absent_leave(tournament)
    invited_and_waiting_leave(tournament)
    entries_seed(tournament)
    tournament_changed(
        tournament, decided=True, status=Status.RUNNING, started_at=now, starts_at=tournament.starts_at or now
    )
    log_act(tournament, "start", by=by, facts={"entries": tournament.entries.filter(status="in").count()})


def absent_leave(tournament: Tournament) -> None:
    """Mark those who did not check in as absent, and give their places to the waiting list."""
    missing = tournament.entries.filter(status__in=[Entry.Status.IN, Entry.Status.WAITING], checked_in_at=None)
    entries_leave(tournament, missing, Entry.Status.ABSENT, Notice.Kind.CHECK_IN, "missed")
    places_fill(tournament)


def invited_and_waiting_leave(tournament: Tournament) -> None:
    """Withdraw those who wait or have not agreed: it begins without them."""
    left = tournament.entries.filter(status__in=[Entry.Status.INVITED, Entry.Status.WAITING])
    entries_leave(tournament, left, Entry.Status.WITHDRAWN, Notice.Kind.REGISTERED, "not-admitted")


def entries_leave(tournament: Tournament, entries: Any, status: str, kind: str, code: str) -> None:
    """Change the status of entries without which it begins, and notify them.

    Their players may still enter late, where that is possible, or as substitutes.
    """
    told, gone = players_of_entries(entries, asked_too=True), list(entries.values_list("pk", flat=True))
    Entry.objects.filter(pk__in=gone).update(status=status)
    EntryPlayer.objects.filter(entry__in=gone).update(active=False)
    notify(told, tournament, kind, code)


def entries_seed(tournament: Tournament) -> None:
    """Store names and ratings, and seed by rating; of equals who entered first."""
    entries = list(entries_with_players(tournament).filter(status=Entry.Status.IN))
    ratings = ratings_of_entries(tournament, entries)
    for entry in entries:
        entry.rating = ratings[entry.pk]
        entry.name = name_of(entry)
        entry.joined_stage, entry.joined_round = 1, 1
    strongest_first = sorted(entries, key=lambda one: (one.rating is None, -(one.rating or 0), one.number))
    for seed, entry in enumerate(strongest_first, start=1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["rating", "name", "seed", "joined_stage", "joined_round"], batch_size=500)


def name_of(entry: Entry) -> str:
    """Return the team's name, or the player's."""
    players = [row.player for row in entry.players.all() if not row.replaced]
    if entry.team is not None:
        return entry.team.name
    return " & ".join(player.name for player in players if not player.is_gone) or entry.name


@transaction.atomic
def tournament_cancel_empty(*, tournament_id: int, step: Step) -> None:
    """Cancel: too few have entered within the announced time."""
    tournament = tournament_lock(tournament_id, step.state)
    told = players_of_entries(tournament.entries.filter(status__in=["in", "waiting", "invited"]), asked_too=True)
    tournament_changed(tournament, decided=True, status=Status.CANCELLED, finished_at=timezone.now())
    log_act(tournament, "cancel", facts={"why": "too-few"})
    notify(told, tournament, Notice.Kind.CANCELLED, "too-few")


# --- The end ---


@transaction.atomic
def tournament_finish(
    *, tournament_id: int, step: Step, by: Player | None = None, reason: str = "", facts: dict[str, Any] | None = None
) -> None:
    """Rank everyone who took part, and notify them."""
    tournament = tournament_lock(tournament_id, step.state)
    tournament_rank(tournament)
    stages_skip(tournament)
    tournament_changed(
        tournament, decided=True, status=Status.FINISHED, finished_at=timezone.now(), paused=False, problem=""
    )
    log_act(tournament, "finish", by=by, reason=reason, facts=facts)
    places_tell(tournament)


def stages_skip(tournament: Tournament) -> None:
    """End the stages that were not played, and log it."""
    for stage in tournament.stages.filter(status="waiting"):
        stage.status = "finished"
        stage.save(update_fields=["status"])
        log_act(tournament, "finish-stage", facts={"stage": stage.number, "played": False})


def tournament_rank(tournament: Tournament) -> None:
    """Store everybody's place from the stages' final orders; who left before the first began is behind."""
    stages = [
        [
            StageResult(EntryId(one.entry.number), one.place, one.goes_on)
            for one in StageEntry.objects.filter(stage=stage).select_related("entry")
            if one.place is not None
        ]
        for stage in tournament.stages.filter(status="finished")
    ]
    out = frozenset(
        map(EntryId, tournament.entries.filter(status=Entry.Status.DISQUALIFIED).values_list("number", flat=True))
    )
    places = dict(ranking(stages, out))
    behind = 1 + sum(place is not None for place in places.values())
    entries = list(tournament.entries.filter(joined_stage__isnull=False))
    for entry in entries:
        entry.place = None if entry.number in out else places.get(EntryId(entry.number), behind)
    Entry.objects.bulk_update(entries, ["place"], batch_size=500)


def places_tell(tournament: Tournament) -> None:
    """Notify everyone of their place."""
    entries = list(entries_with_players(tournament).filter(joined_stage__isnull=False))
    ranked = sum(entry.place is not None for entry in entries)
    told = [
        (row.player, {"place": entry.place, "of": ranked})
        for entry in entries
        if entry.place is not None
        for row in entry.players.all()
        if not row.replaced
    ]
    notify_each(told, tournament, Notice.Kind.PLACE, "place")
