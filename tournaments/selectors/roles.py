"""Decides who may run and who may see which tournament."""

from django.db.models import Q, QuerySet

from players.models import Player
from tournaments.models import EntryPlayer, InvitedPlayer, Tournament


def organises(tournament: Tournament, player: Player | None) -> bool:
    """Return whether a player runs it: owners and organisers their own, administrators all."""
    if player is None or not player.is_authenticated or not player.is_active:
        return False
    if player.is_superuser or tournament.owner_id == player.pk:
        return True
    return tournament.organisers.filter(pk=player.pk).exists()


def tournaments_of_organiser(player: Player) -> QuerySet[Tournament]:
    """Return the events that a player may run."""
    if player.is_superuser:
        return Tournament.objects.all()
    own = Tournament.objects.filter(Q(owner=player) | Q(organisers=player))
    return Tournament.objects.filter(pk__in=own.order_by().values("pk"))


def may_see(tournament: Tournament, player: Player | None) -> bool:
    """Return whether a player may open its page: anyone with the address; a rehearsal only its organisers."""
    return not tournament.rehearsal or organises(tournament, player)


def may_find(tournament: Tournament, player: Player | None) -> bool:
    """Return whether other pages may link a player to it: if it is listed, or they run it, take part or are invited.

    Without a query where it is listed.
    """
    if tournament.listed and not tournament.rehearsal:
        return True
    if player is None or not may_see(tournament, player):
        return False
    return (
        organises(tournament, player)
        or EntryPlayer.objects.filter(tournament=tournament, player=player).exists()
        or InvitedPlayer.objects.filter(tournament=tournament, player=player).exists()
    )
