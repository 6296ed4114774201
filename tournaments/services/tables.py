"""Tables: opened with everyone seated, begun at their time, and read once their match is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Match
from games.selectors.outcomes import MatchOutcome, outcomes_of
from games.services.sealed import SealedTable, sealed_tables_open, sealed_tables_start_due
from players.models import Player
from tournaments.director.due import Step
from tournaments.models import Entry, EntryPlayer, Notice, Round, Slot, Stage, Table, TableMatch, Tournament
from tournaments.selectors.contests import tables_with_slots
from tournaments.services.brackets import bracket_update
from tournaments.services.locks import MINE, ROUNDS, STANDINGS, log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify, notify_each
from tournaments.services.rounds import standings_restate, start_of_next

Status = Table.Status


# --- Opening ---


@transaction.atomic
def tables_open(*, tournament_id: int, step: Step) -> None:
    """Open a match at every table that is ready, with the right people in the right seats."""
    tournament = tournament_lock(tournament_id, step.state)
    stage = tournament.stages.get(number=step.stage)
    ready = Table.objects.filter(stage=stage, status=Status.READY, match=None).exclude(
        round__status__in=[Round.Status.DRAFT, Round.Status.PLANNED]
    )
    tables = list(tables_with_slots(ready.select_related("round")))
    starts_at = start_for(tournament, tables)
    matches_open(tournament, tables, starts_at)
    tournament_changed(tournament, [ROUNDS, MINE, "head"])
    seated_tell(tournament, tables)


def start_for(tournament: Tournament, tables: Sequence[Table]) -> datetime:
    """A round's tables begin together; of a bracket, each a while after it is ready."""
    planned = [table.round.starts_at for table in tables if table.round.starts_at is not None]
    earliest = timezone.now() + timedelta(seconds=tournament.lead_seconds)
    if planned and all(table.round.status == Round.Status.PUBLISHED for table in tables):
        return max(max(planned), timezone.now())
    return max(earliest, start_of_next(tournament, timezone.now())) if tournament.round_times else earliest


def matches_open(tournament: Tournament, tables: Sequence[Table], starts_at: datetime) -> None:
    """Open the matches of many tables at once; a table that is short of sides is filled up by the house, unrated."""
    players = players_by_entry([slot.entry_id for table in tables for slot in table.slots.all() if slot.entry_id])
    full = [table for table in tables if len(sides_of(table)) >= tournament.mode.fewest]
    short = [table for table in tables if len(sides_of(table)) < tournament.mode.fewest]
    for some, rated in ((full, tournament.rated), (short, False)):
        sealed = [sealed_table(tournament, table, players) for table in some]
        matches = sealed_tables_open(
            game=tournament.game,
            tables=sealed,
            rated=rated,
            pace=tournament.pace,
            watching=tournament.watching,
            starts_at=starts_at,
        )
        for table, match in zip(some, matches, strict=True):
            table.match, table.starts_at = match, starts_at
    Table.objects.bulk_update(tables, ["match", "starts_at"], batch_size=500)
    TableMatch.objects.bulk_create([TableMatch(table=table, match=table.match) for table in tables], batch_size=500)
    Slot.objects.bulk_update(
        [slot for table in tables for slot in table.slots.all()], ["side"], batch_size=500
    ) if tables else None


def sides_of(table: Table) -> list[Slot]:
    """The sides that play: those whose entry is known and has not left."""
    out = (Entry.Status.DROPPED, Entry.Status.DISQUALIFIED)
    return [slot for slot in table.slots.all() if slot.entry is not None and slot.entry.status not in out]


def sealed_table(tournament: Tournament, table: Table, players: dict[int, list[int]]) -> SealedTable:
    """Who sits where. The order of the slots is that of the seats."""
    slots = sides_of(table)
    for slot in table.slots.all():
        slot.side = None
    for side, slot in enumerate(slots):
        slot.side = side
    sides = [players[slot.entry_id] for slot in slots if slot.entry_id is not None]
    sides += [[]] * max(0, tournament.mode.fewest - len(sides))
    return SealedTable(tournament.engine.table_options(tournament.options, len(sides)), sides)


def players_by_entry(entry_ids: Sequence[int]) -> dict[int, list[int]]:
    rows = EntryPlayer.objects.filter(entry__in=entry_ids, replaced=False).order_by("pk")
    found: dict[int, list[int]] = {}
    for entry_id, player_id in rows.values_list("entry_id", "player_id"):
        found.setdefault(entry_id, []).append(player_id)
    return found


