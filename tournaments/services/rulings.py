"""Acts on tables: enter, correct or call off a result, play again, forfeit."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby

from django.db import transaction

from games.models import Match
from games.refusals import TableGone
from games.services.leaving import game_leave
from games.services.sealed import sealed_tables_close
from players.models import Player
from tournaments.director.acts import Act
from tournaments.models import Entry, EntryPlayer, Notice, Round, Slot, Stage, Table, TableMatch, Tournament
from tournaments.refusals import BadPlaces, NoSuchEntry, NothingChanges, NotNow, StageOver, Stale
from tournaments.selectors.act_previews import newest_stage
from tournaments.services import phases, stages
from tournaments.services.acts import ActRequest, handles
from tournaments.services.brackets import bracket_update, match_call_off, table_reset
from tournaments.services.course import log_act_request
from tournaments.services.entries import players_of
from tournaments.services.locks import tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.ratings import ratings_annul, ratings_correct
from tournaments.services.rounds import standings_recompute

Status, By = Table.Status, Table.By


def ruled_table(request: ActRequest, *, may_be_over: bool = False) -> tuple[Tournament, Table]:
    """Return the locked tournament and table; refuse a table of a stage after which another has begun."""
    tournament = tournament_lock(request.tournament_id, request.state)
    assert request.table is not None  # noqa: S101  (asked for before)
    table = Table.objects.select_related("stage__tournament", "round", "match").get(pk=request.table.pk)
    if table.stage != newest_stage(tournament) or (table.stage.status == Stage.Status.FINISHED and not may_be_over):
        raise StageOver
    if not table.is_decided and table.match is not None and table.match.status == Match.Status.FINISHED:
        raise Stale  # it has just ended, and its result is about to be read
    return tournament, table


def seated(table: Table) -> list[Slot]:
    return [slot for slot in table.slots.select_related("entry") if slot.entry_id is not None]


def places_write(table: Table, places: Sequence[Sequence[int]]) -> list[Slot]:
    """Write the places that an organiser gives to everyone at the table."""
    slots = {slot.entry.number: slot for slot in seated(table) if slot.entry is not None}
    named = [number for group in places for number in group]
    if sorted(named) != sorted(slots) or not all(places):
        raise BadPlaces
    above = 0
    for group in places:
        for number in group:
            slots[number].place = above + 1
        above += len(group)
    Slot.objects.bulk_update(slots.values(), ["place"])
    return list(slots.values())


def groups_by_place(table: Table) -> list[list[int]]:
    """Return the result of a table: entry numbers, best first, those who tied together."""
    placed = sorted((slot.place, slot.entry.number) for slot in seated(table) if slot.place and slot.entry)
    return [[number for _, number in group] for _, group in groupby(placed, key=lambda one: one[0])]


@handles(Act.ENTER_RESULT)
@transaction.atomic
def enter_result(request: ActRequest) -> None:
    """Decide a table by a ruling; its running match is called off."""
    tournament, table = ruled_table(request)
    if table.status not in (Status.READY, Status.PLAYING, Status.CALLED_OFF):
        raise NotNow
    match_call_off(table)
    places_write(table, request.places)
    table.status, table.by = Status.FINISHED, By.RULING
    table.save(update_fields=["match", "status", "by"])
    table_decided(tournament, table, request)


def places_by_side(slots: Sequence[Slot]) -> dict[int, int]:
    """Return the places of those who sat in the match; who left before it was opened is none of them."""
    there = {slot.side: slot.place for slot in slots if slot.side is not None and slot.place is not None}
    return {side: 1 + sum(other < place for other in there.values()) for side, place in there.items()}


@handles(Act.CORRECT_RESULT)
@transaction.atomic
def correct_result(request: ActRequest) -> None:
    """Change the places of a decided table, and the ratings with them."""
    tournament, table = ruled_table(request, may_be_over=True)
    if table.status not in (Status.FINISHED, Status.WALKOVER):
        raise NotNow
    before = groups_by_place(table)
    slots = places_write(table, request.places)
    if before == groups_by_place(table):
        raise NothingChanges
    table.status, table.by = Status.FINISHED, By.RULING
    table.save(update_fields=["status", "by"])
    ratings_correct(table.match_id, places_by_side(slots), by=request.by, reason=request.reason)
    table_decided(tournament, table, request, before=before)


def table_settled(tournament: Tournament, table: Table) -> None:
    """Update what follows from a table: the bracket, stored standings, a final ranking."""
    stage = table.stage
    if stage.is_bracket:
        bracket_update(stage)
    elif table.round.status == Round.Status.FINISHED:
        standings_recompute(stage, table.round.number)
        draft_discard(stage)
    if stage.status == Stage.Status.FINISHED and stage.is_bracket and tables_are_left(stage):
        stage_reopen(tournament, stage)
        return
    if stage.status == Stage.Status.FINISHED:
        stages.stage_close(stage, is_last=tournament.status == Tournament.Status.FINISHED)
    if tournament.status == Tournament.Status.FINISHED:
        phases.tournament_rank(tournament)


def draft_discard(stage: Stage) -> None:
    """Discard a waiting draft to be paired anew from the changed standings. A schedule stays as it was drawn."""
    if stage.kind == Stage.Kind.SWISS:
        stage.rounds.filter(status=Round.Status.DRAFT).delete()


def tables_are_left(stage: Stage) -> bool:
    """Return whether a stage has undecided tables that can be played, other than those called off at its end."""
    return Table.objects.filter(stage=stage, status__in=[Status.WAITING, Status.READY]).exists()


def stage_reopen(tournament: Tournament, stage: Stage) -> None:
    """Reopen a finished bracket after a correction puts others at tables that were played already.

    It is paused, as its players are not on the site, until the organiser resumes. Final places are taken back.
    """
    stage.status = Stage.Status.RUNNING
    stage.save(update_fields=["status"])
    stage.entries.update(place=None, goes_on=False)
    tournament.entries.update(place=None)
    tournament_changed(tournament, status=Tournament.Status.RUNNING, finished_at=None, paused=True)
    told = phases.players_of_entries(tournament.entries.filter(status=Entry.Status.IN))
    notify(told, tournament, Notice.Kind.CHANGED, "reopened")


def table_decided(tournament: Tournament, table: Table, request: ActRequest, **before: object) -> None:
    """Update what follows from a ruling, log it, and notify those at the table."""
    table_settled(tournament, table)
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, round=table.round.number, table=table.number, places=request.places, **before)
    facts = {"round": table.round.number, "table": table.number, "reason": request.reason}
    notify(players_at(table), tournament, Notice.Kind.CHANGED, "result", **facts)


def players_at(table: Table) -> list[Player]:
    return phases.players_of_entries(Entry.objects.filter(slots__table=table))


@handles(Act.CALL_OFF)
@transaction.atomic
def call_off(request: ActRequest) -> None:
    """Call off a table's match. It stays so until a result is entered or it is played again."""
    tournament, table = ruled_table(request)
    if table.match_id is None or table.is_decided:
        raise NotNow
    match_call_off(table)
    table.status = Status.CALLED_OFF
    table.save(update_fields=["match", "status"])
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, round=table.round.number, table=table.number)
    notify(players_at(table), tournament, Notice.Kind.CHANGED, "called-off", table=table.number, reason=request.reason)


