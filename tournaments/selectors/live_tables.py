"""Reads how many moves were made at running tables."""

from django.db.models import Sum

from games.models import Match
from tournaments.models import Table, Tournament


def moves_at_tables() -> dict[int, int]:
    """Return, by running tournament, how many moves were made at tables that everyone may watch."""
    playing = Table.objects.filter(
        status=Table.Status.PLAYING,
        match__status=Match.Status.PLAYING,
        match__watching=Match.Watching.EVERYONE,
        stage__tournament__status=Tournament.Status.RUNNING,
        stage__tournament__rehearsal=False,
    )
    counted = playing.order_by().values("stage__tournament_id").annotate(moves=Sum("match__seq"))
    return dict(counted.values_list("stage__tournament_id", "moves"))
