"""Reads what concerns one player now: tables that are ready, their standing between tables, and notices."""

from dataclasses import dataclass

from players.models import Player
from tournaments.models import Entry, EntryPlayer, MailTurnedOff, Notice, StandingLine, Table, Tournament
from tournaments.selectors.seats import tables_seated

NOTICES_SHOWN_LIMIT = 100


def tables_ready(player: Player) -> list[Table]:
    """Return tables at which a player is to sit or sits, in one query."""
    tables = tables_seated(player).filter(stage__tournament__status=Tournament.Status.RUNNING)
    return list(tables.select_related("stage__tournament").order_by("starts_at", "pk"))


@dataclass(frozen=True, slots=True)
class BetweenTables:
    """A running event in which the player waits for a table: their standing, and what is still being played."""

    tournament: Tournament
    entry: Entry
    place: int | None
    playing: int


def between_tables(player: Player) -> list[BetweenTables]:
    """Return the running events with this player in them, in three queries."""
    rows = EntryPlayer.objects.filter(
        player=player, active=True, entry__status=Entry.Status.IN, tournament__status=Tournament.Status.RUNNING
    ).select_related("entry", "tournament")
    entries = [row.entry for row in rows]
    if not entries:
        return []
    lines = StandingLine.objects.filter(entry__in=entries).order_by("entry_id", "-round_id").distinct("entry_id")
    places = dict(lines.values_list("entry_id", "place"))
    open_tables = Table.objects.filter(
        stage__tournament__in=[row.tournament_id for row in rows],
        match__isnull=False,
        status__in=[Table.Status.READY, Table.Status.PLAYING],
    )
    playing: dict[int, int] = {}
    for tournament_id in open_tables.values_list("stage__tournament_id", flat=True):
        playing[tournament_id] = playing.get(tournament_id, 0) + 1
    return [
        BetweenTables(row.tournament, row.entry, places.get(row.entry_id), playing.get(row.tournament_id, 0))
        for row in rows
    ]


def notices_unseen(player: Player) -> int:
    return Notice.objects.filter(player=player, seen_at=None).count()


def notices_of(player: Player) -> list[Notice]:
    """Return the newest notices first."""
    return list(Notice.objects.filter(player=player).select_related("tournament")[:NOTICES_SHOWN_LIMIT])


def mails_wanted(player: Player) -> set[str]:
    """Return the kinds of notices that have not been turned off."""
    unwanted = MailTurnedOff.objects.filter(player=player).values_list("kind", flat=True)
    return set(Notice.Kind.values) - set(unwanted)