@handles(Act.REPLAY)
@transaction.atomic
def replay(request: ActRequest) -> None:
    """Have a table played again; the match before counts for nobody."""
    tournament, table = ruled_table(request)
    if table.status not in (Status.FINISHED, Status.CALLED_OFF, Status.PLAYING, Status.READY):
        raise NotNow
    if table.status == Status.FINISHED:
        ratings_annul([table.match_id], by=request.by, reason=request.reason)
    else:
        match_call_off(table)
    table = Table.objects.select_related("stage", "round").prefetch_related("slots").get(pk=table.pk)
    table_reset(table)
    table.status = Status.READY
    Slot.objects.bulk_update(table.slots.all(), ["place", "points", "side", "no_show", "forfeited"])
    table.save(update_fields=["match", "by", "starts_at", "status"])
    table_settled(tournament, table)
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, round=table.round.number, table=table.number)
    notify(players_at(table), tournament, Notice.Kind.CHANGED, "replay", table=table.number, reason=request.reason)


@handles(Act.FORFEIT)
@transaction.atomic
def forfeit(request: ActRequest) -> None:
    """Put an entry last at its table, whatever is played there."""
    tournament, table = ruled_table(request)
    mine = next((slot for slot in seated(table) if request.entry and slot.entry_id == request.entry.pk), None)
    if mine is None or mine.entry is None:
        raise NoSuchEntry
    if table.is_decided:
        raise NotNow
    if mine.forfeited:
        raise NothingChanges
    slot_forfeit(tournament, table, mine)
    tournament_changed(tournament, decided=True)
    log_act_request(tournament, request, round=table.round.number, table=table.number, entry=mine.entry.number)
    facts = {"table": table.number, "reason": request.reason}
    notify(players_of(mine.entry), tournament, Notice.Kind.CHANGED, "forfeited", **facts)


def slot_forfeit(tournament: Tournament, table: Table, slot: Slot) -> None:
    """Mark a side as last at its table. The only one left has won; several play on."""
    slot.forfeited = True
    slot.save(update_fields=["forfeited"])
    staying, out = numbers_by_forfeit(seated(table))
    if len(staying) == 1:
        match_call_off(table)
        places_write(table, [staying, out])
        table.status, table.by = Status.FINISHED, By.FORFEIT
        table.save(update_fields=["match", "status", "by"])
        table_settled(tournament, table)
    elif table.match_id is not None and not match_reopen(table):
        seats_to_bots(table, slot)


def numbers_by_forfeit(slots: Sequence[Slot]) -> tuple[list[int], list[int]]:
    """Return the entries of a table that play on, and those that have forfeited."""
    staying = [slot.entry.number for slot in slots if slot.entry and not slot.forfeited]
    return staying, [slot.entry.number for slot in slots if slot.entry and slot.forfeited]


def match_reopen(table: Table) -> bool:
    """Call off a match that has not begun, so that the worker opens another for the rest; False once it has begun."""
    opened = [table.match_id] if table.match_id is not None else []
    if not sealed_tables_close(match_ids=opened):
        return False
    TableMatch.objects.filter(match_id__in=opened).delete()
    table.slots.update(side=None)
    table.match, table.starts_at, table.status = None, None, Status.READY
    table.save(update_fields=["match", "starts_at", "status"])
    return True


def seats_to_bots(table: Table, slot: Slot) -> None:
    """Have a bot play the seats of a side to the end."""
    assert table.match is not None  # noqa: S101  (asked for by the caller)
    rows = EntryPlayer.objects.filter(entry=slot.entry_id, replaced=False).select_related("player")
    for row in rows:
        with suppress(TableGone), transaction.atomic():
            game_leave(match=table.match, player=row.player)
