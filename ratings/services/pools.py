"""Locks pools, and requests replays. Whoever writes changes or standings holds the row of their pool."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from ratings.formulas.careers import Position
from ratings.models import Pool, Replay


def pool_lock(key: str) -> Pool | None:
    """The pool, held until the transaction ends; None while somebody else holds it, for a replay takes long.

    Without its key: new matches of the pool, which refer to it, do not wait.
    """
    return Pool.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=key).first()


@transaction.atomic
def replay_request(pool: str, position: Position | None) -> Replay:
    """Asks for a replay of a pool from a position on, or from its first match. Joins a request that waits already.

    What a worker carries out just now is locked, and has read the books before this change: a new request follows it.
    """
    waiting = Replay.objects.select_for_update(skip_locked=True).filter(pool=pool, finished_at=None).first()
    if waiting is None:
        waiting = Replay(pool_id=pool)
        waiting.position = position
    elif waiting.position is not None:
        waiting.position = min(waiting.position, position) if position else None
    waiting.save()
    return waiting


def pool_rebuild(*, key: str) -> Replay:
    """Works a pool out again from its first match, whoever asks for it and however often."""
    return replay_request(key, None)


def rated_announce_on_commit(match_ids: Sequence[int]) -> None:
    """Tells the apps above, which settings name, that these matches have been rated. Only a nudge."""
    for path in settings.MATCHES_RATED_RECEIVERS if match_ids else ():
        receiver = import_string(path)
        transaction.on_commit(lambda receiver=receiver: receiver(match_ids), robust=True)  # type: ignore[misc]
