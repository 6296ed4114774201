"""Rematches: a new table with the same people, whose seats are kept for them."""

from collections.abc import Sequence

from django.db import transaction

from games.models import Match, Seat
from games.refusals import NotFinished, NotSeated, RematchBegun, RematchFull, TableSealed
from games.selectors.matches import rematch_waiting
from games.services.tables import player_may_sit, table_announce, table_sit
from players.models import Player

Status = Match.Status


@transaction.atomic
def table_rematch(*, match: Match, by: Player) -> Match:
    """Open a table with the same people and bots, one seat on, or join the one that another player has opened."""
    match = Match.objects.select_for_update().get(pk=match.pk)
    if match.sealed:
        raise TableSealed
    if match.status != Status.FINISHED:
        raise NotFinished
    seats = list(match.seats.select_related("player"))
    if not any(seat.player == by for seat in seats):
        raise NotSeated
    table_announce(match)  # sockets that still show the result show the rematch
    waiting = rematch_waiting(match)
    if waiting is not None:
        return rematch_join(waiting, by)
    playing = match.rematches.filter(status=Status.PLAYING).first()
    if playing is None:
        return rematch_open(match, seats, by)
    if not playing.seats.filter(player=by).exists():
        raise RematchBegun
    return playing


def rematch_open(match: Match, seats: Sequence[Seat], by: Player) -> Match:
    player_may_sit(by)
    again = Match.objects.create(
        host=by,
        options=match.options,
        game=match.game,
        rated=match.rated,
        pace=match.pace,
        joining=match.joining,
        watching=match.watching,
        rematch_of=match,
    )
    chairs = [Seat(match=again, number=(seat.number + 1) % len(seats), bot=seat.bot) for seat in seats]
    for chair, seat in zip(chairs, seats, strict=True):
        if seat.player == by:
            chair.player = by
        elif seat.player is not None and not seat.player.is_gone:
            chair.kept_for = seat.player
    Seat.objects.bulk_create(chairs)
    table_announce(again)
    return again


def rematch_join(again: Match, player: Player) -> Match:
    """Seat a player on the chair that is kept for them; on any free one if the host has given that away."""
    if again.seats.filter(player=player).exists():
        return again
    chairs = again.seats.filter(player=None, bot="")
    chair = chairs.filter(kept_for=player).first() or chairs.filter(kept_for=None).first()
    if chair is None:
        raise RematchFull
    return table_sit(match=again, player=player, number=chair.number)
