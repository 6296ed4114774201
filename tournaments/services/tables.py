"""Opens tables with everyone seated, begins them at their time, and reads their results."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Match
from games.selectors.outcomes import MatchOutcome, outcomes_of
from games.services.sealed import SealedTable, sealed_tables_open, sealed_tables_start_due
from players.models import Player
from tournaments.director.due import Step
from tournaments.models import Entry, EntryPlayer, Notice, Round, Slot, Stage, Table, TableMatch, Tournament
from tournaments.selectors.contests import tables_with_slots
from tournaments.selectors.situations import OVER_STATUSES
from tournaments.services.brackets import bracket_update
from tournaments.services.locks import MINE, ROUNDS, STANDINGS, log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify, notify_each
from tournaments.services.rounds import standings_recompute

Status = Table.Status
# One statement for any number of rows: the cost of Django's bulk_update grows with their square.
UPDATE_MATCHES_SQL = """
UPDATE tournaments_table AS changed SET starts_at = %s, match_id = given.match_id
FROM unnest(%s::bigint[], %s::bigint[]) AS given (id, match_id) WHERE changed.id = given.id
"""
UPDATE_SIDES_SQL = """
UPDATE tournaments_slot AS changed SET side = given.side
FROM unnest(%s::bigint[], %s::smallint[]) AS given (id, side) WHERE changed.id = given.id
"""
UPDATE_OUTCOMES_SQL = """
UPDATE tournaments_table AS changed SET status = given.status, by = given.by, match_id = given.match_id
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::bigint[]) AS given (id, status, by, match_id)
WHERE changed.id = given.id
"""
UPDATE_PLACES_SQL = """
UPDATE tournaments_slot AS changed
SET side = given.side, place = given.place, points = given.points, no_show = given.no_show
FROM unnest(%s::bigint[], %s::smallint[], %s::smallint[], %s::integer[], %s::boolean[])
    AS given (id, side, place, points, no_show)
WHERE changed.id = given.id
"""


# --- Opening ---


@transaction.atomic
def tables_open(*, tournament_id: int, step: Step) -> None:
    """Open a match at every ready table, with the entries' players seated."""
    tournament = tournament_lock(tournament_id, step.state)
    stage = tournament.stages.get(number=step.stage)
    ready = Table.objects.filter(stage=stage, status=Status.READY, match=None).exclude(
        round__status__in=[Round.Status.DRAFT, Round.Status.PLANNED]
    )
    tables = list(tables_with_slots(ready.select_related("round")))
    played = [table for table in tables if len(sides_of(table)) > 1]
    times = starts_for(tournament, stage, played)
    for starts_at in sorted(set(times.values())):
        matches_open(tournament, [table for table in played if times[table.pk] == starts_at], starts_at)
    tables_decide(stage, [table for table in tables if len(sides_of(table)) <= 1])
    tournament_changed(tournament, [ROUNDS, MINE, "head"])
    seats_notify(tournament, played)


def starts_for(tournament: Tournament, stage: Stage, tables: Sequence[Table]) -> dict[int, datetime]:
    """Return when each table begins: a round's tables together at the published time.

    Of a bracket, each after its lead time, with the break, and not before the fixed time of its round.
    """
    earliest = timezone.now() + timedelta(seconds=tournament.lead_seconds)
    before = Round.objects.filter(stage__tournament=tournament, stage__number__lt=stage.number).count()
    return {table.pk: start_of(tournament, table, before, earliest) for table in tables}


def start_of(tournament: Tournament, table: Table, rounds_before: int, earliest: datetime) -> datetime:
    published = table.round.starts_at
    if published is not None and table.round.status == Round.Status.PUBLISHED:
        is_in_time = earliest - published <= timedelta(seconds=tournament.lead_seconds) / 2
        return published if is_in_time else earliest
    if not table.part or table.round.number == 1:
        return earliest
    number = rounds_before + table.round.number
    fixed = tournament.round_times[number - 1 : number]
    return max([earliest, timezone.now() + timedelta(minutes=tournament.break_minutes), *fixed])


def tables_decide(stage: Stage, tables: Sequence[Table]) -> None:
    """Decide tables from which all but one had left before there was a match: that one has won."""
    for table in tables:
        staying = sides_of(table)
        for slot in table.slots.all():
            slot.side, slot.place = None, 1 if slot in staying or not staying else 2
        table.status, table.by = Status.FINISHED, Table.By.FORFEIT
    tables_save(tables)
    if tables:
        stage_after_results(stage, tables)


def matches_open(tournament: Tournament, tables: Sequence[Table], starts_at: datetime) -> None:
    """Open the matches of many tables at once; missing sides are filled with bots, unrated."""
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
    matches_store(tables, starts_at)
    TableMatch.objects.bulk_create([TableMatch(table=table, match=table.match) for table in tables])


