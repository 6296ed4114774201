"""Reads which matches a strike would take out, and which went out together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, QuerySet

from players.models import Player
from ratings.models import Correction, Pool, RatedMatch
from ratings.selectors.results import name_on_record

State = RatedMatch.State
STRIKES_LISTED = 50


def matches_to_strike(player: Player, since: datetime | None = None) -> QuerySet[RatedMatch]:
    """Matches of a player that count: all, or from a moment on."""
    theirs = RatedMatch.objects.filter(seats__player=player, state__in=[State.PENDING, State.SETTLED])
    return theirs if since is None else theirs.filter(finished_at__gte=since)


def matches_by_pool(matches: QuerySet[RatedMatch]) -> list[tuple[Pool, int]]:
    """How many there are in which pool."""
    counts = matches.order_by().values_list("pool").annotate(Count("pk"))
    return [(Pool(key=key), count) for key, count in counts.order_by("pool")]


def out_since_struck() -> QuerySet[Correction]:
    """What struck a match out that is out to this day: nothing was changed about it since."""
    later = Correction.objects.filter(match=OuterRef("match"), pk__gt=OuterRef("pk"))
    return Correction.objects.filter(~Exists(later), kind=Correction.Kind.STRUCK)


def matches_out_by(strike: Correction) -> QuerySet[RatedMatch]:
    """All matches that went out together with this one, and still are."""
    same = out_since_struck().filter(player=strike.player_id, at=strike.at)
    return RatedMatch.objects.filter(pk__in=same.order_by().values("match"))


@dataclass(frozen=True, slots=True)
class Strike:
    """One strike that can still be undone: its last correction stands for all, with how many matches are out by it."""

    correction: Correction
    matches: int

    @property
    def name(self) -> str:
        assert self.correction.player is not None  # noqa: S101  (the database holds it)
        return name_on_record(self.correction.player)


def strike_of(correction: Correction) -> Strike:
    return Strike(correction, matches_out_by(correction).count())


def strikes_in_force() -> Sequence[Strike]:
    """The last strikes, newest first, in two queries."""
    together = out_since_struck().order_by().values("player", "at").annotate(last=Max("pk"), matches=Count("pk"))
    counts = {row["last"]: row["matches"] for row in together.order_by("-last")[:STRIKES_LISTED]}
    found = Correction.objects.filter(pk__in=counts).select_related("player", "by").order_by("-pk")
    return [Strike(correction, counts[correction.pk]) for correction in found]
