"""Who may run which tournament."""

from django.db.models import Q, QuerySet

from players.models import Player
from tournaments.models import EntryPlayer, InvitedPlayer, Tournament


def organises(tournament: Tournament, player: Player | None) -> bool:
    """Owners and organisers run their own events, administrators all."""
    if player is None or not player.is_authenticated or not player.is_active:
        return False
    if player.is_superuser or tournament.owner_id == player.pk:
        return True
    return tournament.organisers.filter(pk=player.pk).exists()


def tournaments_of_organiser(player: Player) -> QuerySet[Tournament]:
    """The events that somebody may run."""
    if player.is_superuser:
        return Tournament.objects.all()
    own = Tournament.objects.filter(Q(owner=player) | Q(organisers=player))
    return Tournament.objects.filter(pk__in=own.order_by().values("pk"))


def may_see(tournament: Tournament, player: Player | None) -> bool:
    """Everyone who has the address, but a rehearsal is its organisers' own."""
    return not tournament.rehearsal or organises(tournament, player)


def may_find(tournament: Tournament, player: Player | None) -> bool:
    """Whether pages of other addresses lead somebody to a tournament: if it is in the public lists, or the player runs
    it, takes part or is invited. Without a query where it is listed."""
    if tournament.listed and not tournament.rehearsal:
        return True
    if player is None or not may_see(tournament, player):
        return False
    return (
        organises(tournament, player)
        or EntryPlayer.objects.filter(tournament=tournament, player=player).exists()
        or InvitedPlayer.objects.filter(tournament=tournament, player=player).exists()
    )
