"""What players are to be told about corrections."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Min

from players.models import Player
from ratings.figures import moved
from ratings.models import Correction, RatingNotice

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Reason:
    """Corrections of one kind with one reason: how many matches, and one of them to look at."""

    kind: str
    reason: str
    matches: int
    key: str


@dataclass(frozen=True, slots=True)
class Told:
    """A notice with everything that stands behind it."""

    notice: RatingNotice
    reasons: list[Reason]

    @property
    def moved(self) -> int | None:
        before, after = self.notice.before, self.notice.after
        return None if before is None or after is None else moved(before, after)


def notices_unseen(player: Player) -> list[Told]:
    """In two queries, however many matches were corrected."""
    unseen = RatingNotice.objects.filter(player=player, seen_at=None).select_related("pool")
    return told(list(unseen[:SHOWN]))


def notices_of(player: Player) -> list[Told]:
    """The same, with those that were read already."""
    return told(list(RatingNotice.objects.filter(player=player).select_related("pool")[:SHOWN]))


def told(notices: Sequence[RatingNotice]) -> list[Told]:
    if not notices:
        return []
    corrections = Correction.objects.filter(revision__in=[notice.revision_id for notice in notices]).order_by()
    reasons: dict[int, list[Reason]] = {}
    grouped = corrections.values("revision", "kind", "reason").annotate(matches=Count("match"), key=Min("match__key"))
    for row in grouped.order_by("revision", "kind", "reason"):
        kind = str(Correction.Kind(row["kind"]).label)
        reasons.setdefault(row["revision"], []).append(Reason(kind, row["reason"], row["matches"], row["key"]))
    return [Told(notice, reasons.get(notice.revision_id, [])) for notice in notices]
