"""Settling calls for the organiser."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from players.models import Player
from tournaments.models import Call
from tournaments.refusals import NotAllowed
from tournaments.selectors.roles import organises
from tournaments.services.locks import log_act, tournament_changed, tournament_lock


@transaction.atomic
def calls_settle(*, calls: Iterable[Call], by: Player) -> int:
    """Mark calls as settled, and say so in the log; returns how many were open. Refused as a whole if one is of an
    event that somebody does not run."""
    chosen = Call.objects.filter(pk__in=[call.pk for call in calls], settled_at=None)
    settled = 0
    for tournament_id in sorted(set(chosen.order_by().values_list("table__stage__tournament_id", flat=True))):
        tournament = tournament_lock(tournament_id)
        if not organises(tournament, by):
            raise NotAllowed
        own = chosen.filter(table__stage__tournament=tournament)
        tables = [list(row) for row in own.order_by("pk").values_list("table__round__number", "table__number")]
        settled += own.update(settled_at=timezone.now())
        tournament_changed(tournament, ["rounds"])
        log_act(tournament, "settle-call", by=by, facts={"tables": tables})
    return settled
