"""What is due: everything that a task does, it finds here."""

from datetime import datetime

from django.db.models import Q

from ratings.models import RatedMatch, Revision

State = Revision.State


def pools_with_pending() -> list[str]:
    """Pools in which a match waits to be settled."""
    pending = RatedMatch.objects.filter(state=RatedMatch.State.PENDING).order_by()
    return sorted(set(pending.values_list("pool_id", flat=True)))


def revisions_idle(since: datetime) -> list[int]:
    """Revisions that are to be built: not begun, or nobody has worked on them since.

    None while somebody works on one: rebuilds take turns, so that the other hands of a worker are free to settle.
    """
    building = Revision.objects.filter(state=State.BUILDING)
    if building.filter(touched_at__gt=since).exists():
        return []
    idle = building.filter(Q(touched_at=None) | Q(touched_at__lte=since))
    return list(idle.order_by("pk").values_list("pk", flat=True))