def seated_tell(tournament: Tournament, tables: Sequence[Table]) -> None:
    """Everyone who sits somewhere is told where."""
    if tournament.rehearsal or not tables:
        return
    entries = {slot.entry_id: table for table in tables for slot in sides_of(table)}
    rows = EntryPlayer.objects.filter(entry__in=entries, replaced=False).select_related("player")
    told = [
        (
            row.player,
            {
                "round": entries[row.entry_id].round.number,
                "table": entries[row.entry_id].number,
                "key": entries[row.entry_id].match.key,  # type: ignore[union-attr]
            },
        )
        for row in rows
    ]
    notify_each(told, tournament, Notice.Kind.SEATED, "seated")


# --- Beginning ---


@transaction.atomic
def tables_begin(*, tournament_id: int, step: Step) -> None:
    """The time of these tables has come: they begin with whoever is there."""
    tournament = tournament_lock(tournament_id, step.state)
    now = timezone.now()
    due = Table.objects.filter(
        Q(starts_at__lte=now) | Q(match__status__in=[Match.Status.PLAYING, Match.Status.FINISHED]),
        stage__tournament=tournament,
        status=Status.READY,
        match__isnull=False,
    )
    rounds = Round.objects.filter(tables__in=due, status=Round.Status.PUBLISHED)
    Round.objects.filter(pk__in=list(rounds.values_list("pk", flat=True))).update(status=Round.Status.PLAYING)
    Table.objects.filter(pk__in=list(due.values_list("pk", flat=True))).update(status=Status.PLAYING)
    tournament_changed(tournament, [ROUNDS, MINE, "head"])
    transaction.on_commit(lambda: sealed_tables_start_due(now), robust=True)


# --- Results ---


@transaction.atomic
def results_collect(*, tournament_id: int, step: Step) -> None:
    """Read every match that is over. Each table takes one outcome, however often this is asked for."""
    tournament = tournament_lock(tournament_id)
    stage = tournament.stages.get(number=step.stage)
    over = Table.objects.filter(
        stage=stage, status__in=[Status.READY, Status.PLAYING], match__status="finished"
    ).select_related("round")
    tables = list(tables_with_slots(over))
    outcomes = outcomes_of([table.match_id for table in tables if table.match_id is not None])
    for table in tables:
        if table.match_id in outcomes:
            outcome_write(table, outcomes[table.match_id])
    tables_save(tables)
    absent_sit_out(tournament, tables)
    stage_after_results(stage, tables)
    tournament_changed(tournament, [STANDINGS, ROUNDS, MINE])
    log_act(tournament, "collect-results", facts={"tables": [[t.round.number, t.number] for t in tables]})


def outcome_write(table: Table, outcome: MatchOutcome) -> None:
    """Places by the one rule for ratings and tournaments; who forfeited is last; the house takes no place."""
    playing = [slot for slot in table.slots.all() if slot.side is not None and slot.entry_id is not None]
    rank = {slot.pk: (slot.forfeited, outcome.places[slot.side or 0]) for slot in playing}
    for slot in playing:
        slot.place = 1 + sum(other < rank[slot.pk] for other in rank.values())
        slot.points = outcome.points[slot.side or 0]
        slot.no_show = outcome.never_there[slot.side or 0]
    for slot in table.slots.all():
        if slot.side is None and slot.entry_id is not None:  # left before the match was opened
            slot.place, slot.points = len(playing) + 1, None
    table.status = Status.FINISHED
    table.by = Table.By.FORFEIT if any(slot.forfeited for slot in playing) else Table.By.PLAY


def tables_save(tables: Sequence[Table]) -> None:
    Table.objects.bulk_update(tables, ["status", "by"], batch_size=500)
    slots = [slot for table in tables for slot in table.slots.all()]
    Slot.objects.bulk_update(slots, ["place", "points", "no_show"], batch_size=500)


def absent_sit_out(tournament: Tournament, tables: Sequence[Table]) -> None:
    """Who never came sits out from the next round on, until they say that they are back."""
    missing = [slot.entry for table in tables for slot in table.slots.all() if slot.no_show and slot.entry is not None]
    gone = [entry for entry in missing if entry.status == Entry.Status.IN and not entry.sits_out]
    for entry in gone:
        entry.sits_out = entry.never_came = True
    Entry.objects.bulk_update(gone, ["sits_out", "never_came"], batch_size=500)
    players = Player.objects.filter(entries__entry__in=gone, entries__replaced=False)
    notify(players, tournament, Notice.Kind.CHANGED, "sits-out")


def stage_after_results(stage: Stage, tables: Sequence[Table]) -> None:
    """A bracket moves on; standings that were stored already, of a table played again, are written anew."""
    if stage.is_bracket:
        bracket_update(stage)
        return
    finished = [table.round.number for table in tables if table.round.status == Round.Status.FINISHED]
    if finished:
        standings_restate(stage, min(finished))