def matches_store(tables: Sequence[Table], starts_at: datetime) -> None:
    """Store each table's match and each slot's side, in two statements."""
    sides = [(slot.pk, slot.side) for table in tables for slot in table.slots.all()]
    with connection.cursor() as cursor:
        cursor.execute(
            UPDATE_MATCHES_SQL, [starts_at, [table.pk for table in tables], [table.match_id for table in tables]]
        )
        cursor.execute(UPDATE_SIDES_SQL, [[pk for pk, _ in sides], [side for _, side in sides]])


def sides_of(table: Table) -> list[Slot]:
    """Return the sides that play: their entry is known, has not left, and has not forfeited this table."""
    out = (Entry.Status.DROPPED, Entry.Status.DISQUALIFIED)
    known = [(slot, slot.entry) for slot in table.slots.all() if slot.entry is not None]
    return [slot for slot, entry in known if entry.status not in out and not slot.forfeited]


def sealed_table(tournament: Tournament, table: Table, players: dict[int, list[int]]) -> SealedTable:
    """Return who sits where, in the order of the slots."""
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


def seats_notify(tournament: Tournament, tables: Sequence[Table]) -> None:
    """Notify everyone of their seat."""
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
    """Begin the tables whose time has come, with those who are there."""
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
    """Read every match that is over. Each table takes one outcome, however often this is called."""
    tournament = tournament_lock(tournament_id)
    tables = results_read(tournament, tournament.stages.get(number=step.stage))
    if tables:  # else another worker has read them
        tournament_changed(tournament, [STANDINGS, ROUNDS, MINE])
        log_act(tournament, "collect-results", facts={"tables": [[t.round.number, t.number] for t in tables]})


def results_read(tournament: Tournament, stage: Stage) -> list[Table]:
    """Store the results of a stage's tables whose match is over, and return them. The tournament is locked."""
    over = Table.objects.filter(stage=stage, status__in=[Status.READY, Status.PLAYING], match__status__in=OVER_STATUSES)
    tables = list(tables_with_slots(over.select_related("round")))
    outcomes = outcomes_of([table.match_id for table in tables if table.match_id is not None])
    for table in tables:
        if table.match_id in outcomes:
            outcome_write(table, outcomes[table.match_id])
        else:  # the match was ended without a result: an organiser rules on it, or has it played again
            table.status, table.match = Status.CALLED_OFF, None
    if tables:
        tables_save(tables)
        absent_sit_out(tournament, tables)
        stage_after_results(stage, tables)
    return tables


def outcome_write(table: Table, outcome: MatchOutcome) -> None:
    """Write the places, by the rule that ratings use; who forfeited is last; bots take no place."""
    playing = [slot for slot in table.slots.all() if slot.side is not None and slot.entry_id is not None]
    rank = {slot.pk: (slot.forfeited, outcome.places[slot.side or 0]) for slot in playing}
    for slot in playing:
        slot.place = 1 + sum(other < rank[slot.pk] for other in rank.values())
        slot.points = outcome.points[slot.side or 0]
        slot.no_show = outcome.never_there[slot.side or 0]
    for slot in table.slots.all():
        if slot.side is None and slot.entry_id is not None:  # it had left before the match was opened
            slot.place, slot.points = len(playing) + 1, None
    table.status = Status.FINISHED
    table.by = Table.By.FORFEIT if any(slot.forfeited for slot in playing) else Table.By.PLAY


def tables_save(tables: Sequence[Table]) -> None:
    """Store the results of tables and slots, in two statements."""
    slots = [slot for table in tables for slot in table.slots.all()]
    columns = [[getattr(slot, name) for slot in slots] for name in ("pk", "side", "place", "points", "no_show")]
    with connection.cursor() as cursor:
        cursor.execute(
            UPDATE_OUTCOMES_SQL,
            [[getattr(table, name) for table in tables] for name in ("pk", "status", "by", "match_id")],
        )
        cursor.execute(UPDATE_PLACES_SQL, columns)


def absent_sit_out(tournament: Tournament, tables: Sequence[Table]) -> None:
    """Have those who never came sit out from the next round on, until they return."""
    missing = [slot.entry for table in tables for slot in table.slots.all() if slot.no_show and slot.entry is not None]
    gone = [entry for entry in missing if entry.status == Entry.Status.IN and not entry.sits_out]
    for entry in gone:
        entry.sits_out = entry.never_came = True
    Entry.objects.filter(pk__in=[entry.pk for entry in gone]).update(sits_out=True, never_came=True)
    players = Player.objects.filter(entries__entry__in=gone, entries__replaced=False)
    notify(players, tournament, Notice.Kind.CHANGED, "sits-out")


def stage_after_results(stage: Stage, tables: Sequence[Table]) -> None:
    """Update a bracket, or stored standings that a replayed table changes."""
    if stage.is_bracket:
        bracket_update(stage)
        return
    finished = [table.round.number for table in tables if table.round.status == Round.Status.FINISHED]
    if finished:
        standings_recompute(stage, min(finished))
