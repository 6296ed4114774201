"""Folds results and departures over a bracket, and stores what its tables have become."""

from collections.abc import Sequence

from django.utils import timezone

from games.services.sealed import matches_call_off
from tournaments.formats.contests.elimination import TableNow, resolve
from tournaments.formats.entries import EntryId
from tournaments.models import Entry, Round, Slot, Stage, Table
from tournaments.selectors.contests import contest_of, tables_with_slots

Status = Table.Status
# Statuses of tables that the formats decide without play.
STATUSES_WITHOUT_PLAY = (Status.WALKOVER, Status.REST)
# The fields of a slot that hold its result, and their values before anything was played.
RESULT_FIELDS = ("place", "points", "side", "no_show", "forfeited")
EMPTY_RESULT = (None, None, None, False, False)
# bulk_update writes a branch for each row and field: its cost grows with the square of the rows.
ROWS_PER_UPDATE = 100


def bracket_update(stage: Stage) -> None:
    """Bring every table of a bracket up to date; only rows that change are written. The tournament is locked."""
    states = {one.number: one for one in resolve(contest_of(stage))}
    entries = {EntryId(one.entry.number): one.entry for one in stage.entries.select_related("entry")}
    tables = list(tables_with_slots(Table.objects.filter(stage=stage).select_related("match")))
    before = {table.pk: table_values(table) for table in tables}
    moved: list[Slot] = []
    for table in tables:
        state = states[table.number]
        changed = slots_seat(table, state, entries)
        moved += changed
        table_settle(table, state, seats_changed=bool(changed))
    changed_tables = [table for table in tables if table_values(table) != before[table.pk]]
    slots_write(moved, changed_tables)
    Table.objects.bulk_update(changed_tables, ["status", "by", "match", "starts_at"], batch_size=ROWS_PER_UPDATE)
    rounds_update(stage, tables)


def table_values(table: Table) -> tuple[object, ...]:
    """Return all fields that an update may change."""
    slots = [(s.entry_id, s.place, s.points, s.side, s.no_show, s.forfeited) for s in table.slots.all()]
    return table.status, table.by, table.match_id, table.starts_at, *slots


def slots_seat(table: Table, state: TableNow, entries: dict[EntryId, Entry]) -> list[Slot]:
    """Put everyone in their slots, with their results; return the slots that change."""
    ended = {slot.entry_id: [getattr(slot, name) for name in RESULT_FIELDS] for slot in table.slots.all()}
    changed = []
    for slot, number in zip(table.slots.all(), state.entries, strict=True):
        entry = None if number is None else entries[number]
        if slot.entry_id != (entry.pk if entry else None):
            slot.entry = entry
            for name, value in zip(RESULT_FIELDS, ended.get(slot.entry_id, EMPTY_RESULT), strict=True):
                setattr(slot, name, value)
            changed.append(slot)
    return changed


def table_settle(table: Table, state: TableNow, *, seats_changed: bool) -> None:
    """Set the status of a table; call off a match between entries that no longer belong there."""
    is_open = table.match_id is not None and not table.is_decided
    if is_open and not seats_changed:
        return  # it is being played, and will tell
    if state.status == Status.FINISHED:
        return
    stays_off = table.status == Status.CALLED_OFF and state.status not in STATUSES_WITHOUT_PLAY
    if stays_off and not seats_changed and not state.is_stale:
        return  # by an organiser, who says what becomes of it
    if is_open:
        match_call_off(table)
    if state.is_stale or table.status != state.status or seats_changed:
        table_reset(table)
    table.status = state.status
    if state.status in STATUSES_WITHOUT_PLAY:
        table.by = Table.By.WALKOVER
        order_write(table, state.order)


def match_call_off(table: Table) -> None:
    """Call off a table's match. It stays among the table's matches."""
    if table.match_id is not None:
        matches_call_off(match_ids=[table.match_id])
    table.match = None


def table_reset(table: Table) -> None:
    """Reset a table to the state before anything was played there."""
    table.match, table.by, table.starts_at = None, "", None
    for slot in table.slots.all():
        for name, value in zip(RESULT_FIELDS, EMPTY_RESULT, strict=True):
            setattr(slot, name, value)


def order_write(table: Table, order: Sequence[EntryId]) -> None:
    places = {entry: place for place, entry in enumerate(order, start=1)}
    for slot in table.slots.all():
        slot.place = places.get(EntryId(slot.entry.number)) if slot.entry else None


def slots_write(moved: list[Slot], tables: Sequence[Table]) -> None:
    """Write the sides of these tables. Old seats are emptied first: no entry may sit twice at a table."""
    Slot.objects.filter(pk__in=[slot.pk for slot in moved]).update(entry=None)
    everyone = [slot for table in tables for slot in table.slots.all()]
    fields = ["entry", "place", "points", "side", "no_show", "forfeited"]
    Slot.objects.bulk_update(everyone, fields, batch_size=ROWS_PER_UPDATE)


def rounds_update(stage: Stage, tables: Sequence[Table]) -> None:
    """Update the rounds' statuses: finished once all tables are decided, playing once one of them is."""
    for one in stage.rounds.exclude(status__in=[Round.Status.DRAFT, Round.Status.PLANNED]):
        own = [table for table in tables if table.round_id == one.pk]
        status = status_of_round(own)
        if one.status != status:
            one.status = status
            one.finished_at = timezone.now() if status == Round.Status.FINISHED else None
            one.save(update_fields=["status", "finished_at"])


def status_of_round(tables: Sequence[Table]) -> str:
    if all(table.is_decided for table in tables):
        return Round.Status.FINISHED
    begun = any(table.status in (Status.PLAYING, Status.FINISHED) for table in tables)
    return Round.Status.PLAYING if begun else Round.Status.PUBLISHED
