"""Who runs an event beside its owner, and who is invited."""

from collections.abc import Iterable

from django.db import transaction

from players.models import Player
from tournaments.models import InvitedPlayer
from tournaments.refusals import NotAllowed
from tournaments.selectors.roles import organises
from tournaments.services.locks import log_act, tournament_changed, tournament_lock


@transaction.atomic
def organisers_set(*, tournament_id: int, by: Player, organisers: Iterable[Player], invited: Iterable[Player]) -> bool:
    """Make these the organisers beside the owner, and these the invited; say whether anything is different."""
    tournament = tournament_lock(tournament_id)
    if not organises(tournament, by):
        raise NotAllowed
    wanted = {player.pk: player.name for player in organisers if player.pk != tournament.owner_id}
    before = dict(tournament.organisers.values_list("pk", "name"))
    guests = {player.pk: player.name for player in invited}
    guests_before = dict(tournament.invited.values_list("player", "player__name"))
    if wanted.keys() == before.keys() and guests.keys() == guests_before.keys():
        return False
    tournament.organisers.set(wanted)
    tournament.invited.exclude(player__in=guests).delete()
    new = [InvitedPlayer(tournament=tournament, player_id=pk) for pk in guests if pk not in guests_before]
    InvitedPlayer.objects.bulk_create(new)
    facts = {
        "before": {"organisers": sorted(before.values()), "invited": sorted(guests_before.values())},
        "after": {"organisers": sorted(wanted.values()), "invited": sorted(guests.values())},
    }
    tournament_changed(tournament, ["head"], decided=True)
    log_act(tournament, "change", by=by, facts=facts)
    return True
