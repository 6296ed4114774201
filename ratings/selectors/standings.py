"""Where players stand. Every question is one query, by an index, however many matches lie behind it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, F, FloatField, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Floor
from django.utils import timezone

from players.models import Player
from players.names import name_key, normalise
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import RankSnapshot, Revision, Standing

# Whoever has not played for so long is not on the leaderboard; the rating stays.
ACTIVE_FOR = timedelta(days=90)
WEEK = timedelta(days=7)
PAGE = 50
BAND = 50


def standings_live() -> QuerySet[Standing]:
    """What people see, in all pools."""
    return Standing.objects.filter(revision__state=Revision.State.LIVE)


def standings_in(pool: str) -> QuerySet[Standing]:
    return standings_live().filter(revision__pool=pool)


def standing_of(pool: str, player: Player) -> Standing | None:
    return standings_in(pool).filter(player=player).select_related("revision").first()


def standings_of(player: Player) -> list[Standing]:
    """One player in all pools, in the order of the pools."""
    return list(standings_live().filter(player=player).select_related("revision__pool").order_by("revision__pool"))


def ratings_of(pool: str, player_ids: Iterable[int]) -> dict[int, Standing]:
    """The standings of those who have one."""
    found = standings_in(pool).filter(player_id__in=list(player_ids))
    return {standing.player_id: standing for standing in found}


# --- Leaderboards ---


def standings_ranked(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """The leaderboard: established and active players, by rating."""
    active = (now or timezone.now()) - ACTIVE_FOR
    ranked = standings_in(pool).filter(games__gte=PROVISIONAL_GAMES, last_at__gt=active)
    return ranked.order_by("-rating", "player_id")


def standings_provisional(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """Those who have not played enough yet to be ranked: kept apart, by rating."""
    active = (now or timezone.now()) - ACTIVE_FOR
    newcomers = standings_in(pool).filter(games__lt=PROVISIONAL_GAMES, last_at__gt=active)
    return newcomers.order_by("-rating", "player_id")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a leaderboard. Equal ratings share a rank; who was not ranked a week ago has not moved."""

    rank: int
    standing: Standing
    rank_before: int | None
    rating_before: float | None

    @property
    def climbed(self) -> int | None:
        return None if self.rank_before is None else self.rank_before - self.rank


def leaderboard(pool: str, first: int = 0, count: int = PAGE) -> list[Line]:
    """Some lines of the leaderboard, in three queries however long it is."""
    standings = list(standings_ranked(pool).select_related("player")[first : first + count])
    if not standings:
        return []
    best = standings[0].rating
    rank = 1 + standings_ranked(pool).filter(rating__gt=best).count()
    earlier = snapshots_week_ago(pool, [one.player_id for one in standings])
    lines = []
    for place, one in enumerate(standings, start=first + 1):
        if one.rating != best:
            best, rank = one.rating, place
        before = earlier.get(one.player_id)
        lines.append(Line(rank, one, before.rank if before else None, before.rating if before else None))
    return lines


def snapshots_week_ago(pool: str, player_ids: Sequence[int]) -> dict[int, RankSnapshot]:
    """Where these players stood a week ago, or on the first day after that on which we counted."""
    day: date = (timezone.now() - WEEK).date()
    found = RankSnapshot.objects.filter(pool=pool, day__gte=day, player_id__in=player_ids).order_by("-day")
    return {snapshot.player_id: snapshot for snapshot in found}


def rank_of(standing: Standing) -> int | None:
    """Where somebody is on the leaderboard: one more than those who are ahead; nothing for who is not on it."""
    if standing.games < PROVISIONAL_GAMES or standing.last_at <= timezone.now() - ACTIVE_FOR:
        return None
    return 1 + standings_ranked(standing.revision.pool_id).filter(rating__gt=standing.rating).count()


def position_of(standing: Standing) -> int:
    """How many lines stand before somebody's on the leaderboard: tells on which page "where am I" is."""
    ahead = Q(rating__gt=standing.rating) | Q(rating=standing.rating, player_id__lt=standing.player_id)
    return standings_ranked(standing.revision.pool_id).filter(ahead).count()


def leaderboard_search(pool: str, text: str) -> list[Line]:
    """Ranked players whose name begins like this, each with the rank on the whole leaderboard."""
    key = name_key(normalise(text))
    if not key:
        return []
    named = Player.objects.filter(name_key__startswith=key, left_at=None).values("pk")
    ahead = standings_ranked(pool).filter(rating__gt=OuterRef("rating")).order_by().values("revision_id")
    rank = 1 + Coalesce(Subquery(ahead.annotate(number=Count("player_id")).values("number")), 0)
    found = standings_ranked(pool).filter(player__in=named).select_related("player").annotate(rank=rank)
    return [Line(one.rank, one, None, None) for one in found[:PAGE]]


def percentile_of(standing: Standing) -> float | None:
    """The share of ranked players in a pool whom somebody is ahead of, in hundredths."""
    counts = standings_ranked(standing.revision.pool_id).aggregate(
        everyone=Count("player"), behind=Count("player", filter=Q(rating__lt=standing.rating))
    )
    return 100 * counts["behind"] / counts["everyone"] if counts["everyone"] else None


def distribution(pool: str) -> list[tuple[int, int]]:
    """How many ranked players there are in each band of ratings, as (its lower end, players), in order."""
    band = Cast(Floor(F("rating") / Value(BAND, output_field=FloatField())) * BAND, IntegerField())
    counted = standings_ranked(pool).order_by().annotate(band=band).values("band").annotate(count=Count("player"))
    return [(row["band"], row["count"]) for row in counted.order_by("band")]
