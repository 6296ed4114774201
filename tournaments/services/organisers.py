"""Sets who organises an event beside its owner, and who is invited."""

from collections.abc import Iterable

from django.db import transaction

from players.models import Player
from tournaments.models import InvitedPlayer
from tournaments.refusals import NotAllowed
from tournaments.selectors.roles import organises
from tournaments.services.locks import log_act, tournament_changed, tournament_lock


@transaction.atomic
def organisers_set(*, tournament_id: int, by: Player, organisers: Iterable[Player], invited: Iterable[Player]) -> bool:
    """Replace the organisers and the invited; return whether anything changed."""
    tournament = tournament_lock(tournament_id)
    if not organises(tournament, by):
        raise NotAllowed
    wanted = {player.pk for player in organisers if player.pk != tournament.owner_id}
    before = set(tournament.organisers.values_list("pk", flat=True))
    guests = {player.pk for player in invited}
    guests_before = set(tournament.invited.values_list("player", flat=True))
    if wanted == before and guests == guests_before:
        return False
    tournament.organisers.set(wanted)
    tournament.invited.exclude(player__in=guests).delete()
    new = [InvitedPlayer(tournament=tournament, player_id=pk) for pk in sorted(guests - guests_before)]
    InvitedPlayer.objects.bulk_create(new)
    facts = {  # by number: the log outlives accounts and their names
        "before": {"organisers": sorted(before), "invited": sorted(guests_before)},
        "after": {"organisers": sorted(wanted), "invited": sorted(guests)},
    }
    tournament_changed(tournament, ["head"], decided=True)
    log_act(tournament, "change", by=by, facts=facts)
    return True
