"""Decides who sits at a table: the seats of its match, if there is one. A substitute plays from the next table on."""

from django.db.models import QuerySet

from games.models import Match, Seat
from players.models import Player
from tournaments.models import Table


def sits_at(table: Table, player: Player) -> bool:
    """Return whether a player has a seat in the table's match; without a match, whether their entry is to sit there."""
    if table.match_id is not None:
        return Seat.objects.filter(match=table.match_id, player=player).exists()
    return table.slots.filter(entry__players__player=player, entry__players__replaced=False).exists()


def tables_seated(player: Player) -> QuerySet[Table]:
    """Return open tables in whose match a player has a seat."""
    return Table.objects.filter(
        match__seats__player=player,
        match__status__in=[Match.Status.WAITING, Match.Status.PLAYING],
        status__in=[Table.Status.READY, Table.Status.PLAYING],
    ).select_related("match", "round")
