"""Makes and settles calls for the organiser."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from players.models import Player
from tournaments.models import Call, Notice, Table
from tournaments.refusals import NotAllowed, NotAtTable, NotNow
from tournaments.selectors.roles import organises
from tournaments.selectors.seats import sits_at
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify

CALL_TEXT_LENGTH = 300


@transaction.atomic
def call_make(*, table: Table, by: Player, text: str = "") -> Call:
    """Call the organiser to a table; a player with an open call there gets that one.

    The lock on the tournament orders two clicks one after the other.
    """
    tournament = tournament_lock(table.stage.tournament_id)
    if tournament.is_over:
        raise NotNow
    if not sits_at(table, by):
        raise NotAtTable
    text = text.strip()[:CALL_TEXT_LENGTH]
    call, is_new = Call.objects.get_or_create(table=table, player=by, settled_at=None, defaults={"text": text})
    if is_new:
        tournament_changed(tournament, ["mine"])
        facts = {"round": table.round.number, "table": table.number, "text": text}
        log_act(tournament, "call", by=by, facts=facts)
        organisers = Player.objects.filter(Q(tournaments_owned=tournament) | Q(tournaments_organised=tournament))
        notify(organisers.distinct(), tournament, Notice.Kind.MESSAGE, "call", **facts)
    return call


@transaction.atomic
def calls_settle(*, calls: Iterable[Call], by: Player) -> int:
    """Mark calls as settled, and log it; return how many were open.

    All are refused if one is of an event that the player does not run.
    """
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
