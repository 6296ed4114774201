"""Notifies players of corrections: who sat at the table, and whose rating reads differently now."""

from collections.abc import Mapping

from django.utils import timezone

from players.models import Player
from ratings.figures import whole
from ratings.formulas.careers import Career
from ratings.models import RatedSeat, RatingNotice, Replay

ROWS_PER_STATEMENT = 2000


def notices_write(replay: Replay, before: Mapping[int, Career], after: Mapping[int, Career]) -> None:
    """With a replay that carries corrections out; one that only puts things in order tells nobody.

    Ratings are shown as whole numbers: a change that nobody can see is none. Who sat at a corrected table is told even
    so, and even without a rating: a match may be annulled before it was settled.
    """
    concerned = set(RatedSeat.objects.filter(match__corrections__replay=replay).values_list("player_id", flat=True))
    if not concerned:
        return
    read = {player: (rating_of(before.get(player)), rating_of(after.get(player))) for player in {*after, *concerned}}
    RatingNotice.objects.bulk_create(
        (
            RatingNotice(pool_id=replay.pool_id, replay=replay, player_id=player, before=was, after=now)
            for player, (was, now) in read.items()
            if player in concerned or reads_as(was) != reads_as(now)
        ),
        ROWS_PER_STATEMENT,
    )


def rating_of(career: Career | None) -> float | None:
    """Nothing for whoever has no game."""
    return career.rating if career is not None and career.games else None


def reads_as(rating: float | None) -> int | None:
    return None if rating is None else whole(rating)


def notices_mark_seen(*, player: Player) -> int:
    return RatingNotice.objects.filter(player=player, seen_at=None).update(seen_at=timezone.now())
