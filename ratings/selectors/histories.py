"""How ratings came about. A player's games are numbered, so a part of a history costs the same wherever it lies."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, F, FilteredRelation, OuterRef, Q, QuerySet

from players.models import Player
from ratings.models import Correction, RatedMatch, RatedSeat, RatingChange, Standing
from ratings.selectors.changes import change_of, changes_of_matches

# Enough points for any picture.
LINE_POINTS = 240
MEETINGS_LISTED = 100


def corrections_of_match(match_id: int) -> list[Correction]:
    """What organisers have changed about a match, in order, in one query: each with the match as it is now, the
    replay, and by seat the sides and who left (`sides`, `left`)."""
    seats = RatedSeat.objects.filter(match=OuterRef("match")).order_by("seat")
    by_seat = {"sides": ArraySubquery(seats.values("side")), "left": ArraySubquery(seats.values("left"))}
    found = Correction.objects.filter(match=match_id).annotate(**by_seat)
    return list(found.select_related("match", "replay").order_by("pk"))


# --- One player in one pool ---


class LinePoint(NamedTuple):
    """A game as a line goes through it."""

    number: int
    finished_at: datetime
    before: float
    after: float


def line_points(wanted: Sequence[tuple[Standing, Sequence[int]]]) -> dict[str, list[LinePoint]]:
    """Points of several lines of one player, by pool, in one query: only what a line needs, for there are hundreds."""
    found: dict[str, list[LinePoint]] = {standing.pool_id: [] for standing, _ in wanted}
    chosen = Q(pk__in=[])
    for standing, numbers in wanted:
        chosen |= Q(player=standing.player_id, pool=standing.pool_id, number__in=numbers)
    points = RatingChange.objects.filter(chosen).order_by("pool", "number")
    for pool, number, finished_at, before, after in points.values_list("pool", *LinePoint._fields):
        found[pool].append(LinePoint(number, finished_at, before, after))
    return found


def number_at(standing: Standing, moment: datetime) -> int:
    """The first of somebody's games that finished at that moment or later; one more than there are, if none did."""
    earlier = RatingChange.objects.filter(player=standing.player_id, pool=standing.pool_id, finished_at__lt=moment)
    return 1 + (earlier.order_by("-number").values_list("number", flat=True).first() or 0)


# --- Two players ---


class Meeting(NamedTuple):
    """A match in which people sat at one table, with what it did to them; for a team, to its other member too."""

    match: RatedMatch
    own: RatingChange
    other: RatingChange
    partner: RatingChange | None = None

    @property
    def together(self) -> bool:
        """Whether they were on one side."""
        return self.own.side == self.other.side

    @property
    def before(self) -> float:
        """How strong somebody, or a team, was."""
        return self.own.before if self.partner is None else (self.own.before + self.partner.before) / 2


def meetings(
    pool: str, player: Player, other: Player, *, partner: Player | None = None, limit: int = MEETINGS_LISTED
) -> list[Meeting]:
    """The last matches in which both sat at the table, newest first; with a partner, those with the two on one side."""
    people = [player, other, *([partner] if partner else [])]
    matches = list(matches_met(pool, player, other, partner).order_by("-finished_at", "-match_id")[:limit])
    changes = changes_of_matches([match.pk for match in matches])
    return [
        Meeting(match, *(change_of(changes[match.pk], one.pk) for one in people))
        for match in matches
        if match.pk in changes
    ]


class HeadToHead(NamedTuple):
    """How often somebody was ahead of somebody else, behind, or level; and how often they were on one side."""

    ahead: int
    level: int
    behind: int
    together: int


def head_to_head(pool: str, player: Player, other: Player, partner: Player | None = None) -> HeadToHead:
    """All matches of two people in a pool, or of a team and somebody else, counted by the database."""
    together, theirs = Q(own__side=F("theirs__side")), F("theirs__place")
    counted = matches_met(pool, player, other, partner).aggregate(
        ahead=Count("pk", filter=~together & Q(own__place__lt=theirs)),
        level=Count("pk", filter=~together & Q(own__place=theirs)),
        behind=Count("pk", filter=~together & Q(own__place__gt=theirs)),
        together=Count("pk", filter=together),
    )
    return HeadToHead(**counted)


def matches_met(pool: str, player: Player, other: Player, partner: Player | None) -> QuerySet[RatedMatch]:
    """Matches that count at which both sat, as `own` and `theirs`; with a partner, those with the two on one side."""
    met = RatedMatch.objects.filter(pool=pool, state=RatedMatch.State.SETTLED).alias(
        own=FilteredRelation("seats", condition=Q(seats__player=player)),
        theirs=FilteredRelation("seats", condition=Q(seats__player=other)),
    )
    met = met.filter(own__isnull=False, theirs__isnull=False)
    if partner is not None:
        with_partner = FilteredRelation("seats", condition=Q(seats__player=partner))
        met = met.alias(partner=with_partner).filter(partner__side=F("own__side"))
    return met
