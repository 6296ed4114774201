"""Reads which entries and tables an organiser's act can be about now."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournaments.director.acts import Act, needs
from tournaments.models import Entry, Round, Slot, Stage, Table, Tournament
from tournaments.selectors.act_previews import newest_stage
from tournaments.selectors.own_tables import OwnTables, entry_is_own, table_is_own

IN, WAITING, INVITED = Entry.Status.IN, Entry.Status.WAITING, Entry.Status.INVITED
DROPPED, DISQUALIFIED = Entry.Status.DROPPED, Entry.Status.DISQUALIFIED
READY, PLAYING, CALLED_OFF = Table.Status.READY, Table.Status.PLAYING, Table.Status.CALLED_OFF
FINISHED, WALKOVER = Table.Status.FINISHED, Table.Status.WALKOVER

# By act: the statuses of the entries that it can be about.
ENTRY_STATUSES: dict[Act, tuple[str, ...]] = {
    Act.SIT_OUT: (IN,),
    Act.RETURN: (IN,),
    Act.DROP: (IN, WAITING, INVITED),
    Act.DISQUALIFY: (IN, DROPPED),
    Act.REINSTATE: (DROPPED, DISQUALIFIED),
    Act.SUBSTITUTE: (IN, WAITING),
}
SITS_OUT_BEFORE_ACT = {Act.SIT_OUT: False, Act.RETURN: True}
# By act: the statuses of the tables that it can be about.
TABLE_STATUSES: dict[Act, tuple[str, ...]] = {
    Act.ENTER_RESULT: (READY, PLAYING, CALLED_OFF),
    Act.CORRECT_RESULT: (FINISHED, WALKOVER),
    Act.CALL_OFF: (READY, PLAYING),
    Act.REPLAY: (FINISHED, CALLED_OFF, PLAYING, READY),
    Act.FORFEIT: (READY, PLAYING),
}
UNPUBLISHED_ROUND_STATUSES = (Round.Status.PLANNED, Round.Status.DRAFT)


def is_about_table(act: Act) -> bool:
    return "table" in needs(act)


# --- Entries ---


def entry_qualifies(entry: Entry, act: Act) -> bool:
    """Return whether an act can be about this entry; the director decides whether it is allowed at all."""
    return (
        entry.status in ENTRY_STATUSES.get(act, ()) and SITS_OUT_BEFORE_ACT.get(act, entry.sits_out) == entry.sits_out
    )


def acts_about_entry(entry: Entry, allowed: Iterable[Act], own: OwnTables) -> list[Act]:
    """Return the acts that can be about an entry; none for a player who has it at an own table."""
    return [] if entry_is_own(entry, own) else [act for act in allowed if entry_qualifies(entry, act)]


def entries_for_act(tournament: Tournament, act: Act, own: OwnTables) -> list[Entry]:
    """Return the entries in the order of their numbers."""
    found = tournament.entries.filter(status__in=ENTRY_STATUSES[act]).exclude(pk__in=own.entries)
    return [entry for entry in found.order_by("number") if entry_qualifies(entry, act)]


def draft_slots(tournament: Tournament, own: OwnTables) -> list[Slot]:
    """Return the seats of a draft in table order, without the reader's own tables; in a bracket those of the first
    tables."""
    drafts = Slot.objects.filter(table__stage__tournament=tournament, table__round__status=Round.Status.DRAFT)
    drafts = drafts.exclude(table__in=own.tables)
    in_bracket = Q(table__part__gt="")
    seated = drafts.filter((in_bracket & Q(source_entry__isnull=False)) | (~in_bracket & Q(entry__isnull=False)))
    return list(
        seated.select_related("entry", "source_entry", "table__round").order_by(
            "table__round__number", "table__number", "number"
        )
    )


# --- Tables ---


def table_qualifies(table: Table, act: Act) -> bool:
    """Return whether an act can be about this table of the newest stage."""
    if table.round.status in UNPUBLISHED_ROUND_STATUSES or table.status not in TABLE_STATUSES.get(act, ()):
        return False
    if act == Act.CALL_OFF and table.match_id is None:
        return False
    return act == Act.CORRECT_RESULT or table.stage.status == Stage.Status.RUNNING


def acts_about_table(table: Table, allowed: Iterable[Act], own: OwnTables) -> list[Act]:
    """Return the acts that can be about a table; none at an own one."""
    return [] if table_is_own(table, own) else [act for act in allowed if table_qualifies(table, act)]


def tables_for_act(tournament: Tournament, act: Act, own: OwnTables, only: int | None = None) -> list[Table]:
    """Return tables of the newest stage, or the one asked for; none at which the organiser plays or has played."""
    stage = newest_stage(tournament)
    if stage is None:
        return []
    found = tables_with_people(stage.tables.filter(status__in=TABLE_STATUSES[act])).exclude(pk__in=own.tables)
    chosen = found if only is None else found.filter(pk=only)
    return [table for table in chosen if table_qualifies(table, act)]


def tables_with_people(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return tables with their stage, round, match and entries, in three queries."""
    ordered = tables.select_related("stage", "round", "match").order_by("-round__number", "number")
    return ordered.prefetch_related("slots__entry")
