"""Removes events that never took place: announced, cancelled, or a rehearsal."""

from django.db import transaction

from players.models import Player
from tournaments.models import Slot, Table, TableMatch, Tournament
from tournaments.refusals import NotAllowed, NotNow
from tournaments.services.locks import tournament_lock
from tournaments.services.rehearsals import rehearsal_remove


def is_removable(tournament: Tournament) -> bool:
    """Return whether nothing that players look back on would be lost."""
    unplayed = (Tournament.Status.ANNOUNCED, Tournament.Status.CANCELLED)
    return tournament.rehearsal or tournament.status in unplayed


@transaction.atomic
def tournament_remove(*, tournament_id: int, by: Player) -> None:
    """Delete an event with its entries, stages and log. Played matches stay, but those of a rehearsal."""
    tournament = tournament_lock(tournament_id)
    if not by.is_superuser:
        raise NotAllowed
    if not is_removable(tournament):
        raise NotNow
    if tournament.rehearsal:
        rehearsal_remove(tournament)
        return
    tables = Table.objects.filter(stage__tournament=tournament)
    TableMatch.objects.filter(table__in=tables).delete()
    Slot.objects.filter(table__in=tables).delete()
    tournament.delete()
