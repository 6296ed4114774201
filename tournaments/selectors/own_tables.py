"""Reads what an organiser who plays cannot rule on: their own tables, and the entries at those that are undecided."""

from dataclasses import dataclass

from django.db.models import Q

from players.models import Player
from tournaments.models import Entry, EntryPlayer, Round, Slot, Table, TableMatch, Tournament

Status = Table.Status


@dataclass(frozen=True, slots=True)
class OwnTables:
    """The keys of the tables and entries on which one of the event's players cannot rule."""

    tables: frozenset[int] = frozenset()
    entries: frozenset[int] = frozenset()


def own_tables(tournament: Tournament, player: Player) -> OwnTables:
    """Read, in at most four queries, what a player cannot rule on; nothing for those who have never been in.

    Own entries are those for which they play or have played, replaced since or not. Own tables are those with an own
    entry, and those at whose matches they have a seat. Nor can they rule on any entry at an own table that is
    undecided, a draft too.
    """
    entries = set(EntryPlayer.objects.filter(tournament=tournament, player=player).values_list("entry_id", flat=True))
    if not entries:
        return OwnTables()
    sides = Slot.objects.filter(table__stage__tournament=tournament)
    tables = set(sides.filter(Q(entry__in=entries) | Q(source_entry__in=entries)).values_list("table_id", flat=True))
    played = TableMatch.objects.filter(table__stage__tournament=tournament, match__seats__player=player)
    tables |= set(played.values_list("table_id", flat=True))
    beside = sides.filter(undecided(), table__in=tables).values_list("entry_id", "source_entry_id")
    entries |= {key for pair in beside for key in pair if key is not None}
    return OwnTables(frozenset(tables), frozenset(entries))


def undecided() -> Q:
    """Return the filter for slots of tables without a result: drafts, open ones, and those that wait for a ruling.

    Scheduled rounds are left out: they are drawn again by those present.
    """
    waits_for_ruling = Q(table__status=Status.CALLED_OFF) & (
        Q(table__part__gt="") | ~Q(table__round__status=Round.Status.FINISHED)
    )
    still_open = Q(table__status__in=[Status.WAITING, Status.READY, Status.PLAYING])
    return (still_open | waits_for_ruling) & ~Q(table__round__status=Round.Status.PLANNED)


def entry_is_own(entry: Entry | None, own: OwnTables) -> bool:
    return entry is not None and entry.pk in own.entries


def table_is_own(table: Table | None, own: OwnTables) -> bool:
    return table is not None and table.pk in own.tables
