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
    """Revisions that are to be built: not begun, or nobody has worked on them since."""
    building = Revision.objects.filter(Q(touched_at=None) | Q(touched_at__lte=since), state=State.BUILDING)
    return list(building.order_by("pk").values_list("pk", flat=True))
