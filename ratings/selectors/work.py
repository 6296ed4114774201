"""Reads what is due: pools with pending matches, and replays to carry out."""

from ratings.models import RatedMatch, Replay


def pools_with_pending() -> list[str]:
    """Pools in which a match waits to be settled."""
    pending = RatedMatch.objects.filter(state=RatedMatch.State.PENDING).order_by("pool_id")
    return list(pending.values_list("pool_id", flat=True).distinct())


def pool_to_replay() -> str | None:
    """The pool whose replay was asked for first. One at a time, so that the other hands of a worker settle matches."""
    waiting = Replay.objects.filter(finished_at=None).order_by("pk")
    return waiting.values_list("pool_id", flat=True).first()
