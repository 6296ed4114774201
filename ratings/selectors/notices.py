"""Reads notices about corrections with their reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from players.models import Player
from ratings.figures import moved
from ratings.models import Correction, RatingNotice

Kind = Correction.Kind
NOTICES_LISTED = 50


@dataclass(frozen=True, slots=True)
class Reason:
    """Corrections of one kind with one reason: how many matches, how many at which the reader sat, one to look at."""

    kind: Correction.Kind
    reason: str
    matches: int
    own: int
    key: str
    # Whose matches they are, where they are all of one player; "a former player" for who has left.
    player: str = ""
    of_reader: bool = False

    @property
    def what(self) -> str:
        """What an organiser has done, as the reader would say it."""
        match self.kind:
            case Kind.STRUCK if self.of_reader:
                return _("Your matches were struck out")
            case Kind.STRUCK:
                return _("Matches of %(player)s were struck out") % {"player": self.player}
            case Kind.RESTORED if self.of_reader:
                return _("Your matches count again")
            case Kind.RESTORED if self.player:
                return _("Matches of %(player)s count again") % {"player": self.player}
        return capfirst(str(self.kind.label))


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
    return told(player, RatingNotice.objects.filter(seen_at=None))


def notices_of(player: Player) -> list[Told]:
    """The same, with those that were read already."""
    return told(player, RatingNotice.objects.all())


def told(player: Player, chosen: QuerySet[RatingNotice]) -> list[Told]:
    notices = list(chosen.filter(player=player).select_related("pool")[:NOTICES_LISTED])
    reasons = reasons_for(player, [notice.replay_id for notice in notices]) if notices else {}
    return [Told(notice, reasons.get(notice.replay_id, [])) for notice in notices]


def reasons_for(reader: Player, replays: Sequence[int]) -> dict[int, list[Reason]]:
    """What was corrected with each of these replays, put together by the database."""
    sat_there = Q(match__seats__player=reader)
    alike = ("replay", "kind", "reason", "player", "player__name", "player__left_at")
    grouped = (
        Correction.objects.filter(replay__in=replays)
        .order_by(*alike)
        .values(*alike)
        .annotate(
            matches=Count("match", distinct=True),
            own=Count("match", distinct=True, filter=sat_there),
            key=Coalesce(Min("match__key", filter=sat_there), Min("match__key")),
        )
    )
    reasons: dict[int, list[Reason]] = {}
    for row in grouped:
        reasons.setdefault(row["replay"], []).append(reason_of(reader, row))
    return reasons


def reason_of(reader: Player, row: Mapping[str, Any]) -> Reason:
    whose = Player(pk=row["player"], name=row["player__name"] or "", left_at=row["player__left_at"])
    return Reason(
        Kind(row["kind"]),
        row["reason"],
        row["matches"],
        row["own"],
        row["key"],
        whose.display_name,
        of_reader=whose == reader,
    )
