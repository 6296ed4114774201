"""Calls for the organiser, by those who sit at a table."""

from django.db import transaction

from players.models import Player
from tournaments.models import Call, Table
from tournaments.refusals import NotAtTable, NotNow
from tournaments.services.locks import log_act, tournament_changed, tournament_lock

CALL_TEXT_LENGTH = 300


@transaction.atomic
def call_make(*, table: Table, by: Player, text: str = "") -> Call:
    """Ask for the organiser; whoever has an open call at the table already gets that one.

    The lock on the tournament makes two clicks come one after the other.
    """
    tournament = tournament_lock(table.stage.tournament_id)
    if tournament.is_over:
        raise NotNow
    if not table.slots.filter(entry__players__player=by, entry__players__replaced=False).exists():
        raise NotAtTable
    text = text.strip()[:CALL_TEXT_LENGTH]
    call, is_new = Call.objects.get_or_create(table=table, player=by, settled_at=None, defaults={"text": text})
    if is_new:
        tournament_changed(tournament, ["mine"])
        facts = {"round": table.round.number, "table": table.number, "text": text}
        log_act(tournament, "call", by=by, facts=facts)
    return call
